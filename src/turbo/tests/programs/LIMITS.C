#include <stdio.h>
#include <stddef.h>
#include <limits.h>
struct P { char c; int n; struct { long l; char s[3]; } in; } p;
int main(void)
{
  printf("%d %d %d\n", offsetof(struct P, n), offsetof(struct P, in), offsetof(struct P, in.s));
  printf("%u %ld %lu %d %d\n", UINT_MAX, LONG_MIN, ULONG_MAX, UCHAR_MAX, CHAR_BIT);
  return 0;
}
