#include <stdio.h>
union U { long l; char c[4]; };
struct S { union U u; unsigned low : 3, high : 5; double d; struct S *next; } one, two;
main()
{
  FILE *f = fopen("a.bin", "w+b");
  char raw[4];

  one.u.l = 0x01020304L;
  one.low = 5;
  one.high = 17;
  one.d = 2.5;
  one.next = &two;
  fwrite(&one, sizeof one, 1, f);
  rewind(f);
  printf("%d ", fread(&two, sizeof two, 1, f));
  printf("%d %d %d %.1f %d ", two.u.c[0], two.low, two.high, two.d, two.next == NULL);
  rewind(f);
  fread(raw, 1, 4, f);
  printf("%d%d%d%d ", raw[0], raw[1], raw[2], raw[3]);
  rewind(f);
  two.u.l = 0;
  fread(&two.u, 2, 1, f);
  printf("%ld", two.u.l);
}
