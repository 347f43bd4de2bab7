#include <stdio.h>
#include <math.h>
#include <string.h>
int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
double half(double x) { return x / 2; }
int apply(int f(int, int), int a, int b) { return f(a, b); }
int (*pick(int n))(int, int) { return n ? add : sub; }
typedef int (*Op)(int, int);
struct Named { char *name; Op op; } table[] = { {"add", add}, {"sub", &sub} };
int (*ops[2])(int, int) = { add, sub };
int *(*none)(void) = NULL;
double (*real)(double) = sin;
int main(void)
{
  int i, (*f)(int, int) = add, (**g)(int, int) = ops;
  size_t (*length)(const char *) = strlen;
  for (i = 0; i < 2; i++)
    printf("%s %d %d %d\n", table[i].name, table[i].op(7, 2), ops[i](7, 2), (*ops[i])(1, 1));
  printf("%d %d %d\n", apply(sub, 9, 4), pick(1)(2, 3), (*pick(0))(2, 3));
  printf("%d %d %d\n", f == add, f != sub, f ? 1 : 0);
  f = i > 5 ? add : sub;
  printf("%d %d %d\n", f(1, 2), g[0](1, 2), (**g)(3, 4));
  real = half;
  printf("%.2f", real(3));
  real = cos;
  printf(" %.2f %d %d\n", real(0), (int) length("four"), none == NULL);
  return 0;
}
