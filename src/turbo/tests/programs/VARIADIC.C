#include <stdio.h>
#include <stdarg.h>
#include <assert.h>
struct P { int x, y; };
int sum(int count, ...)
{
  va_list ap; int n = 0;
  va_start(ap, count);
  while (count-- > 0) n += va_arg(ap, int);
  va_end(ap);
  return n;
}
void say(const char *format, ...)
{
  va_list ap;
  va_start(ap, format);
  printf("[");
  vprintf(format, ap);
  printf("]");
  va_end(ap);
}
char *text(char *to, char *format, ...)
{
  va_list ap;
  va_start(ap, format); vsprintf(to, format, ap); va_end(ap);
  return to;
}
double mixed(char *kinds, struct P p, ...)
{
  va_list ap; double d = p.x;
  va_start(ap, p);
  for (; *kinds; kinds++)
    switch (*kinds)
    {
      case 'i': d += va_arg(ap, int); break;
      case 'd': d += va_arg(ap, double); break;
      case 'p': p = va_arg(ap, struct P); d += p.x * 100 + p.y; break;
      case 's': printf("%s ", va_arg(ap, char *)); break;
    }
  va_end(ap);
  return d;
}
int through(va_list ap) { return va_arg(ap, int) + va_arg(ap, int); }
int both(int n, ...) { va_list ap; va_start(ap, n); return through(ap) * n; }
int main(void)
{
  char s[40]; struct P p = {1, 2}, q = {3, 4};
  printf("%d %d %d\n", sum(3, 1, 2, 3), sum(0), sum(2, sum(1, 5), 6));
  say("%d %s %.1f %c", 5, "five", 5.5, 'v'); say("none"); printf("\n");
  printf("%s\n", text(s, "%d-%d", 7, 8));
  printf("%.2f\n", mixed("idps", p, 10, 0.25, q, "end"));
  printf("%d\n", both(2, 3, 4));
  assert(p.x == 1);
  return 0;
  return 0;
}
