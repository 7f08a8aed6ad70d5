export { parseProgram, readProgram } from "./syntax/parse-program.ts";
export type { ProgramReadResult } from "./syntax/combine-parts.ts";
export { ProgramError } from "./syntax/program-error.ts";
export { parseProgramJson, parseRuleJson, readProgramJson, readRuleJson } from "./program-json.ts";
export { programSchema, ruleSchema } from "./program-json/json-schema.ts";
export { formatCondition, formatProgram } from "./format.ts";
export { diagnose } from "./diagnose.ts";
export { toolsFromDocuments } from "./diagnose/catalogue.ts";
export type {
  Catalogue,
  CatalogueEnforcement,
  CataloguePredicate,
  CatalogueTool,
  CatalogueDocument,
} from "./diagnose/catalogue.ts";
export type { PredicateParameter } from "@helve/core";
export { explainProgram, explainRule } from "./explain.ts";
export type { ExplainRuleOptions } from "./explain.ts";
export type { ExplainOptions, PredicatePhrase } from "@helve/core";
export { visit } from "./syntax/visit.ts";
export type { Visitor } from "./syntax/visit.ts";
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
  RuleTest,
  TestStep,
  TestStepStatus,
  TestEvent,
  TestCall,
  TestStepEnd,
  TestStateChange,
  TestFinish,
  TestExpectation,
  ProgramComment,
  Attachment,
  AlternativeForm,
  ProgramNode,
  ProgramNodeOf,
  ProgramNodeType,
} from "@helve/core/program";
