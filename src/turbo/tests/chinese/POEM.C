/* 直排的诗，从右往左。 */
#include <conio.h>
#include <string.h>

main()
{
  static char *line[4] = {"白日依山尽", "黄河入海流", "欲穷千里目", "更上一层楼"};
  char one[4];
  int i, n;

  clrscr();
  for (i = 0; i < 4; i++)
    for (n = 0; n < 5; n++) {
      strncpy(one, line[i] + 3 * n, 3);
      one[3] = 0;
      gotoxy(30 - 5 * i, 3 + 2 * n);
      cputs(one);
    }
}
