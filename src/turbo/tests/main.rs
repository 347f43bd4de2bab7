//! Tests of the machine and its C compiler.

mod c_chinese;
mod c_conio;
mod c_cpp;
mod c_debugger;
mod c_files;
#[cfg(not(windows))]
mod c_gcc;
mod c_graphics;
mod c_input;
mod c_language;
mod c_library;
mod c_machine;
mod c_memory;
mod c_more;
mod c_numbers;
mod c_pointers;
mod c_programs;
mod c_quick;
mod c_reals;
mod c_screen;
mod c_sources;
mod c_standard;
mod c_structs;
mod c_why_not;
mod c_wrong;
mod common;
mod examples;
mod reference;
mod text;
