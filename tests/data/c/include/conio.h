/* Turbo C's conio.h, as far as our programs use it. */
int getch(void);
int kbhit(void);
