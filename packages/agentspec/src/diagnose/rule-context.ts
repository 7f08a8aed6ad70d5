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
export interface RuleParts {
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
  const found: CollectedParts = { predicates: [], comparisons: [], groups: [], invocations: [], references: [] };
  for (const { value } of rule.bindings ?? []) {
    if (value.type === "invoke_action") collectInvocation(value, found);
    else collectValue(value, found);
  }
  collectExpression(rule.check, found);
  for (const enforcement of rule.enforce) collectEnforcement(enforcement, found);
  return found;
}

type CollectedParts = { -readonly [K in keyof RuleParts]: RuleParts[K][number][] };

function collectExpression(node: Expression, found: CollectedParts): void {
  switch (node.type) {
    case "and":
    case "or":
      found.groups.push(node);
      for (const operand of node.operands) collectExpression(operand, found);
      break;
    case "not":
      collectExpression(node.operand, found);
      break;
    case "predicate":
      found.predicates.push(node);
      for (const argument of node.arguments) collectValue(argument, found);
      break;
    case "comparison":
      found.comparisons.push(node);
      collectValue(node.left, found);
      collectValue(node.right, found);
      break;
    case "literal":
      break;
  }
}

function collectValue(node: Value, found: CollectedParts): void {
  switch (node.type) {
    case "reference":
      found.references.push({ reference: node, isInMessage: false });
      break;
    case "list":
      for (const item of node.items) collectValue(item, found);
      break;
    case "object":
      for (const { value } of node.entries) collectValue(value, found);
      break;
    case "literal":
      break;
  }
}

function collectEnforcement(node: Enforcement, found: CollectedParts): void {
  if (node.type === "invoke_action") collectInvocation(node, found);
  if (node.type === "user_inspection" || node.type === "warn" || node.type === "log")
    collectMessage(node.message, found);
}

function collectInvocation(node: InvokeAction, found: CollectedParts): void {
  found.invocations.push(node);
  collectValue(node.args, found);
}

function collectMessage(message: Template | undefined, found: CollectedParts): void {
  for (const part of message?.parts ?? []) {
    if (part.type === "reference") found.references.push({ reference: part, isInMessage: true });
  }
}

const bindingsByRule = new WeakMap<Rule, ReadonlyMap<string, Binding>>();

/** Finds the `let` binding of a name in a rule. */
export function findBinding(rule: Rule, name: string | number | undefined): Binding | undefined {
  if (rule.bindings === undefined) return undefined;
  const known = bindingsByRule.get(rule) ?? new Map(rule.bindings.map((binding) => [binding.name, binding]));
  bindingsByRule.set(rule, known);
  return known.get(String(name));
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
