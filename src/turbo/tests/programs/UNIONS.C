#include <stdio.h>
#include <stdlib.h>
#include <string.h>
union Both { short n; unsigned char c[2]; };
struct Words { unsigned short ax, bx; };
struct Halves { unsigned char al, ah, bl, bh; };
union Regs { struct Words x; struct Halves h; };
union Value { short n; char *text; float f; char s[6]; };
struct Tagged { char kind; union Value value; } things[3] = { {'n', {7}} };
struct Date { unsigned short day : 5; unsigned short month : 4; unsigned short year : 7; } today = { 24, 11, 26 };
struct Flags { unsigned short a : 1, b : 3; short s : 4; unsigned short : 0; unsigned short c : 9; } flags;
union Word { unsigned short all; struct Date date; };
union Real { float f; unsigned char b[4]; };
union Regs turned(union Regs r) { unsigned char c = r.h.al; r.h.al = r.h.ah; r.h.ah = c; return r; }
int main(void)
{
  union Both b, *p = &b, other;
  union Regs r;
  union Word w;
  union Real f;
  int i;
  struct Date d;
  b.n = 0x1234;
  printf("%x %x\n", b.c[0], b.c[1]);
  b.c[0] = 0x56;
  printf("%x %x\n", b.n, p->c[1]);
  p->n = -2; other = *p;
  printf("%d %d %d\n", b.c[0], other.c[1], other.n + b.c[0]);
  r.x.ax = 0x4C01; r.x.bx = 7; r = turned(r);
  printf("%x %x %x %d\n", r.x.ax, r.h.ah, r.h.al, r.h.bl);
  r.h.bh = 1; printf("%u %d\n", r.x.bx, (int) sizeof(union Regs));
  things[1].kind = 's'; strcpy(things[1].value.s, "hello");
  things[2].kind = 'f'; things[2].value.f = 2.5;
  for (i = 0; i < 3; i++)
    switch (things[i].kind)
    {
      case 'n': printf("%d ", things[i].value.n); break;
      case 's': printf("%s ", things[i].value.s); break;
      case 'f': printf("%.1f\n", things[i].value.f); break;
    }
  things[0].value.text = "text"; things[1] = things[0]; printf("%s\n", things[1].value.text);
  printf("%d.%d.%d %d\n", today.day, today.month, today.year, (int) sizeof(struct Date));
  d = today; d.day += 10; d.month++; d.year = 200; printf("%d %d %d\n", d.day, d.month, d.year);
  flags.a = 3; flags.b = 9; flags.s = 9; flags.c = 511; flags.s--;
  printf("%d %d %d %d %d\n", flags.a, flags.b, flags.s, flags.c, (int) sizeof flags);
  printf("%d %d\n", flags.a = 2, flags.b++ + flags.b);
  w.date = today; printf("%x\n", w.all);
  w.all = 0xFFFF; printf("%d %d %d\n", w.date.day, w.date.month, w.date.year);
  f.f = 1.5; printf("%x %x %x %x\n", f.b[0], f.b[1], f.b[2], f.b[3]);
  f.b[3] = 0xC0; printf("%.3f\n", f.f);
  p = malloc(2 * sizeof(union Both)); p[1].n = 258; printf("%d %d\n", p[1].c[0], p[1].c[1]);
  memset(p, 0, 2 * sizeof(union Both)); printf("%d\n", p[1].n);
  memset(&today, 0, sizeof today); printf("%d %d\n", today.day, today.year);
  b.c[0] = 1; b.c[1] = 2; printf("%d\n", b.c[0] + b.n);
  return 0;
}
