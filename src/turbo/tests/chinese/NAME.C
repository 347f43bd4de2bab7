/* 从键盘读一个名字。 */
#include <stdio.h>
#include <string.h>

main()
{
  char name[20];

  printf("请输入您的姓名：");
  gets(name);
  printf("%s同学，您好！姓名有 %d 个字节。\n", name, strlen(name));
}
