#include <stdio.h>

struct pupil {
  char name[10];
  int mark;
  int days[3];
};

struct pupil class[3] = {
  {"Li", 2, {1, 0, 1}},
  {"Wang", 1, {1, 1, 1}},
  {"Chen", 3, {0, 0, 1}}
};

struct pupil *Best(struct pupil *all, int count)
{
  struct pupil *best = all;
  int i;

  for (i = 1; i < count; i++)
    if (all[i].mark < best->mark)
      best = &all[i];
  return best;
}

main()
{
  struct pupil *first = Best(class, 3);

  first->mark = 0;
  first->days[2] = 5;
  printf("%s is best\n", first->name);
  return 0;
}
