/* 学生成绩：总分和平均分。 */
#include <stdio.h>

struct student {
  char *name;
  int chinese, maths;
};

main()
{
  static struct student all[3] = {{"赵云", 88, 92}, {"钱多", 75, 60}, {"孙悟空", 59, 100}};
  int i, sum, best = 0;

  printf("姓名\t语文\t数学\t总分\n");
  for (i = 0; i < 3; i++) {
    sum = all[i].chinese + all[i].maths;
    if (sum > all[best].chinese + all[best].maths)
      best = i;
    printf("%s\t%d\t%d\t%d\n", all[i].name, all[i].chinese, all[i].maths, sum);
  }
  printf("第一名是%s。\n", all[best].name);
}
