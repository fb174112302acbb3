/*
 * tries: to call the kernel by the other table of system calls: in 32 bit code of 64 bit by a far jump, in 64 bit int 0x80
 * sees: file
 * alone: seen
 */
#include "prelude.h"
#if defined(__x86_64__)
static void attempt(void) {
  char *path = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  strcpy(path, OUTSIDE "/made");
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(5), "b"(path), "c"(O_CREAT | O_WRONLY), "d"(0666) : "r8", "r9", "r10", "r11", "memory");
}
#else
static const char path[] = OUTSIDE "/made";

static void attempt(void) {
  long result;
  /* mov $2, %eax; syscall; lret, executed as 64-bit code; segment 0x33 is the kernel's for it. */
  static const unsigned char code[] = {0xb8, 2, 0, 0, 0, 0x0f, 0x05, 0xcb};
  unsigned char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(page, code, sizeof code);
  struct {
    uint32_t address;
    uint16_t segment;
  } __attribute__((packed)) far = {(uint32_t)(uintptr_t)page, 0x33};
  __asm__ volatile("lcall *(%%ebx)" : "=a"(result) : "D"(path), "S"(O_CREAT | O_WRONLY), "d"(0666), "b"(&far) : "ecx", "memory");
}
#endif

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
