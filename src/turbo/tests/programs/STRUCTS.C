#include <stdio.h>
struct P { int x, y; };
struct L { struct P a, b; char name[6]; double w; } lines[2] = { {{1, 2}, {3, 4}, "one", 1.5}, {5, 6, 7, 8, "two", 2.5} };
typedef struct { int n[3]; } Three;
struct P make(int x, int y) { struct P p; p.x = x; p.y = y; return p; }
struct P add(struct P a, struct P b) { a.x += b.x; a.y += b.y; return a; }
struct L named(struct L l, char c) { l.name[0] = c; return l; }
struct P swapped(struct P p) { return make(p.y, p.x); }
Three three(int a) { Three t; int i; for (i = 0; i < 3; i++) t.n[i] = a + i; return t; }
int sum(Three t, int k) { return t.n[0] + t.n[1] + t.n[2] + k; }
struct P deep(int n) { if (n == 0) return make(0, 1); return add(deep(n - 1), make(1, n)); }
double mixed(int a, struct L l, double d, char c) { return a + l.w + d + c + l.b.y; }
int main(void)
{
  struct P p = make(3, 4), q, r[3] = { {1, 1}, {2, 2} }, *pp = &r[1];
  struct L l = lines[1], both = { make(9, 8), p, "tri" };
  struct P (*f)(int, int) = make, (*g)(struct P) = swapped;
  int i = 0;
  q = p;
  q.x = 7;
  printf("%d %d %d %d\n", p.x, p.y, q.x, q.y);
  q = add(p, add(q, *pp));
  printf("%d %d %d\n", q.x, q.y, add(p, q).x + add(q, p).y);
  r[i++] = r[i + 1]; r[2] = make(5, 6);
  printf("%d %d %d\n", i, r[2].x, swapped(r[2]).x);
  printf("%s %s %s\n", lines[0].name, named(lines[0], 'O').name, named(l, 'T').name);
  printf("%d %d %d %s\n", both.a.x, both.a.y, both.b.x, both.name);
  p = i ? q : r[0]; printf("%d %d\n", p.x, (i > 5 ? p : r[1]).y);
  printf("%d %d\n", sum(three(4), 100), three(7).n[2]);
  p = deep(5); printf("%d %d\n", p.x, p.y);
  p = f(1, 2); q = g(p); printf("%d %d %d\n", q.x, q.y, (*g)(q).x);
  printf("%.2f\n", mixed(1, lines[1], 0.25, 2));
  p = q = make(8, 9); printf("%d %d\n", p.x, p.y);
  *pp = lines[0].b; lines[0].a = *pp; printf("%d %d\n", lines[0].a.x, sizeof(struct P) == 2 * sizeof(int));
  lines[1] = lines[0]; lines[0].name[1] = 'X'; printf("%s %s\n", lines[1].name, lines[0].name);
  pp = &lines[1].a; printf("%d\n", (q = *pp, q).x);
  return 0;
}
