/** Collects the parts of a rule or a binding by kind, in one pass for all diagnostics. */
import type {
  Arithmetic,
  Binding,
  Comparison,
  Conjunction,
  Disjunction,
  Enforcement,
  Expression,
  InvokeAction,
  LastStep,
  PredicateCall,
  Provenance,
  Quantifier,
  Reference,
  Rule,
  StepQuery,
  StepSum,
  Template,
  Value,
} from "@helve/core/program";

/** The predicates, comparisons, references … of a rule, each list in the order of the text. */
export interface RuleParts {
  readonly predicates: readonly PredicateCall[];
  /** Also those in the `where` of questions about earlier steps. */
  readonly comparisons: readonly Comparison[];
  readonly quantifiers: readonly Quantifier[];
  readonly groups: readonly (Conjunction | Disjunction)[];
  readonly invocations: readonly InvokeAction[];
  readonly references: readonly ReferenceUse[];
  readonly queries: readonly StepQuery[];
  readonly sums: readonly StepSum[];
  readonly lastSteps: readonly LastStep[];
  readonly calculations: readonly Arithmetic[];
  readonly provenances: readonly Provenance[];
  /** The question about earlier steps in which a reference to `step` is. */
  readonly queryOfStep: ReadonlyMap<Reference, StepQuery>;
}

/** A reference, and whether it is in the message of an enforcement. */
export interface ReferenceUse {
  readonly reference: Reference;
  readonly isInMessage: boolean;
}

/** Collects the parts of a rule. */
export function collectRuleParts(rule: Rule): RuleParts {
  const parts = noParts();
  for (const { value } of rule.bindings ?? []) {
    if (value.type === "invoke_action") collectInvocation(value, parts);
    else collectValue(value, parts);
  }
  collectExpression(rule.check, parts);
  for (const enforcement of rule.enforce) collectEnforcement(enforcement, parts);
  return parts;
}

/** Collects the parts of a binding before the first rule. */
export function collectBindingParts({ value }: Binding): RuleParts {
  const parts = noParts();
  if (value.type !== "invoke_action") collectValue(value, parts);
  return parts;
}

type Lists = Omit<RuleParts, "queryOfStep">;
type CollectedParts = { -readonly [K in keyof Lists]: Lists[K][number][] } & {
  readonly queryOfStep: Map<Reference, StepQuery>;
};

/** Returns a record in which no part of a rule is collected yet. */
function noParts(): CollectedParts {
  return {
    predicates: [],
    comparisons: [],
    quantifiers: [],
    groups: [],
    invocations: [],
    references: [],
    queries: [],
    sums: [],
    lastSteps: [],
    calculations: [],
    provenances: [],
    queryOfStep: new Map(),
  };
}

/** Adds the parts of an expression. @param query - the question about earlier steps that the expression belongs to */
function collectExpression(node: Expression, parts: CollectedParts, query?: StepQuery): void {
  switch (node.type) {
    case "and":
    case "or":
      parts.groups.push(node);
      for (const operand of node.operands) collectExpression(operand, parts, query);
      break;
    case "not":
      collectExpression(node.operand, parts, query);
      break;
    case "predicate":
      parts.predicates.push(node);
      for (const argument of node.arguments) collectValue(argument, parts, query);
      break;
    case "comparison":
      parts.comparisons.push(node);
      collectValue(node.left, parts, query);
      collectValue(node.right, parts, query);
      break;
    case "every":
    case "some":
      parts.quantifiers.push(node);
      collectValue(node.value, parts, query);
      collectValue(node.right, parts, query);
      break;
    case "once":
      collectQuery(node.steps, parts);
      break;
    case "provenance":
      parts.provenances.push(node);
      collectValue(node.value, parts, query);
      break;
    case "literal":
      break;
  }
}

/** Adds the parts of a value. */
function collectValue(node: Value, parts: CollectedParts, query?: StepQuery): void {
  switch (node.type) {
    case "reference":
      parts.references.push({ reference: node, isInMessage: false });
      if (node.root === "step" && query !== undefined) parts.queryOfStep.set(node, query);
      break;
    case "list":
      for (const item of node.items) collectValue(item, parts, query);
      break;
    case "object":
      for (const { value } of node.entries) collectValue(value, parts, query);
      break;
    case "arithmetic":
      parts.calculations.push(node);
      collectValue(node.left, parts, query);
      collectValue(node.right, parts, query);
      break;
    case "sum":
      parts.sums.push(node);
      collectValue(node.value, parts, node.steps);
      collectQuery(node.steps, parts);
      break;
    case "last":
      parts.lastSteps.push(node);
      collectQuery(node.steps, parts);
      break;
    case "count":
      collectQuery(node.steps, parts);
      break;
    case "duration":
    case "literal":
      break;
  }
}

/** Collects a query of steps and what its condition contains. */
function collectQuery(query: StepQuery, parts: CollectedParts): void {
  parts.queries.push(query);
  if (query.where !== undefined) collectExpression(query.where, parts, query);
}

/** Adds the invocation or the message references of an enforcement. */
function collectEnforcement(node: Enforcement, parts: CollectedParts): void {
  if (node.type === "invoke_action") collectInvocation(node, parts);
  else if ("message" in node) collectMessage(node.message, parts);
}

/** Adds an `invoke_action` and the references in its arguments. */
function collectInvocation(node: InvokeAction, parts: CollectedParts): void {
  parts.invocations.push(node);
  collectValue(node.args, parts);
}

/** Adds the references in the placeholders of a message. */
function collectMessage(message: Template | undefined, parts: CollectedParts): void {
  for (const part of message?.parts ?? []) {
    if (part.type === "reference") parts.references.push({ reference: part, isInMessage: true });
  }
}
