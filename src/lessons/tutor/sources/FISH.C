/* FISH.C: structures. */

#include <bios.h>
#include <graphics.h>

/* All that belongs to a fish. */
struct Fish {
  int x, y, size, color;
};

struct Fish fish[5] = {
  { 140, 120, 60, LIGHTRED },
  { 420, 90, 40, YELLOW },
  { 300, 230, 90, LIGHTMAGENTA },
  { 110, 330, 30, LIGHTGREEN },
  { 520, 340, 50, BROWN }
};

void DrawFish(struct Fish f);

int main(void)
{
  int gd = DETECT, gm, i;

  initgraph(&gd, &gm, "");
  setfillstyle(SOLID_FILL, BLUE);
  bar(0, 0, 639, 479);
  setfillstyle(SOLID_FILL, BROWN);
  bar(0, 440, 639, 479);
  for (i = 0; i < 5; i++)
    DrawFish(fish[i]);
  bioskey(0);
  return 0;
}

/* A body, a tail, an eye, and two bubbles. */
void DrawFish(struct Fish f)
{
  int i;

  setcolor(f.color);
  setfillstyle(SOLID_FILL, f.color);
  fillellipse(f.x, f.y, f.size, f.size / 2);
  for (i = 0; i <= f.size / 2; i++)
    line(f.x - f.size - i, f.y - i,
         f.x - f.size - i, f.y + i);
  setfillstyle(SOLID_FILL, WHITE);
  fillellipse(f.x + f.size / 2, f.y - f.size / 8,
              f.size / 8, f.size / 8);
  setcolor(LIGHTCYAN);
  circle(f.x + f.size + 15, f.y - 15, 4);
  circle(f.x + f.size + 22, f.y - 32, 6);
}
