#include <stdio.h>

int peg[3][4];
int high[3];
int moves;

void Move(int n, int from, int to, int by)
{
  if (n == 0)
    return;
  Move(n - 1, from, by, to);
  peg[to][high[to]++] = peg[from][--high[from]];
  peg[from][high[from]] = 0;
  moves++;
  Move(n - 1, by, to, from);
}

main()
{
  int i;

  for (i = 0; i < 4; i++)
    peg[0][high[0]++] = 4 - i;
  Move(4, 0, 2, 1);
  printf("%d moves\n", moves);
  return 0;
}
