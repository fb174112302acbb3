/*
 * A date and time read by a format, as strptime does: names of months and days, numbers with ranges, a time zone, and what follows from
 * them (leap years, the day of the year). The text and the format come from the input.
 */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

#define MAX_TEXT 40
#define MAX_FORMAT 16

struct date {
  int year, month, day, hour, minute, second, weekday, zone, century, afternoon;
};

static unsigned char text[MAX_TEXT + 1], format[MAX_FORMAT + 1];
static const char *const months[12] = {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};
static const char *const days[7] = {"sun", "mon", "tue", "wed", "thu", "fri", "sat"};

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

static int name(const unsigned char **at, const char *const *names, int count) {
  for (int i = 0; i < count; i++) {
    const unsigned char *p = *at;
    const char *n = names[i];
    while (*n && lower(*p) == *n) {
      p++;
      n++;
    }
    if (*n == 0) {
      *at = p;
      return i;
    }
  }
  return -1;
}

static int number(const unsigned char **at, int low, int high, int digits) {
  int value = 0, seen = 0;
  while (seen < digits && **at >= '0' && **at <= '9') {
    value = value * 10 + (**at - '0');
    (*at)++;
    seen++;
  }
  if (seen == 0 || value < low || value > high) {
    return -1;
  }
  return value;
}

static int leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int day_of_year(const struct date *d) {
  static const int before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  return before[d->month] + d->day + (d->month > 1 && leap(d->year) ? 1 : 0);
}

static int parse(struct date *d) {
  const unsigned char *s = text;
  for (const unsigned char *f = format; *f; f++) {
    if (*f == ' ') {
      while (*s == ' ') {
        s++;
      }
      continue;
    }
    if (*f != '%') {
      if (*s != *f) {
        return 0;
      }
      s++;
      continue;
    }
    f++;
    switch (*f) {
    case '%':
      if (*s++ != '%') {
        return 0;
      }
      break;
    case 'b':
      if ((d->month = name(&s, months, 12)) < 0) {
        return 0;
      }
      break;
    case 'a':
      if ((d->weekday = name(&s, days, 7)) < 0) {
        return 0;
      }
      break;
    case 'Y':
      if ((d->year = number(&s, 0, 9999, 4)) < 0) {
        return 0;
      }
      break;
    case 'y':
      if ((d->year = number(&s, 0, 99, 2)) < 0) {
        return 0;
      }
      d->year += d->year < 69 ? 2000 : 1900;
      break;
    case 'm':
      if ((d->month = number(&s, 1, 12, 2)) < 0) {
        return 0;
      }
      d->month--;
      break;
    case 'd':
      if ((d->day = number(&s, 1, 31, 2)) < 0) {
        return 0;
      }
      break;
    case 'H':
      if ((d->hour = number(&s, 0, 23, 2)) < 0) {
        return 0;
      }
      break;
    case 'I':
      if ((d->hour = number(&s, 1, 12, 2)) < 0) {
        return 0;
      }
      break;
    case 'p':
      if (lower(s[0]) == 'p' && lower(s[1]) == 'm') {
        d->afternoon = 1;
      } else if (lower(s[0]) != 'a' || lower(s[1]) != 'm') {
        return 0;
      }
      s += 2;
      break;
    case 'M':
      if ((d->minute = number(&s, 0, 59, 2)) < 0) {
        return 0;
      }
      break;
    case 'S':
      if ((d->second = number(&s, 0, 60, 2)) < 0) {
        return 0;
      }
      break;
    case 'z': {
      int sign = *s == '-' ? -1 : 1;
      if (*s != '+' && *s != '-') {
        return 0;
      }
      s++;
      int hours = number(&s, 0, 14, 2);
      if (*s == ':') {
        s++;
      }
      int minutes = number(&s, 0, 59, 2);
      if (hours < 0 || minutes < 0) {
        return 0;
      }
      d->zone = sign * (hours * 60 + minutes);
      break;
    }
    default:
      return 0;
    }
  }
  return *s == 0;
}

int main(void) {
  struct date d = {1970, 0, 1, 0, 0, 0, -1, 0, 0, 0};
  int length = __VERIFIER_nondet_uchar() % (MAX_FORMAT + 1);
  for (int i = 0; i < length; i++) {
    format[i] = __VERIFIER_nondet_uchar();
  }
  for (int i = 0; i < MAX_TEXT; i++) {
    if ((text[i] = __VERIFIER_nondet_uchar()) == 0) {
      break;
    }
  }
  if (length == 0 || !parse(&d)) {
    return 1;
  }
  if (d.afternoon && d.hour < 12) {
    d.hour += 12;
  }
  if (d.month == 1 && d.day == 29) {
    if (!leap(d.year)) {
      return 2;
    }
    if (d.year == 2000 && d.second == 60) {
      return 3;
    }
  } else if (d.day == 31 && (d.month == 3 || d.month == 5 || d.month == 8 || d.month == 10)) {
    return 4;
  }
  int day = day_of_year(&d);
  if (day == 366) {
    return 5;
  }
  if (d.weekday == 5 && d.day == 13) {
    return 6;
  }
  if (d.zone != 0) {
    int minutes = d.hour * 60 + d.minute - d.zone;
    if (minutes < 0) {
      return 7;
    }
    if (minutes >= 24 * 60) {
      return 8;
    }
  }
  if (d.year == 1999 && day == 365 && d.hour == 23 && d.minute == 59) {
    reach_error();
  }
  return 0;
}
