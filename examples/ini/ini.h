/* A small reader of INI files. */
#ifndef INI_H
#define INI_H

#define INI_LINE 80
#define INI_NAME 24

/* Is called for each entry; a result other than zero stops the reading. */
typedef int ini_handler(void *user, const char *section, const char *key, const char *value);

/* Reads lines by next until it returns 0. Returns 0, the line of the first error, or -1 if the handler stopped. */
int ini_parse(int (*next)(char *line, int size), ini_handler *handler, void *user);

#endif
