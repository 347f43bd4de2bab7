/* Turbo C's dos.h, as far as our programs use it. */
void delay(unsigned ms);
