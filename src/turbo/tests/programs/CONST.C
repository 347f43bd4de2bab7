#include <stdio.h>
int x[4] = {1, 2, 3, 4}; int *q = x + 2, *r = &x[3] - 1;
char s[] = {"abc"}, t[] = "de" "f";
const char *names[] = {"one", "two"};
int printf(const char *format, ...);
int main(void)
{
  const char *p;
  char *const fixed = s;
  p = "x"; names[0] = p; *fixed = 'A';
  printf("%d %d %s %s %s", *q, *r, s, t, names[0]);
  return 0;
}
