/* 图形方式下的棋盘和说明。 */
#include <graphics.h>

main()
{
  int driver = DETECT, mode, i;

  initgraph(&driver, &mode, "");
  setcolor(GREEN);
  for (i = 0; i <= 8; i++) {
    line(100, 100 + 40 * i, 420, 100 + 40 * i);
    line(100 + 40 * i, 100, 100 + 40 * i, 420);
  }
  setcolor(YELLOW);
  settextstyle(DEFAULT_FONT, HORIZ_DIR, 2);
  outtextxy(100, 50, "黑白棋");
  settextstyle(DEFAULT_FONT, HORIZ_DIR, 1);
  setcolor(WHITE);
  outtextxy(450, 120, "黑方: 2");
  outtextxy(450, 150, "白方: 2");
  outtextxy(450, 200, "方向键移动，回车落子");
  settextjustify(RIGHT_TEXT, TOP_TEXT);
  outtextxy(600, 260, "按 Esc 退出");
  getch();
}
