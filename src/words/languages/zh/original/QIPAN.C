/* QIPAN.C：黑白棋，双人对弈，用Turbo C编写。

   用方向键移动棋子，按回车键或空格键落子，
   按Esc键退出。 */

#include <stdio.h>
#include <bios.h>
#include <graphics.h>

/* bioskey(0)返回的键值：高字节是键在键盘上的
   位置（扫描码），低字节是字符的ASCII码，
   没有字符的键低字节为0。 */
#define UP    0x4800
#define DOWN  0x5000
#define LEFT  0x4B00
#define RIGHT 0x4D00
#define ENTER 0x1C0D
#define SPACE 0x3920
#define ESC   0x011B

/* 棋盘上的棋子：1为黑棋，2为白棋，0为空格。
   行在前，列在后：Map[0][1]是第一行的第二格。
   屏幕上(x,y)处的格子，
   行号为(y-120)/40，
   列号为(x-120)/40。 */
int Map[8][8];

/* 第几手。奇数轮到黑方，
   偶数轮到白方。 */
int t;

/* 这一手落子失败的次数。 */
int tries;

/* score[1]为黑方得分，score[2]为白方得分。 */
int score[3];

void DrawQp(void);
int Playtoplay(void);
void SetPlayColor(int t);
void PutStone(int x, int y, int t);
void MoveColor(int x, int y);
int QpChange(int x, int y, int t);
void TurnOver(int row, int col, int t);
int CanMove(int t);
int Encloses(int row, int col, int t);
int OnBoard(int row, int col);
void DoScore(void);
void PrintScore(int n);
void PlayWin(void);

int main(void)
{
  int gd = DETECT, gm;

  initgraph(&gd, &gm, "");
  DrawQp();
  if (Playtoplay())
    bioskey(0);
  closegraph();
  return 0;
}

/* 画棋盘，设置游戏的初始状态：
   中央摆四枚棋子，双方各得2分。 */
void DrawQp(void)
{
  int i, row, col;

  /* 用setbkcolor(RED)也行，
     但那样用BLACK画的东西也都变红了。 */
  setfillstyle(SOLID_FILL, RED);
  bar(0, 0, 639, 479);
  setcolor(WHITE);
  for (i = 100; i <= 420; i += 40) {
    line(100, i, 420, i);
    line(i, 100, i, 420);
  }
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++)
      Map[row][col] = 0;
  TurnOver(3, 3, 2);
  TurnOver(3, 4, 1);
  TurnOver(4, 3, 1);
  TurnOver(4, 4, 2);
  t = 0;
  tries = 0;
  PutStone(500, 200, 1);
  PutStone(500, 300, 2);
  score[1] = 2;
  score[2] = 2;
  PrintScore(1);
  PrintScore(2);
}

/* 对战，两重循环：外层循环变换棋手，
   内层循环是一个棋手的走棋过程，
   移动棋子，试着落子。
   按Esc键退出时返回0。 */
int Playtoplay(void)
{
  int x, y, row, col, key;

  while (CanMove(1) || CanMove(2)) {
    t++;
    tries = 0;
    x = 120;
    y = 80;
    while (1) {
      PrintScore(1);
      PrintScore(2);
      PutStone(x, y, t);
      key = bioskey(0);
      if (key == ESC)
        return 0;
      if (key == ENTER || key == SPACE) {
        /* 在起点时y为80，行号为-1：
           这时&&的右边不再计算，不会去看Map。 */
        row = (y - 120) / 40;
        col = (x - 120) / 40;
        if (y != 80 && Map[row][col] != 1
            && Map[row][col] != 2) {
          if (QpChange(x, y, t)) {
            if (t % 2 == 1)
              Map[row][col] = 1;
            else
              Map[row][col] = 2;
            DoScore();
            break;
          }
          tries++;
          /* 失败的次数比空格还多：
             这一手作废。 */
          if (tries > 64 - score[1] - score[2])
            break;
        }
      } else {
        MoveColor(x, y);
        if (key == UP && y > 120)
          y -= 40;
        if (key == DOWN && y < 400)
          y += 40;
        if (key == LEFT && x > 120 && y > 80)
          x -= 40;
        if (key == RIGHT && x < 400 && y > 80)
          x += 40;
      }
    }
    MoveColor(x, y);
  }
  PrintScore(1);
  PrintScore(2);
  PlayWin();
  return 1;
}

/* 设置第t手的棋子颜色：
   t为奇数是黑色，为偶数是白色。 */
void SetPlayColor(int t)
{
  if (t % 2 == 1) {
    setcolor(BLACK);
    setfillstyle(SOLID_FILL, BLACK);
  } else {
    setcolor(WHITE);
    setfillstyle(SOLID_FILL, WHITE);
  }
}

/* 在(x,y)处画一枚第t手的棋子。 */
void PutStone(int x, int y, int t)
{
  SetPlayColor(t);
  fillellipse(x, y, 15, 15);
}

/* 棋子移走以后，恢复格子原来的状态：
   起点和空格恢复为红色，
   其他情况恢复Map中的棋子。 */
void MoveColor(int x, int y)
{
  int place;

  setfillstyle(SOLID_FILL, RED);
  bar(x - 19, y - 19, x + 19, y + 19);
  if (y != 80) {
    place = Map[(y - 120) / 40][(x - 120) / 40];
    if (place == 1 || place == 2)
      PutStone(x, y, place);
  }
}

/* 第t手在(x,y)处落子，
   向八个方向检查，
   把夹住的对方棋子翻转过来。
   返回yes：棋盘有变化为1，没有为0。

   每个方向上，i逐个走过对方的棋子，
   停下来的地方如果是自己的棋子，
   就把中间的棋子全部翻转。
   剩下不到两格的方向不用检查：
   中间夹不住棋子。 */
int QpChange(int x, int y, int t)
{
  int row, col, own, other, i, j, yes;

  row = (y - 120) / 40;
  col = (x - 120) / 40;
  if (t % 2 == 1)
    own = 1;
  else
    own = 2;
  other = 3 - own;
  yes = 0;

  /* 向右。 */
  if (col < 6) {
    i = 1;
    while (col + i < 7
        && Map[row][col + i] == other)
      i++;
    if (Map[row][col + i] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row, col + j, own);
        yes = 1;
      }
  }

  /* 向右下。 */
  if (row < 6 && col < 6) {
    i = 1;
    while (row + i < 7 && col + i < 7
        && Map[row + i][col + i] == other)
      i++;
    if (Map[row + i][col + i] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row + j, col + j, own);
        yes = 1;
      }
  }

  /* 向下。 */
  if (row < 6) {
    i = 1;
    while (row + i < 7
        && Map[row + i][col] == other)
      i++;
    if (Map[row + i][col] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row + j, col, own);
        yes = 1;
      }
  }

  /* 向左下。 */
  if (row < 6 && col > 1) {
    i = 1;
    while (row + i < 7 && col - i > 0
        && Map[row + i][col - i] == other)
      i++;
    if (Map[row + i][col - i] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row + j, col - j, own);
        yes = 1;
      }
  }

  /* 向左。 */
  if (col > 1) {
    i = 1;
    while (col - i > 0
        && Map[row][col - i] == other)
      i++;
    if (Map[row][col - i] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row, col - j, own);
        yes = 1;
      }
  }

  /* 向左上。 */
  if (row > 1 && col > 1) {
    i = 1;
    while (row - i > 0 && col - i > 0
        && Map[row - i][col - i] == other)
      i++;
    if (Map[row - i][col - i] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row - j, col - j, own);
        yes = 1;
      }
  }

  /* 向上。 */
  if (row > 1) {
    i = 1;
    while (row - i > 0
        && Map[row - i][col] == other)
      i++;
    if (Map[row - i][col] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row - j, col, own);
        yes = 1;
      }
  }

  /* 向右上。 */
  if (row > 1 && col < 6) {
    i = 1;
    while (row - i > 0 && col + i < 7
        && Map[row - i][col + i] == other)
      i++;
    if (Map[row - i][col + i] == own)
      for (j = 1; j < i; j++) {
        TurnOver(row - j, col + j, own);
        yes = 1;
      }
  }

  return yes;
}

/* 把一格的棋子变成第t手的颜色，
   Map和屏幕上一起变。 */
void TurnOver(int row, int col, int t)
{
  if (t % 2 == 1)
    Map[row][col] = 1;
  else
    Map[row][col] = 2;
  PutStone(120 + 40 * col, 120 + 40 * row, t);
}

/* 轮到第t手的一方有没有地方可下？
   不问这一句，遇到双方都无处可下的棋，
   程序就停不下来了。 */
int CanMove(int t)
{
  int row, col;

  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++)
      if (Map[row][col] == 0
          && Encloses(row, col, t))
        return 1;
  return 0;
}

/* 第t手下在这个空格，能不能夹住对方的棋子？
   查法与QpChange相同，
   但一个子也不翻转。 */
int Encloses(int row, int col, int t)
{
  int own, other, down, right, r, c, n;

  if (t % 2 == 1)
    own = 1;
  else
    own = 2;
  other = 3 - own;
  for (down = -1; down <= 1; down++)
    for (right = -1; right <= 1; right++) {
      r = row + down;
      c = col + right;
      n = 0;
      while (OnBoard(r, c)
          && Map[r][c] == other) {
        r += down;
        c += right;
        n++;
      }
      if (n > 0 && OnBoard(r, c)
          && Map[r][c] == own)
        return 1;
    }
  return 0;
}

/* 有没有这一行、这一列？ */
int OnBoard(int row, int col)
{
  return row >= 0 && row < 8
      && col >= 0 && col < 8;
}

/* 统计Map中双方的棋子数。 */
void DoScore(void)
{
  int row, col;

  score[1] = 0;
  score[2] = 0;
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++) {
      if (Map[row][col] == 1)
        score[1]++;
      if (Map[row][col] == 2)
        score[2]++;
    }
}

/* 在n方的位置上显示得分。 */
void PrintScore(int n)
{
  char text[8];
  int y;

  if (n == 1)
    y = 200;
  else
    y = 300;
  setfillstyle(SOLID_FILL, RED);
  bar(530, y - 12, 578, y + 11);
  setcolor(WHITE);
  settextstyle(DEFAULT_FONT, HORIZ_DIR, 3);
  sprintf(text, "%d", score[n]);
  outtextxy(530, y - 11, text);
}

/* 显示谁胜谁负。 */
void PlayWin(void)
{
  setcolor(WHITE);
  settextstyle(DEFAULT_FONT, HORIZ_DIR, 2);
  if (score[1] > score[2])
    outtextxy(470, 392, "Black wins");
  else if (score[1] < score[2])
    outtextxy(470, 392, "White wins");
  else
    outtextxy(470, 392, "A draw");
}
