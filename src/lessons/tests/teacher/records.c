#include <stdio.h>
#include <string.h>
struct student { char name[20]; int marks; };
struct student list[30];
int main(void)
{
  struct student t;
  int n = 0, i, j, sum = 0;
  printf("Name and marks, end 0 to finish:\n");
  while (n < 30) {
    scanf("%s %d", list[n].name, &list[n].marks);
    if (strcmp(list[n].name, "end") == 0) break;
    n++;
  }
  for (i = 0; i < n; i++)
    for (j = i + 1; j < n; j++)
      if (list[j].marks > list[i].marks) {
        t = list[i];
        list[i] = list[j];
        list[j] = t;
      }
  for (i = 0; i < n; i++) {
    printf("%-10s %3d %s\n", list[i].name, list[i].marks, list[i].marks >= 50 ? "pass" : "fail");
    sum += list[i].marks;
  }
  if (n > 0) printf("Best: %s, average %.1f\n", list[0].name, (float) sum / n);
  return 0;
}
