/* SHAPES.C：graphics.h 的各种图形，十六种颜色。 */
