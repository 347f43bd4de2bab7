/* TABLE.C：QpChange的另一种写法。
   QIPAN.C中的八段程序，差别只在正负号。
   这里把正负号放在表里，
   用一段程序查表走完八个方向。 */

#include <bios.h>
#include <graphics.h>

/* 棋盘上的棋子：1为黑棋，2为白棋，
   0为空格。
   行在前，列在后。 */
int Map[8][8];

/* 八个方向，次序与QIPAN.C相同：
   Down是走一步向下几行，
   Right是走一步向右几列。 */
int Down[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
int Right[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };

int QpChange(int x, int y, int t);
int CellsLeft(int n, int step);
void TurnOver(int row, int col, int t);

/* 摆好四枚棋子，然后在行号2、列号3的格子
   下一枚黑棋。 */
int main(void)
{
  int gd = DETECT, gm;

  initgraph(&gd, &gm, "");
  setfillstyle(SOLID_FILL, RED);
  bar(0, 0, 639, 479);
  TurnOver(3, 3, 2);
  TurnOver(3, 4, 1);
  TurnOver(4, 3, 1);
  TurnOver(4, 4, 2);
  if (QpChange(240, 200, 1))
    TurnOver(2, 3, 1);
  bioskey(0);
  closegraph();
  return 0;
}

/* 第t手在(x,y)处落子，
   向八个方向检查，
   把夹住的对方棋子翻转过来。
   返回yes：棋盘有变化为1，没有为0。 */
int QpChange(int x, int y, int t)
{
  int row, col, own, other, yes;
  int d, left, r, c, i, j;

  row = (y - 120) / 40;
  col = (x - 120) / 40;
  if (t % 2 == 1)
    own = 1;
  else
    own = 2;
  other = 3 - own;
  yes = 0;
  for (d = 0; d < 8; d++) {
    left = CellsLeft(row, Down[d]);
    if (left > CellsLeft(col, Right[d]))
      left = CellsLeft(col, Right[d]);
    if (left < 2)
      continue;
    r = row + Down[d];
    c = col + Right[d];
    i = 1;
    while (i < left && Map[r][c] == other) {
      r += Down[d];
      c += Right[d];
      i++;
    }
    if (Map[r][c] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row + j * Down[d],
                 col + j * Right[d], own);
        yes = 1;
      }
  }
  return yes;
}

/* 从第n行（列）起，往这个方向还有几格。
   走起来行（列）不变的方向，
   不受限制。 */
int CellsLeft(int n, int step)
{
  if (step == 1)
    return 7 - n;
  if (step == -1)
    return n;
  return 7;
}

/* 把一格的棋子变成第t手的颜色，
   Map和屏幕上一起变。 */
void TurnOver(int row, int col, int t)
{
  int color;

  if (t % 2 == 1) {
    Map[row][col] = 1;
    color = BLACK;
  } else {
    Map[row][col] = 2;
    color = WHITE;
  }
  setcolor(color);
  setfillstyle(SOLID_FILL, color);
  fillellipse(120 + 40 * col, 120 + 40 * row,
              15, 15);
}
