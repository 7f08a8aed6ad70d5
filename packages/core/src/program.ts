/** The subpath `@helve/core/program`: the types of the syntax tree of an AgentSpec program. */

export type * from "./program/enforcement.ts";
export type * from "./program/expression.ts";
export type * from "./program/history.ts";
export type { ProgramNode, ProgramNodeOf, ProgramNodeType } from "./program/node.ts";
export type * from "./program/program.ts";
export type * from "./program/rule-test.ts";
export type * from "./program/trigger.ts";
export type * from "./program/trivia.ts";
export type * from "./program/value.ts";
