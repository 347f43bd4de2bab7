#include <stdio.h>

int prime[50];

main()
{
  int i, j, count = 0;

  for (i = 2; i < 50; i++)
    prime[i] = 1;
  for (i = 2; i < 50; i++)
    if (prime[i])
      for (j = 2 * i; j <= 50; j += i)
        prime[j] = 0;
  for (i = 2; i < 50; i++)
    count += prime[i];
  printf("%d primes\n", count);
  return 0;
}
