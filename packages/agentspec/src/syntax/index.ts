export type * from "@helve/core/program";
export { parseProgram } from "./parse-program.ts";
export { ProgramError } from "./program-error.ts";
export type { ProgramReading } from "./read-program.ts";
export { readProgram } from "./read-program.ts";
export type { Visitor } from "./visit.ts";
export { visit } from "./visit.ts";
