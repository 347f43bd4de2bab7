/* Asks QpChange, which stands above, for 10,000 cells of some boards. */
int work(int rounds)
{
  int n, i, found = 0;
  unsigned seed;

  while (rounds-- > 0) {
    found = 0;
    seed = 1;
    for (n = 0; n < 10000; n++) {
      if (n % 16 == 0)
        for (i = 0; i < 64; i++) {
          seed = (seed * 25173U + 13849U) & 65535U;
          Map[i / 8][i % 8] = (seed >> 8) % 3;
        }
      found += QpChange(120 + 40 * (n % 8), 120 + 40 * (n / 8 % 8), 1 + n % 2);
    }
  }
  return found;
}
