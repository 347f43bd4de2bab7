/* 文本方式下的菜单：窗口、颜色、保存和恢复被盖住的字。 */
#include <conio.h>

static char *item[4] = {"开始下棋", "悔棋一步", "打开棋谱", "退出"};

void menu(int chosen)
{
  int i;

  for (i = 0; i < 4; i++) {
    gotoxy(11, 4 + i);
    if (i == chosen) {
      textcolor(WHITE);
      textbackground(RED);
    }
    else {
      textcolor(BLACK);
      textbackground(LIGHTGRAY);
    }
    cprintf(" %-10s ", item[i]);
  }
}

main()
{
  char under[2 * 20 * 8];

  clrscr();
  cputs("这里是主程序的文字。\r\n\r\n\r\n第四行的文字被菜单盖住一会儿。");
  gettext(11, 4, 22, 7, under);
  menu(1);
  getch();
  menu(2);
  getch();
  puttext(11, 4, 22, 7, under);
}
