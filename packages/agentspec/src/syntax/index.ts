export { parseProgram } from "./parse-program.ts";
export { ProgramError } from "./program-error.ts";
export type * from "./tree.ts";
