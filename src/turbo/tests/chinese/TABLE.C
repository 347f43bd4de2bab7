/* 用制表符画一张成绩表。 */
#include <stdio.h>

main()
{
  static char *name[3] = {"张三", "李小四", "王五"};
  static int score[3] = {95, 68, 100};
  int i;

  printf("┌────┬───┐\n");
  printf("│姓名    │成绩  │\n");
  for (i = 0; i < 3; i++) {
    printf("├────┼───┤\n");
    printf("│%-8s│%6d│\n", name[i], score[i]);
  }
  printf("└────┴───┘\n");
}
