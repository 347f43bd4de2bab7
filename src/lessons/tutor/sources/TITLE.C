/* TITLE.C: strings. */

#include <bios.h>
#include <stdio.h>
#include <string.h>
#include <graphics.h>

/* Eight characters and the zero after them. */
char text[20] = "I LIKE C";

int main(void)
{
  int gd = DETECT, gm;
  int i, n;
  char one[2], line[40];

  initgraph(&gd, &gm, "");
  n = strlen(text);
  one[1] = '\0';
  settextstyle(DEFAULT_FONT, HORIZ_DIR, 8);
  for (i = 0; i < n; i++) {
    one[0] = text[i];
    setcolor(DARKGRAY);
    outtextxy(68 + 64 * i, 148, one);
    setcolor(9 + i % 7);
    outtextxy(60 + 64 * i, 140, one);
  }
  sprintf(line, "%d letters and blanks", n);
  settextstyle(DEFAULT_FONT, HORIZ_DIR, 2);
  setcolor(WHITE);
  outtextxy(152, 300, line);
  bioskey(0);
  return 0;
}
