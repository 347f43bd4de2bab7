/* The sieve of Eratosthenes for the odd numbers below 16384. */
char flags[8191];

int work(int rounds)
{
  int i, k, prime, count = 0;

  while (rounds-- > 0) {
    count = 0;
    for (i = 0; i < 8191; i++)
      flags[i] = 1;
    for (i = 0; i < 8191; i++)
      if (flags[i]) {
        prime = i + i + 3;
        for (k = i + prime; k < 8191; k += prime)
          flags[k] = 0;
        count++;
      }
  }
  return count;
}
