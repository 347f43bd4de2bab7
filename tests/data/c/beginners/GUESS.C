#include <stdio.h>
#include <conio.h>

int Digit(void)
{
  int c;

  do
    c = getch();
  while (c < '0' || c > '9');
  putchar(c);
  return c - '0';
}

main()
{
  int secret = 7, guess, tries = 0;

  printf("A digit: ");
  do {
    guess = Digit();
    tries++;
    if (guess < secret)
      printf(" more ");
    if (guess > secret)
      printf(" less ");
  } while (guess != secret);
  printf(" right, after %d\n", tries);
  return 0;
}
