/* 按汉字把一句话倒过来。 */
#include <stdio.h>
#include <string.h>

void reverse(char *to, char *from)
{
  int n = strlen(from), width;
  char *end = to + n;

  *end = 0;
  while (*from) {
    width = *from < 0 ? 2 : 1;
    end -= width;
    memcpy(end, from, width);
    from += width;
  }
}

main()
{
  char back[40];

  reverse(back, "上海自来水来自海上");
  printf("%s\n", back);
  reverse(back, "落子 h8 无悔");
  printf("%s\n", back);
}
