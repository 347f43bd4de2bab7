/* MANDEL.C：曼德勃罗集，先画大方块，再一遍比一遍细。 */
#include <graphics.h>
#include <conio.h>

#define MOST 48

/* z * z + c能算几次，z才跑远。 */
int steps(double cr, double ci)
{
  double r = 0, i = 0, t;
  int n;

  for (n = 0; n < MOST && r * r + i * i < 4; n++) {
    t = r * r - i * i + cr;
    i = 2 * r * i + ci;
    r = t;
  }
  return n;
}

int main(void)
{
  int gd = DETECT, gm, x, y, n, size;

  initgraph(&gd, &gm, "");
  for (size = 16; size >= 2; size /= 2)
    for (y = 0; y < 480 && !kbhit(); y += size)
      for (x = 0; x < 640; x += size) {
        n = steps(x / 200.0 - 2.2, y / 200.0 - 1.2);
        setfillstyle(SOLID_FILL, n == MOST ? BLACK : 1 + n % 15);
        bar(x, y, x + size - 1, y + size - 1);
      }
  getch();
  closegraph();
  return 0;
}
