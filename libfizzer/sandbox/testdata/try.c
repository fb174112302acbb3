/* Tries what a sandbox should stop, and prints one line with the outcome of each try. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char *what, int done) { printf("%s %s\n", what, done ? "done" : strerror(errno)); }

/* Forks as the runtime does; MARK is the argument by which the filter recognises that. */
static pid_t split(void) {
#if defined(__i386__)
  return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, MARK, NULL);
#else
  return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, MARK);
#endif
}

static void try_read(const char *path) {
  char text[256] = "";
  int file = open(path, O_RDONLY);
  ssize_t n = file < 0 ? -1 : read(file, text, sizeof text - 1);
  say("read", n > 0);
  if (n > 0) {
    printf("content %s\n", text);
  }
}

static void try_change(const char *path) {
  int file = open(path, O_WRONLY | O_APPEND);
  say("append", file >= 0 && write(file, "x", 1) == 1);
  say("truncating read", open(path, O_RDONLY | O_TRUNC) >= 0);
  say("truncating neither", open(path, O_ACCMODE | O_TRUNC) >= 0);
  say("truncate", truncate(path, 0) == 0);
  say("chmod", chmod(path, 0777) == 0);
  say("fchmodat2", syscall(452, AT_FDCWD, path, 0777, 0) == 0);
  say("utimensat", utimensat(AT_FDCWD, path, NULL, 0) == 0);
  say("xattr", syscall(SYS_setxattr, path, "user.sandbox", "x", 1, 0) == 0);
  char other[4096];
  snprintf(other, sizeof other, "%s.link", path);
  say("link", link(path, other) == 0);
  snprintf(other, sizeof other, "%s.new", path);
  say("create", open(other, O_WRONLY | O_CREAT, 0644) >= 0);
  snprintf(other, sizeof other, "%s.folder", path);
  say("mkdir", mkdir(other, 0755) == 0);
  snprintf(other, sizeof other, "%s.moved", path);
  say("rename", rename(path, other) == 0);
  say("unlink", unlink(path) == 0);
}

static void try_signal(pid_t pid) {
  say("kill", kill(pid, SIGTERM) == 0);
  say("tgkill", syscall(SYS_tgkill, pid, pid, SIGTERM) == 0);
  say("tkill", syscall(SYS_tkill, pid, SIGTERM) == 0);
  siginfo_t info = {.si_signo = SIGTERM, .si_code = SI_QUEUE};
  say("sigqueue", syscall(SYS_rt_sigqueueinfo, pid, SIGTERM, &info) == 0);
  int pipes[2];
  say("owner", pipe(pipes) == 0 && fcntl(pipes[0], F_SETOWN, pid) == 0 && fcntl(pipes[0], F_SETSIG, SIGTERM) == 0 &&
                   fcntl(pipes[0], F_SETFL, O_ASYNC | O_NONBLOCK) == 0 && write(pipes[1], "x", 1) == 1);
}

static void caught(int number) { (void)number; }

/* A program's own signals work in every sandbox. */
static void try_own_signal(void) {
  signal(SIGUSR1, caught);
  say("raise", raise(SIGUSR1) == 0);
}

/* Stops every process that it can, over and over. */
static void stop_others(void) {
  for (pid_t own = getpid();;) {
    kill(-1, SIGSTOP);
    for (pid_t pid = own + 1; pid < own + 100; pid++) {
      kill(pid, SIGSTOP);
    }
  }
}

static void try_connect(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  int client = socket(AF_INET, SOCK_STREAM, 0);
  say("connect", client >= 0 && connect(client, (struct sockaddr *)&address, sizeof address) == 0);
}

static void try_exec(void) {
  char *none[] = {"true", NULL};
  pid_t child = split();
  if (child == 0) {
    execv("/bin/true", none);
    execl("/usr/bin/true", "true", NULL);
    _exit(1);
  }
  int status = 1;
  say("exec", child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

/* Leaves processes that hold descriptor 3: a descendant, an orphan, and one that keeps replacing itself by a child. */
static void leave(void) {
  for (int i = 0; i < 3; i++) {
    if (split() != 0) {
      continue;
    }
    setsid();
    if (i > 0 && split() != 0) {
      _exit(0);
    }
    if (write(3, "x", 1) != 1) {
      _exit(1);
    }
    for (int n = 0; i == 2 && n < 20000; n++) {
      if (split() > 0) {
        _exit(0);
      }
    }
    for (;;) {
      pause();
    }
  }
}

static void try_fill(void) {
  static char text[1 << 20];
  int file = open("large", O_WRONLY | O_CREAT, 0600);
  int megabytes = 0;
  while (megabytes < 12 && write(file, text, sizeof text) == sizeof text) {
    megabytes++;
  }
  printf("filled %d\n", megabytes);
  int files = 0;
  for (char name[32]; files < 3000; files++) {
    snprintf(name, sizeof name, "file%d", files);
    int made = open(name, O_WRONLY | O_CREAT, 0600);
    if (made < 0) {
      break;
    }
    close(made);
  }
  printf("files %d\n", files);
}

/* Folders within folders, one that nobody may enter, and one that is full. */
static void mess(void) {
  mkdir("closed", 0700);
  mkdir("closed/inner", 0);
  for (int i = 0; i < 100; i++) {
    char name[32];
    snprintf(name, sizeof name, "closed/f%d", i);
    close(open(name, O_WRONLY | O_CREAT, 0));
  }
  symlink("/", "link");
  mkfifo("fifo", 0);
  for (int i = 0; i < 300; i++) {
    if (mkdir("deep", 0700) != 0 || chdir("deep") != 0) {
      return;
    }
  }
  mkdir("last", 0);
  say("mess", 1);
}

static void try_processes(int count) {
  int made = 0;
  while (made < count) {
    pid_t child = split();
    if (child == 0) {
      for (;;) {
        pause();
      }
    }
    if (child < 0) {
      break;
    }
    made++;
  }
  printf("processes %d\n", made);
  fflush(stdout);
  if (made == count) {
    pause(); /* until the count of processes ends the sandbox */
  }
}

static void *wait_for_ever(void *argument) {
  for (;;) {
    pause();
  }
  return argument;
}

static void try_threads(int count) {
  pthread_t thread;
  int made = 0;
  while (made < count && pthread_create(&thread, NULL, wait_for_ever, NULL) == 0) {
    made++;
  }
  printf("threads %d\n", made);
  fflush(stdout);
  if (made == count) {
    pause(); /* until the count of threads ends the sandbox */
  }
}

/* Makes count processes that each have bytes bytes in memory at the same time. */
static void try_memory(int count, size_t bytes) {
  for (int i = 0; i < count; i++) {
    char *block = malloc(bytes);
    if (block != NULL) {
      memset(block, 1, bytes);
    }
    pid_t child = split();
    if (child > 0) {
      waitpid(child, NULL, 0);
      _exit(0);
    }
  }
  say("memory", 1);
  fflush(stdout);
  pause();
}

/* Fills so many bytes with page tables: a page of them for each 2 MB of a mapping that has no memory of its own. */
static void try_tables(size_t bytes) {
  size_t size = bytes / 4096 << 21;
  volatile char *all = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) {
    return;
  }
  madvise((void *)all, size, MADV_NOHUGEPAGE);
  for (size_t at = 0; at < size; at += 1 << 21) {
    (void)all[at];
  }
  say("tables", 1);
  fflush(stdout);
  pause();
}

/* Gets memory that is there although no process need map it. */
static void try_uncounted(void) {
  const size_t size = 1 << 16;
  say("nameless", mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
  int zero = open("/dev/zero", O_RDONLY);
  say("zero", zero >= 0 && mmap(NULL, size, PROT_READ, MAP_SHARED, zero, 0) != MAP_FAILED);
  int memory = (int)syscall(SYS_memfd_create, "memory", 0);
  say("memfd", memory >= 0);
  unsigned long long attributes[2] = {0, 3}; /* to restrict both uses of TCP ports */
  int rules = (int)syscall(444, attributes, sizeof attributes, 0);
  unsigned long long rule[2] = {3, 80};
  say("rule", rules >= 0 && syscall(445, rules, 2, rule, 0) == 0);
}

/* Holds count files of so many bytes without a name: each is open, or only mapped. */
static void try_nameless_files(int count, size_t bytes, int mapped) {
  static char block[1 << 20];
  for (int i = 0; i < count; i++) {
    int file = open("file", O_RDWR | O_CREAT, 0600);
    if (file < 0 || unlink("file") != 0) {
      return;
    }
    for (size_t n = 0; n < bytes; n += sizeof block) {
      (void)!write(file, block, sizeof block);
    }
    if (mapped) {
      mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
      close(file);
    }
  }
  say("held", 1);
  fflush(stdout);
  pause();
}

/* Tries what only root may, in ways that harm nobody: to freeze a file system that cannot be frozen, a priority in real time for a moment, to
   switch the kernel's messages on the console on, where they are on already. */
static void try_privileges(void) {
  int proc = open("/proc", O_RDONLY | O_DIRECTORY);
  say("freeze", ioctl(proc, FIFREEZE, 0) == 0 || errno == EOPNOTSUPP);
  struct sched_param priority = {.sched_priority = 1};
  say("real time", sched_setscheduler(0, SCHED_FIFO, &priority) == 0);
  say("console", syscall(SYS_syslog, 7, NULL, 0) == 0);
}

int main(int count, char **words) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  const char *verb = words[1], *argument = count > 2 ? words[2] : "";
  if (strcmp(verb, "read") == 0) {
    try_read(argument);
  } else if (strcmp(verb, "change") == 0) {
    try_change(argument);
  } else if (strcmp(verb, "signal") == 0) {
    try_own_signal();
    try_signal(atoi(argument));
  } else if (strcmp(verb, "stop") == 0) {
    stop_others();
  } else if (strcmp(verb, "connect") == 0) {
    try_connect(atoi(argument));
  } else if (strcmp(verb, "exec") == 0) {
    try_exec();
  } else if (strcmp(verb, "leave") == 0) {
    leave();
  } else if (strcmp(verb, "fill") == 0) {
    try_fill();
    fflush(stdout);
    while (strcmp(argument, "stay") == 0) {
      pause();
    }
  } else if (strcmp(verb, "mess") == 0) {
    mess();
  } else if (strcmp(verb, "processes") == 0) {
    try_processes(atoi(argument));
  } else if (strcmp(verb, "threads") == 0) {
    try_threads(atoi(argument));
  } else if (strcmp(verb, "memory") == 0) {
    try_memory(8, (size_t)atoi(argument) << 20);
  } else if (strcmp(verb, "uncounted") == 0) {
    try_uncounted();
  } else if (strcmp(verb, "privileges") == 0) {
    try_privileges();
  } else if (strcmp(verb, "open") == 0) {
    try_nameless_files(atoi(argument), 8 << 20, 0);
  } else if (strcmp(verb, "map") == 0) {
    try_nameless_files(atoi(argument), 8 << 20, 1);
  } else if (strcmp(verb, "tables") == 0) {
    try_tables((size_t)atoi(argument) << 20);
  }
  return 0;
}
