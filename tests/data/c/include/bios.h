/* Turbo C's bios.h, as far as our programs use it. */
int bioskey(int cmd);
