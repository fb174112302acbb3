/* A test of {{.Of}}, by fizzer. Expected: {{.Expected}}.
 *
{{- range .Commands}}
 *     {{comment .}}
{{- end}}
 *
 * It runs the program, as it is, with the inputs below in a new folder, and ends with status 0 if that ends as expected. */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define TEST_NAME {{quoted .Name}}
enum { EXPECTED_STATUS = {{.Status}}, EXPECTED_SIGNAL = {{printf "%d" .Signal}}, EXPECTED_SECONDS = {{.Seconds}} };

static char *const arguments[] = {
    "program",
{{- range .Arguments}}
    {{quoted .}},
{{- end}}
    NULL,
};

static const struct {
  const char *name, *value; /* no value: the variable must not be set */
} environment[] = {
    {"LC_ALL", "C"},
{{- range .Variables}}
    { {{- quoted .Name}}, {{if .Set}}{{quoted .Value}}{{else}}NULL{{end -}} },
{{- end}}
};

static const char input[] =
    {{literal .Stdin}};
{{- range $i, $file := .Files}}
static const char file{{$i}}[] =
    {{literal $file.Bytes}};
{{- end}}

static const struct {
  const char *name, *content;
  size_t length;
} files[] = {
    {"standard input", input, sizeof input - 1}, /* first: it has no name for the program */
{{- range $i, $file := .Files}}
    { {{- quoted $file.Name}}, file{{$i}}, sizeof file{{$i}} - 1},
{{- end}}
};

static void fail(const char *what) {
  perror(what);
  _exit(2);
}

/* Writes a file and returns its descriptor, at the beginning of the file. */
static int write_file(const char *name, const char *content, size_t length) {
  int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || write(file, content, length) != (ssize_t)length || lseek(file, 0, SEEK_SET) != 0)
    fail(name);
  return file;
}

/* Becomes the program. */
static void run(const char *program) {
  int standard = write_file(files[0].name, files[0].content, files[0].length);
  if (unlink(files[0].name) != 0 || dup2(standard, 0) != 0 || close(standard) != 0)
    fail(files[0].name);
  for (size_t i = 1; i < sizeof files / sizeof *files; i++)
    close(write_file(files[i].name, files[i].content, files[i].length));
  for (size_t i = 0; i < sizeof environment / sizeof *environment; i++)
    if (environment[i].value == NULL)
      unsetenv(environment[i].name);
    else
      setenv(environment[i].name, environment[i].value, 1);
  alarm(EXPECTED_SECONDS);
  execv(program, arguments);
  fail(program);
}

static int erase(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)kind, (void)place;
  return remove(path);
}

int main(int argc, char **argv) {
  const char *temporary = getenv("TMPDIR");
  char folder[4096];
  snprintf(folder, sizeof folder, "%s/" TEST_NAME "-XXXXXX", temporary != NULL ? temporary : P_tmpdir);
  char *program = argc == 2 ? realpath(argv[1], NULL) : NULL;
  if (program == NULL) {
    fprintf(stderr, "usage: %s PROGRAM\n", argv[0]);
    return 2;
  }
  if (mkdtemp(folder) == NULL)
    fail(folder);
  pid_t child = fork();
  if (child == 0) {
    if (chdir(folder) != 0)
      fail(folder);
    run(program);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    fail(TEST_NAME);
  nftw(folder, erase, 16, FTW_DEPTH | FTW_PHYS);
  free(program);
  int got_signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  int got_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  if (got_signal == EXPECTED_SIGNAL && got_status == EXPECTED_STATUS)
    return 0;
  fprintf(stderr, "%s: the program ended with exit status %d and signal %d; expected are %d and %d (0: none)\n", TEST_NAME,
          got_status, got_signal, EXPECTED_STATUS, EXPECTED_SIGNAL);
  return 1;
}
