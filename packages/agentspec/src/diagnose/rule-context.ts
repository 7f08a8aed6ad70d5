// Collects what all diagnostics of a rule need: its predicates, comparisons and references, the catalogue, and the matched tools.

import type { Issue } from "@helve/core";
import type {
  Binding,
  Comparison,
  Conjunction,
  Disjunction,
  Enforcement,
  Expression,
  InvokeAction,
  PredicateCall,
  Program,
  ProgramNode,
  Reference,
  Rule,
  Template,
  Value,
} from "@helve/core/program";
import type { CatalogueTool } from "./catalogue.ts";
import type { CatalogueIndex } from "./catalogue-index.ts";

/** The input of each rule diagnostic: a rule, its parts by kind, the catalogue, and the tools that the rule's trigger matches. */
export interface RuleContext extends RuleParts {
  readonly rule: Rule;
  readonly catalogue: CatalogueIndex;
  /** The text of the program, if the program was parsed from a text. */
  readonly text?: string;
  /** The tools that the trigger matches; absent if one of its patterns matches no tool of the catalogue. */
  readonly tools?: readonly CatalogueTool[];
}

/** Reports an issue of a node; without a `range`, the issue gets the range of the node. */
export type ReportIssue = (node: ProgramNode, issue: Omit<Issue, "path">) => void;

/** A check for one kind of problem within a rule. */
export type RuleDiagnostic = (context: RuleContext, report: ReportIssue) => void;

/** A check for one kind of problem that concerns the program as a whole, such as two rules in conflict. */
export type ProgramDiagnostic = (program: Program, report: ReportIssue) => void;

/** The predicates, comparisons, references … of a rule, each list in the order of the text. */
interface RuleParts {
  readonly predicates: readonly PredicateCall[];
  readonly comparisons: readonly Comparison[];
  readonly groups: readonly (Conjunction | Disjunction)[];
  readonly invocations: readonly InvokeAction[];
  readonly references: readonly ReferenceUse[];
}

/** A reference, and whether it is in the message of an enforcement. */
export interface ReferenceUse {
  readonly reference: Reference;
  readonly isInMessage: boolean;
}

/** Collects the parts of a rule in one pass, for all diagnostics. */
export function collectRuleParts(rule: Rule): RuleParts {
  const parts: CollectedParts = { predicates: [], comparisons: [], groups: [], invocations: [], references: [] };
  for (const { value } of rule.bindings ?? []) {
    if (value.type === "invoke_action") collectInvocation(value, parts);
    else collectValue(value, parts);
  }
  collectExpression(rule.check, parts);
  for (const enforcement of rule.enforce) collectEnforcement(enforcement, parts);
  return parts;
}

type CollectedParts = { -readonly [K in keyof RuleParts]: RuleParts[K][number][] };

/** Adds the predicates, comparisons, groups and references of an expression to the collected parts. */
function collectExpression(node: Expression, parts: CollectedParts): void {
  switch (node.type) {
    case "and":
    case "or":
      parts.groups.push(node);
      for (const operand of node.operands) collectExpression(operand, parts);
      break;
    case "not":
      collectExpression(node.operand, parts);
      break;
    case "predicate":
      parts.predicates.push(node);
      for (const argument of node.arguments) collectValue(argument, parts);
      break;
    case "comparison":
      parts.comparisons.push(node);
      collectValue(node.left, parts);
      collectValue(node.right, parts);
      break;
    case "literal":
      break;
  }
}

/** Adds the references in a value to the collected parts. */
function collectValue(node: Value, parts: CollectedParts): void {
  switch (node.type) {
    case "reference":
      parts.references.push({ reference: node, isInMessage: false });
      break;
    case "list":
      for (const item of node.items) collectValue(item, parts);
      break;
    case "object":
      for (const { value } of node.entries) collectValue(value, parts);
      break;
    case "literal":
      break;
  }
}

/** Adds the invocation or the message references of an enforcement to the collected parts. */
function collectEnforcement(node: Enforcement, parts: CollectedParts): void {
  if (node.type === "invoke_action") collectInvocation(node, parts);
  if (node.type === "user_inspection" || node.type === "warn" || node.type === "log")
    collectMessage(node.message, parts);
}

/** Adds an `invoke_action` and the references in its arguments to the collected parts. */
function collectInvocation(node: InvokeAction, parts: CollectedParts): void {
  parts.invocations.push(node);
  collectValue(node.args, parts);
}

/** Adds the references in the placeholders of a message to the collected parts. */
function collectMessage(message: Template | undefined, parts: CollectedParts): void {
  for (const part of message?.parts ?? []) {
    if (part.type === "reference") parts.references.push({ reference: part, isInMessage: true });
  }
}

const bindingsByRule = new WeakMap<Rule, ReadonlyMap<string, Binding>>();

/** Finds the `let` binding of a name in a rule. */
export function findBinding(rule: Rule, name: string | number | undefined): Binding | undefined {
  if (rule.bindings === undefined) return undefined;
  const bindings = bindingsByRule.get(rule) ?? new Map(rule.bindings.map((binding) => [binding.name, binding]));
  bindingsByRule.set(rule, bindings);
  return bindings.get(String(name));
}

/** Creates the context in which a rule is diagnosed. */
export function ruleContext(rule: Rule, catalogue: CatalogueIndex, text: string | undefined): RuleContext {
  const tools = catalogue.tools?.matching(rule.trigger);
  return {
    rule,
    catalogue,
    ...collectRuleParts(rule),
    ...(text !== undefined && { text }),
    ...(tools !== undefined && { tools }),
  };
}
