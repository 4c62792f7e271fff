/*
 * Preloaded into a program, ends it by SIGKILL at one exact moment of writing one of its files: what a power switch, the
 * kernel's memory killer or `kill -9` does, but at a chosen place.
 *   PACE_KILL_FILE    part of the name of the file, which is written as NAME.part and then renamed
 *   PACE_KILL_MOMENT  opened: it is empty; half: half of its bytes are written; renamed: it has its name, and nothing
 *                     came after
 *   PACE_KILL_COUNT   at which such file of the process, from 1; 1 if not said
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int watched = -1;

static int is_moment(const char *moment) {
  const char *wanted = getenv("PACE_KILL_MOMENT");
  return wanted && strcmp(wanted, moment) == 0;
}

static int is_file(const char *path) {
  const char *wanted = getenv("PACE_KILL_FILE");
  return wanted && strstr(path, wanted) && strstr(path, ".part");
}

static int is_last(int *seen) {
  const char *count = getenv("PACE_KILL_COUNT");
  return ++*seen >= (count ? atoi(count) : 1);
}

static void end_now(void) { kill(getpid(), SIGKILL); }

static FILE *opened(const char *path, FILE *file, const char *mode) {
  static int seen = 0;
  if (file && strchr(mode, 'w') && is_file(path) && is_last(&seen)) {
    if (is_moment("opened")) end_now();
    watched = fileno(file);
  }
  return file;
}

FILE *fopen(const char *path, const char *mode) {
  FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
  return opened(path, real(path, mode), mode);
}

FILE *fopen64(const char *path, const char *mode) {
  FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen64");
  return opened(path, real(path, mode), mode);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  if (fd == watched && is_moment("half")) {
    real(fd, bytes, count / 2);
    end_now();
  }
  return real(fd, bytes, count);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  ssize_t (*real)(int, const struct iovec *, int) = dlsym(RTLD_NEXT, "writev");
  if (fd == watched && is_moment("half")) {
    const struct iovec last = parts[count - 1];
    write(fd, last.iov_base, last.iov_len);
  }
  return real(fd, parts, count);
}

int rename(const char *from, const char *to) {
  int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
  static int seen = 0;
  const int is_meant = is_file(from) && is_last(&seen);
  const int answer = real(from, to);
  if (is_meant && is_moment("renamed")) end_now();
  return answer;
}
