/* TRAIN.C: a linked list. */

#include <bios.h>
#include <stdlib.h>
#include <graphics.h>

struct Wagon {
  int color;
  struct Wagon *next;
};

struct Wagon *first;

void Add(int color);
void Wheels(int x);

int main(void)
{
  int gd = DETECT, gm, x;
  struct Wagon *p;

  initgraph(&gd, &gm, "");
  Add(LIGHTGREEN);
  Add(YELLOW);
  Add(LIGHTMAGENTA);
  Add(LIGHTBLUE);
  setcolor(WHITE);
  line(0, 323, 639, 323);
  setfillstyle(SOLID_FILL, RED);
  bar(20, 240, 110, 300);
  bar(75, 200, 110, 240);
  bar(32, 205, 48, 240);
  circle(50, 180, 12);
  circle(75, 155, 16);
  circle(108, 125, 20);
  Wheels(20);
  x = 130;
  for (p = first; p != NULL; p = p->next) {
    setcolor(WHITE);
    line(x - 20, 290, x, 290);
    setfillstyle(SOLID_FILL, p->color);
    bar(x, 230, x + 90, 300);
    Wheels(x);
    x += 110;
  }
  bioskey(0);
  return 0;
}

/* Puts a wagon in front of the others. */
void Add(int color)
{
  struct Wagon *p;

  p = malloc(sizeof(struct Wagon));
  p->color = color;
  p->next = first;
  first = p;
}

void Wheels(int x)
{
  setfillstyle(SOLID_FILL, DARKGRAY);
  fillellipse(x + 22, 308, 14, 14);
  fillellipse(x + 68, 308, 14, 14);
}
