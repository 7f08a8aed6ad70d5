import type { Issue } from "@helve/core";
import type {
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
} from "../syntax/index.ts";
import type { CatalogueTool } from "./catalogue.ts";
import type { Known } from "./known.ts";

/** What is looked at when a rule is diagnosed: the rule, what is in it, and what is known of the host. */
export interface Look extends Contents {
  readonly rule: Rule;
  readonly known: Known;
  /** What the program was read from. */
  readonly text?: string;
  /** The tools that the trigger fits, where all of them are known. */
  readonly tools?: readonly CatalogueTool[];
}

/** Notes what is wrong with a node; the place is the node's where none is given. */
export type Report = (node: ProgramNode, issue: Omit<Issue, "path">) => void;

/** Finds what is wrong with one rule. */
export type RuleDiagnostic = (look: Look, report: Report) => void;

/** Finds what is wrong with rules together. */
export type ProgramDiagnostic = (program: Program, report: Report) => void;

/** The parts of a rule by kind, each in the order of the text. */
export interface Contents {
  readonly predicates: readonly PredicateCall[];
  readonly comparisons: readonly Comparison[];
  readonly groups: readonly (Conjunction | Disjunction)[];
  readonly invocations: readonly InvokeAction[];
  readonly references: readonly PlacedReference[];
}

/** A reference, and whether it stands in a message. */
export interface PlacedReference {
  readonly reference: Reference;
  readonly isInMessage: boolean;
}

/** Goes through a rule once, for all diagnostics. */
export function contentsOf(rule: Rule): Contents {
  const found: Found = { predicates: [], comparisons: [], groups: [], invocations: [], references: [] };
  for (const { value } of rule.bindings ?? []) {
    if (value.type === "invoke_action") ofInvocation(value, found);
    else ofValue(value, found);
  }
  ofExpression(rule.check, found);
  for (const enforcement of rule.enforce) ofEnforcement(enforcement, found);
  return found;
}

type Found = { -readonly [K in keyof Contents]: Contents[K][number][] };

function ofExpression(node: Expression, found: Found): void {
  switch (node.type) {
    case "and":
    case "or":
      found.groups.push(node);
      for (const operand of node.operands) ofExpression(operand, found);
      break;
    case "not":
      ofExpression(node.operand, found);
      break;
    case "predicate":
      found.predicates.push(node);
      for (const argument of node.arguments) ofValue(argument, found);
      break;
    case "comparison":
      found.comparisons.push(node);
      ofValue(node.left, found);
      ofValue(node.right, found);
      break;
    case "literal":
      break;
  }
}

function ofValue(node: Value, found: Found): void {
  switch (node.type) {
    case "reference":
      found.references.push({ reference: node, isInMessage: false });
      break;
    case "list":
      for (const item of node.items) ofValue(item, found);
      break;
    case "object":
      for (const { value } of node.entries) ofValue(value, found);
      break;
    case "literal":
      break;
  }
}

function ofEnforcement(node: Enforcement, found: Found): void {
  if (node.type === "invoke_action") ofInvocation(node, found);
  if (node.type === "user_inspection" || node.type === "warn" || node.type === "log") ofMessage(node.message, found);
}

function ofInvocation(node: InvokeAction, found: Found): void {
  found.invocations.push(node);
  ofValue(node.args, found);
}

function ofMessage(message: Template | undefined, found: Found): void {
  for (const part of message?.parts ?? []) {
    if (part.type === "reference") found.references.push({ reference: part, isInMessage: true });
  }
}
