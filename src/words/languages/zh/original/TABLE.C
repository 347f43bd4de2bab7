/* TABLE.C：再写一遍 QpChange。
   QIPAN.C 里的八段程序只差正负
   号。这里把正负号放进表里，用
   一段程序走一遍表。 */

#include <bios.h>
#include <graphics.h>

/* 棋盘上的子：1 是黑
   子，2 是白子，0 是
   空格。先行后列。 */
int Map[8][8];

/* 八个方向，次序同
   QIPAN.C：一步往下
   几行，往右几列。 */
int Down[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
int Right[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };

int QpChange(int x, int y, int t);
int CellsLeft(int n, int step);
void TurnOver(int row, int col, int t);

/* 摆好四个子，再在第 2
   行第 3 列下一个黑子。 */
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

/* 第 t 手的子落在 (x,y)，
   从这一格往八个方向看，翻
   转夹住的子。返回 yes：棋
   盘变了是 1，没变是 0。 */
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

/* 在一个方向上，第 n 行
   或列之外还有几格。行或
   列不变的方向不受限制。 */
int CellsLeft(int n, int step)
{
  if (step == 1)
    return 7 - n;
  if (step == -1)
    return n;
  return 7;
}

/* 把一格的子变成第 t 手一
   方的，Map 和屏幕都改。 */
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
