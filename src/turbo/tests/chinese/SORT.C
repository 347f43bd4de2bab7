/* 一级汉字按拼音排列，所以 strcmp 就能排序。 */
#include <stdio.h>
#include <string.h>

main()
{
  static char *word[6] = {"中盘", "棋盘", "落子", "白子", "黑子", "定式"};
  char *held;
  int i, j;

  for (i = 0; i < 5; i++)
    for (j = 0; j < 5 - i; j++)
      if (strcmp(word[j], word[j + 1]) > 0) {
        held = word[j];
        word[j] = word[j + 1];
        word[j + 1] = held;
      }
  for (i = 0; i < 6; i++)
    printf("%s ", word[i]);
  printf("\n");
}
