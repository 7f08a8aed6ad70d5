export { parseProgram } from "./syntax/index.ts";
export { readProgram } from "./syntax/index.ts";
export type { ProgramReading } from "./syntax/index.ts";
export { ProgramError } from "./syntax/index.ts";
export { parseProgramJson, parseRuleJson } from "./json/parse-json.ts";
export { programSchema, ruleSchema } from "./json/json-schema.ts";
export { formatProgram } from "./format.ts";
export { diagnose } from "./diagnose.ts";
export { toolsOfDocuments } from "./diagnostics/catalogue.ts";
export type {
  Catalogue,
  CatalogueEnforcement,
  CataloguePredicate,
  CatalogueTool,
  ToolDocument,
} from "./diagnostics/catalogue.ts";
export type { PredicateParameter } from "@helve/core";
export { explainProgram, explainRule } from "./explain.ts";
export type { ExplainRuleOptions } from "./explain.ts";
export type { ExplainOptions, PredicatePhrase } from "@helve/core";
export { visit } from "./syntax/index.ts";
export type { Visitor } from "./syntax/index.ts";
export type {
  Program,
  Header,
  UnknownPolicy,
  Rule,
  Severity,
  Binding,
  Trigger,
  TriggerEvent,
  ToolPattern,
  Expression,
  Conjunction,
  Disjunction,
  Negation,
  PredicateCall,
  Comparison,
  ComparisonOperator,
  Value,
  Literal,
  ListValue,
  ObjectValue,
  Entry,
  Reference,
  ReferenceRoot,
  Template,
  TextPart,
  Enforcement,
  UserInspection,
  LlmSelfReflect,
  InvokeAction,
  Stop,
  Skip,
  None,
  Allow,
  Warn,
  Log,
  DomainEnforcement,
  ProgramComment,
  Attachment,
  Spelling,
  ProgramNode,
  ProgramNodeOf,
  ProgramNodeType,
} from "./syntax/index.ts";
