#include <stdio.h>
#include <stdbool.h>
bool even(int n) { return n & 6; }
int shown(bool b) { return b; }
struct S { bool on; char c; } s = { 7, 'x' };
bool all[3] = { 2, 0, true };
int main(void)
{
  bool b = 256, c = 0.25, d;
  int n = 512, *p = &n;
  d = p;
  printf("%d %d %d %d %d\n", b, c, d, s.on, (int) sizeof(bool));
  b = n; b++; s.on = b - 1; d = !b; c = (bool) 0.5;
  printf("%d %d %d %d %d\n", b, s.on, d, c, all[0] + all[1] + all[2]);
  printf("%d %d %d\n", even(4), shown(42), (_Bool) n);
  return 0;
}
