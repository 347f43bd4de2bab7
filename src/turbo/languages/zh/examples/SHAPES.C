/* SHAPES.C：graphics.h的各种图形，十六种颜色。 */
