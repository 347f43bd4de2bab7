/* DOTS.C: a picture in a file. */

#include <bios.h>
#include <stdio.h>
#include <graphics.h>

/* The corners of a cat: x, then y. */
int cat[40] = {
  200, 400, 190, 300, 210, 240, 250, 200,
  240, 120, 240, 60, 280, 90, 330, 90,
  370, 60, 370, 120, 360, 200, 400, 260,
  420, 340, 420, 400, 500, 390, 520, 330,
  540, 340, 520, 410, 420, 430, 200, 430
};

void Write(void);
void Draw(void);

int main(void)
{
  int gd = DETECT, gm;

  initgraph(&gd, &gm, "");
  Write();
  Draw();
  bioskey(0);
  return 0;
}

/* Writes a line with x and y for each corner. */
void Write(void)
{
  FILE *f;
  int i;

  f = fopen("CAT.TXT", "w");
  for (i = 0; i < 40; i += 2)
    fprintf(f, "%d %d\n", cat[i], cat[i + 1]);
  fclose(f);
}

/* Reads the file, and draws from dot to dot. */
void Draw(void)
{
  FILE *f;
  int x, y, lastx, lasty;

  f = fopen("CAT.TXT", "r");
  if (f == NULL)
    return;
  lastx = 200;
  lasty = 430;
  setfillstyle(SOLID_FILL, YELLOW);
  while (fscanf(f, "%d %d", &x, &y) == 2) {
    setcolor(LIGHTMAGENTA);
    line(lastx, lasty, x, y);
    fillellipse(x, y, 4, 4);
    lastx = x;
    lasty = y;
  }
  fclose(f);
  setcolor(LIGHTGREEN);
  circle(285, 130, 10);
  circle(330, 130, 10);
}
