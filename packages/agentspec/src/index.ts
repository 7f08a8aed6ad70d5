export { parseProgram } from "./syntax/index.ts";
export { ProgramError } from "./syntax/index.ts";
export type {
  Program,
  Rule,
  Trigger,
  ToolPattern,
  Expression,
  Conjunction,
  Negation,
  PredicateCall,
  Value,
  Literal,
  List,
  ObjectValue,
  Entry,
  Reference,
  Enforcement,
  UserInspection,
  LlmSelfReflect,
  InvokeAction,
  Stop,
} from "./syntax/index.ts";
