/** The union of all syntax-tree nodes of an AgentSpec program. */
import type { Enforcement } from "./enforcement.ts";
import type { Entry, Expression, StepQuery, Value } from "./expression.ts";
import type { NamedSource, StepWindow } from "./history.ts";
import type { Binding, Header, Program, Rule } from "./program.ts";
import type {
  RuleTest,
  TestCall,
  TestExpectation,
  TestFinish,
  TestStateChange,
  TestStep,
  TestStepEnd,
} from "./rule-test.ts";
import type { ToolPattern, Trigger } from "./trigger.ts";
import type { Template, TextPart } from "./value.ts";

/** Any node of a program's syntax tree, without comments and alternative forms. */
export type ProgramNode =
  | Program
  | Header
  | Rule
  | Trigger
  | ToolPattern
  | Binding
  | Expression
  | StepQuery
  | StepWindow
  | NamedSource
  | Value
  | Entry
  | Template
  | TextPart
  | Enforcement
  | RuleTest
  | TestStep
  | TestCall
  | TestStepEnd
  | TestStateChange
  | TestFinish
  | TestExpectation;

/** The `type` of a node. */
export type ProgramNodeType = ProgramNode["type"];

/** The node of a type. */
export type ProgramNodeOf<T extends ProgramNodeType> = Extract<ProgramNode, { readonly type: T }>;
