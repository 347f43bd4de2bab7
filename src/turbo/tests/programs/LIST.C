/* Builds, reverses and frees a list. */
#include <stdlib.h>
struct node { int value; char name[3]; struct node *next; };
struct node *push(struct node *list, int value) {
    struct node *new = (struct node *) malloc(sizeof(struct node));
    new->value = value; new->name[0] = 'a' + value; new->name[1] = 0; new->next = list;
    return new;
}
main() {
    struct node *list = NULL, *turned = NULL, *p;
    int n;
    for (n = 0; n < 5; n++) list = push(list, n);
    while (list) { p = list->next; list->next = turned; turned = list; list = p; }
    for (p = turned; p != NULL; p = p->next) printf("%d%s ", p->value, p->name);
    while (turned) { p = turned->next; free(turned); turned = p; }
    return 0;
}
