/* QIPAN.C：两个人下的黑白棋，用 Turbo C 编写。

   箭头键移动棋子，回车键或
   空格键落子，Esc 键退出。 */

#include <stdio.h>
#include <bios.h>
#include <graphics.h>

/* bioskey(0) 返回的键值：高字
   节是键在键盘上的位置，低字节
   是字符，没有字符的键是 0。 */
#define UP    0x4800
#define DOWN  0x5000
#define LEFT  0x4B00
#define RIGHT 0x4D00
#define ENTER 0x1C0D
#define SPACE 0x3920
#define ESC   0x011B

/* 棋盘上的子：1 是黑子，2 是白
   子，0 是空格。先行后列：
   Map[0][1] 是第一行的第二格。
   屏幕上点 (x,y) 处的格子，行是
   (y-120)/40，列是 (x-120)/40。 */
int Map[8][8];

/* 第几手。奇数轮到黑
   方，偶数轮到白方。 */
int t;

/* 这一手里试错的次数。 */
int tries;

/* score[1] 是黑方得分，score[2] 是白方得分。 */
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

/* 画棋盘，摆好开局的四
   个子，双方各 2 分。 */
void DrawQp(void)
{
  int i, row, col;

  /* setbkcolor(RED) 也行，可是
     用 BLACK 画的就都变红了。 */
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

/* 下棋：两重循环。外层
   换人，内层是一个人移
   动棋子、试着落子。按
   Esc 退出时返回 0。 */
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
        /* 在起点 y 是 80，行是 -1：
           这时 && 不会去看 Map。 */
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
          /* 试的次数比空格还
             多：失去这一手。 */
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

/* 设置轮到下棋的一方的颜色：
   t 是奇数为黑，偶数为白。 */
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

/* 在 (x,y) 画第 t 手的棋子。 */
void PutStone(int x, int y, int t)
{
  SetPlayColor(t);
  fillellipse(x, y, 15, 15);
}

/* 棋子移走后恢复原来的格
   子：起点和空格是红色，
   否则画上 Map 里的子。 */
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

/* 第 t 手的子落在 (x,y)，
   从这一格往八个方向看，翻
   转夹住的子。返回 yes：棋
   盘变了是 1，没变是 0。

   每个方向上 i 走过对
   方的子，停在自己的子
   上时，中间的全部翻
   转。不到两格的方向不
   用看：中间夹不了子。 */
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

/* 把一格的子变成第 t 手一
   方的，Map 和屏幕都改。 */
void TurnOver(int row, int col, int t)
{
  if (t % 2 == 1)
    Map[row][col] = 1;
  else
    Map[row][col] = 2;
  PutStone(120 + 40 * col, 120 + 40 * row, t);
}

/* 第 t 手的一方有棋可下吗？
   不问这一句，双方都下不了
   的棋局就永远不会结束。 */
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

/* 第 t 手的子下在这个空格能夹
   住对方的子吗？同 QpChange
   一样找，只是不翻。 */
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

/* 有这样的行和列吗？ */
int OnBoard(int row, int col)
{
  return row >= 0 && row < 8
      && col >= 0 && col < 8;
}

/* 在 Map 里数双方的子。 */
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

/* 在固定的位置显示 n 方的得分。 */
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

/* 显示谁赢了。 */
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
