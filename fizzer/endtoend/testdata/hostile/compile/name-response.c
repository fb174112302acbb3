/*
 * called: @options.c
 * raw: yes
 * tries: to be taken for a file of options by who compiles it: tools of its own, and a file of the home folder
 * sees: file, secret
 *
 -B/mnt/outside/tools -wrapper /mnt/outside/tools/script -fuse-ld=/mnt/outside/tools/ld --ld-path=/mnt/outside/tools/ld
 -include /mnt/outside/secret
 -fplugin=/mnt/outside/tools/script
 */
extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
