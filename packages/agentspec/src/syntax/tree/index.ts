export type * from "./enforcement.ts";
export type * from "./expression.ts";
export type { Node, NodeOf, NodeType } from "./node.ts";
export type * from "./program.ts";
export type * from "./trigger.ts";
export type * from "./trivia.ts";
export type * from "./value.ts";
