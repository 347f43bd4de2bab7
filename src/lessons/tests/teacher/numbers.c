#include <stdio.h>
int prime(int n)
{
  int i;
  if (n < 2) return 0;
  for (i = 2; i * i <= n; i++)
    if (n % i == 0) return 0;
  return 1;
}
int main(void)
{
  int n, x, i, sum = 0, max = 0, primes = 0;
  printf("How many? ");
  scanf("%d", &n);
  for (i = 0; i < n; i++) {
    printf("Number: ");
    scanf("%d", &x);
    if (i == 0 || x > max) max = x;
    sum += x;
    primes += prime(x);
  }
  if (n > 0) {
    printf("Sum %d\n", sum);
    printf("Max %d\n", max);
    printf("Primes %d\n", primes);
    printf("Average %.2f\n", (double) sum / n);
  } else
    printf("Nothing\n");
  return 0;
}
