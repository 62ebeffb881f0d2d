//! Input that means harm: nothing in a folder makes a build crash, hang or eat
//! the machine, and every refusal names the file and, where one exists, the
//! line.

mod bounds;
mod growth;
mod limits;
mod output;
mod texts;
mod trees;
