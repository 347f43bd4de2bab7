#include <stdio.h>

int calls;

int Fib(int n)
{
  calls++;
  if (n < 2)
    return n;
  return Fib(n - 1) + Fib(n - 2);
}

main()
{
  int i, f;

  for (i = 0; i < 8; i++) {
    f = Fib(i);
    printf("Fib(%d) = %d\n", i, f);
  }
  printf("%d calls\n", calls);
  return 0;
}
