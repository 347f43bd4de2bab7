/* Paints each point of the screen and then fills a frame, as large as the screen. */
#include <graphics.h>

int work(int rounds)
{
  int gd = DETECT, gm, x, y, n;

  initgraph(&gd, &gm, "");
  for (n = 0; n < rounds; n++) {
    for (y = 0; y < 480; y++)
      for (x = 0; x < 640; x++)
        putpixel(x, y, (x + y + n) % 7);
    for (x = 0; x < 640; x++) {
      putpixel(x, 0, WHITE);
      putpixel(x, 479, WHITE);
    }
    for (y = 0; y < 480; y++) {
      putpixel(0, y, WHITE);
      putpixel(639, y, WHITE);
    }
    setfillstyle(SOLID_FILL, n % 7 + 8);
    floodfill(320, 240, WHITE);
  }
  return getpixel(0, 0) + getpixel(638, 478);
}
