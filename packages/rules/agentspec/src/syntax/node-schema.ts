/** Describes the fields of every syntax-tree node; JSON Schemas, traversal and JSON validation are derived from it. */
import type { AlternativeForm, Attachment, ProgramComment, ProgramNodeType } from "@helve/core/program";
import type { StringKind } from "./string-patterns.ts";
import {
  comparisonOperators,
  defaultDecisions,
  durationUnits,
  referenceRoots,
  severities,
  sourceNames,
  stepStatuses,
  triggerEvents,
  unknownPolicies,
} from "./vocabulary.ts";

/** The type of a field of a syntax-tree node. */
export type FieldType =
  | NodeFieldType
  | { readonly kind: "list"; readonly of: FieldType; readonly least?: number }
  | { readonly kind: "word"; readonly words: readonly string[] }
  | { readonly kind: "text"; readonly text: StringKind }
  | { readonly kind: "trivia"; readonly type: AnnotationType }
  | { readonly kind: "integer" | "amount" | "true" | "boolean" | "scalar" | "step" | "attachment" };

/** A field that holds a node of one of these types. */
export interface NodeFieldType {
  readonly kind: "node";
  readonly types: readonly ProgramNodeType[];
  /** The required type of a literal; any scalar if absent. */
  readonly literal?: LiteralKind;
}

/** The type of a literal: boolean in a check, string as the arguments of a tool. */
export type LiteralKind = "boolean" | "string";

/** A field of a node: its type, its description, and whether it is optional. */
export interface NodeField {
  readonly type: FieldType;
  readonly description: string;
  readonly isOptional?: boolean;
}

/** The description and the fields of a node type, without `type` and `range`, which every node has. */
export interface NodeSchema {
  readonly description: string;
  readonly fields: Readonly<Record<string, NodeField>>;
}

const constantTypes = ["literal", "list", "object"] as const;
const expressionTypes = [
  ...(["and", "or", "not", "comparison", "every", "some"] as const),
  ...(["once", "provenance", "literal", "predicate"] as const),
];
const valueTypes = [
  ...(["literal", "list", "object", "reference", "arithmetic"] as const),
  ...(["duration", "count", "sum", "last"] as const),
];
const enforcementTypes = [
  ...(["user_inspection", "llm_self_reflect", "invoke_action", "stop", "skip"] as const),
  ...(["none", "allow", "warn", "log", "domain"] as const),
];

const nodeType = (...types: readonly ProgramNodeType[]): NodeFieldType => ({ kind: "node", types });
const stringType = (kind: StringKind): FieldType => ({ kind: "text", text: kind });
const expression: FieldType = { ...nodeType(...expressionTypes), literal: "boolean" };
const listType = (of: FieldType, least = 0): FieldType => ({ kind: "list", of, least });
const field = (type: FieldType, description: string): NodeField => ({ type, description });
const optional = (type: FieldType, description: string): NodeField => ({ type, description, isOptional: true });
const withoutFields = (description: string): NodeSchema => ({ description, fields: {} });
const message: NodeField = optional(nodeType("template"), "The message, a template with placeholders.");
const word = (words: readonly string[]): FieldType => ({ kind: "word", words });

const constant = nodeType(...constantTypes);
const textLiteral: FieldType = { ...nodeType("literal"), literal: "string" };
const calledTool: NodeField = field(stringType("filled"), "The tool's name, with its toolkit and a dot if it has one.");
const constantArguments: NodeField = field(nodeType("object"), "Its arguments.");
const source = nodeType("named_source", "tool_pattern");
const steps: NodeField = field(nodeType("step_query"), "The earlier steps.");
const ignoreCase: NodeField = optional({ kind: "true" }, "Whether upper and lower case are equal.");
const isOptional: NodeField = optional({ kind: "true" }, "Whether a comparison is false if the value is absent.");
const quantifierFields: Readonly<Record<string, NodeField>> = {
  value: field(nodeType(...valueTypes), "The list."),
  operator: field(word(comparisonOperators), "The operator that compares an item, on its left, with the right value."),
  right: field(nodeType(...valueTypes), "The right value."),
  ignoreCase,
};

const unknownPolicyFields: Readonly<Record<string, NodeField>> = {
  onUnknown: optional(word(unknownPolicies), "The policy if a check can't be evaluated because something is unknown."),
  onUnknownCode: optional(word(unknownPolicies), "The policy if it is unknown what code does."),
  onUnknownPath: optional(word(unknownPolicies), "The policy if nothing is known of a path."),
};

/** The schema of every node type, with the fields in the order of traversal. */
export const nodeSchemas: Readonly<Record<ProgramNodeType, NodeSchema>> = {
  program: {
    description: "An AgentSpec program: a list of rules.",
    fields: {
      header: optional(nodeType("header"), "The settings for all rules."),
      bindings: optional(listType(nodeType("binding")), "Names for values, shared by all rules."),
      rules: field(listType(nodeType("rule")), "The rules; their names are unique."),
      tests: optional(listType(nodeType("test"), 1), "The tests of the rules; their names are unique."),
      comments: optional(listType({ kind: "trivia", type: "comment" }), "The comments of the text."),
      alternativeForms: optional(
        listType({ kind: "trivia", type: "alternative_form" }),
        "The places of the text that are not in canonical form.",
      ),
    },
  },
  header: {
    description: "The settings for all rules.",
    fields: {
      default: optional(word(defaultDecisions), "The decision for an action that no rule blocks."),
      ...unknownPolicyFields,
      onError: optional(word(unknownPolicies), "The policy if a predicate throws an error."),
      trust: optional(listType(source, 1), "The sources whose values are trusted."),
      untrusted: optional(listType(source, 1), "The sources whose values are not trusted."),
    },
  },
  rule: {
    description: "A rule: when it is evaluated, its conditions, and its enforcements.",
    fields: {
      name: field(stringType("word"), "The rule's name, without an @."),
      doc: optional(stringType("filled"), "The purpose of the rule, for a person."),
      severity: optional(word(severities), "The severity of a violation; it is only reported."),
      priority: optional({ kind: "integer" }, "Violated rules with a higher priority are enforced first."),
      ...unknownPolicyFields,
      trigger: field(nodeType("trigger"), "The event and the tools for which the rule is evaluated."),
      bindings: optional(listType(nodeType("binding")), "Names for values, used in the check and the enforcements."),
      check: field(nodeType("and"), "The condition; it is always true without operands."),
      enforce: field(
        listType(nodeType(...enforcementTypes), 1),
        "The enforcements if the check is true, in this order.",
      ),
    },
  },
  trigger: {
    description: "An event and the tools for which a rule is evaluated.",
    fields: {
      event: field(word(triggerEvents), "The event."),
      patterns: field(listType(nodeType("tool_pattern"), 1), "The tool patterns, of which one must match."),
    },
  },
  tool_pattern: {
    description: "A pattern for tools; any matches all of them.",
    fields: {
      toolkit: field(stringType("toolkit"), "The toolkit's name, or any."),
      tool: field(stringType("tool"), "The tool's name within its toolkit, or any."),
    },
  },
  binding: {
    description: "A name for a value within one rule.",
    fields: {
      name: field(stringType("name"), "The name."),
      value: field(nodeType(...valueTypes, "invoke_action"), "The value, or an action whose result is the value."),
    },
  },
  and: {
    description: "True if all operands are true.",
    fields: { operands: field(listType(expression), "The operands, any number.") },
  },
  or: {
    description: "True if at least one operand is true.",
    fields: { operands: field(listType(expression, 2), "The operands, at least two.") },
  },
  not: { description: "True if the operand is false.", fields: { operand: field(expression, "The operand.") } },
  comparison: {
    description: "A comparison of two values.",
    fields: {
      operator: field(
        word(comparisonOperators),
        "The comparison operator; matches takes a regular expression on the right, in takes a list.",
      ),
      left: field(nodeType(...valueTypes), "The left value."),
      right: field(nodeType(...valueTypes), "The right value."),
      ignoreCase,
    },
  },
  every: { description: "True if a comparison holds for all items of a list.", fields: quantifierFields },
  some: { description: "True if a comparison holds for an item of a list.", fields: quantifierFields },
  once: { description: "True if an earlier step matches.", fields: { steps } },
  provenance: {
    description: "True if a part of a value, or every part, came from one of the sources.",
    fields: {
      value: field(nodeType(...valueTypes), "The value."),
      only: field({ kind: "boolean" }, "Whether every part must come from the sources."),
      sources: field(listType(source, 1), "The sources."),
    },
  },
  step_query: {
    description: "The earlier steps that match.",
    fields: {
      patterns: field(listType(nodeType("tool_pattern"), 1), "The tool patterns, of which one must match."),
      where: optional(expression, "A condition; in it, step is the earlier step."),
      since: optional(
        listType(nodeType("tool_pattern"), 1),
        "Only steps since the last one that matches one of these.",
      ),
      within: optional(nodeType("step_window", "duration"), "Only the latest steps."),
    },
  },
  step_window: {
    description: "The last steps of a session.",
    fields: { steps: field({ kind: "integer" }, "How many, at least 1.") },
  },
  named_source: {
    description: "The user's prompt, or all trusted or untrusted sources.",
    fields: { name: field(word(sourceNames), "The source.") },
  },
  arithmetic: {
    description: "Two numbers added, subtracted or multiplied.",
    fields: {
      operator: field(word(["+", "-", "*"]), "The operator."),
      left: field(nodeType(...valueTypes), "The left value."),
      right: field(nodeType(...valueTypes), "The right value."),
    },
  },
  duration: {
    description: "A length of time.",
    fields: {
      amount: field({ kind: "amount" }, "The number, at least 0."),
      unit: field(word(durationUnits), "The unit."),
    },
  },
  count: { description: "How many earlier steps match.", fields: { steps } },
  sum: {
    description: "The sum of a number over the earlier steps that match.",
    fields: { value: field(nodeType(...valueTypes), "The number."), steps },
  },
  last: {
    description: "A part of the last step that matches.",
    fields: {
      steps,
      path: field(listType({ kind: "step" }), "Keys, and indices from 0."),
      optional: isOptional,
    },
  },
  predicate: {
    description: "A call of a predicate.",
    fields: {
      name: field(stringType("predicate"), "The predicate's name."),
      arguments: field(listType(nodeType(...valueTypes)), "The arguments."),
    },
  },
  literal: {
    description: "A string, a number, true, false or null; as a condition, true or false.",
    fields: { value: field({ kind: "scalar" }, "The value.") },
  },
  list: {
    description: "A list of values.",
    fields: { items: field(listType(nodeType(...valueTypes)), "The values.") },
  },
  object: {
    description: "An object with keys and values.",
    fields: { entries: field(listType(nodeType("entry")), "The entries; their keys are unique.") },
  },
  entry: {
    description: "A key with its value.",
    fields: { key: field(stringType("text"), "The key."), value: field(nodeType(...valueTypes), "The value.") },
  },
  reference: {
    description: "A reference to a part of the action or its context, or to a binding.",
    fields: {
      root: field(
        word([...referenceRoots, "let"]),
        "The object in which the path begins; let for a binding, whose name is the first step of the path.",
      ),
      path: field(listType({ kind: "step" }), "Keys, and indices from 0."),
      optional: isOptional,
    },
  },
  template: {
    description: "A text with placeholders.",
    fields: { parts: field(listType(nodeType("text", "reference")), "Texts and references, in order.") },
  },
  text: { description: "Text between placeholders.", fields: { text: field(stringType("filled"), "The text.") } },
  user_inspection: {
    description: "Asks a person to approve the action.",
    fields: {
      message,
      fixes: field(listType(stringType("name")), "The names of the fixes that the person can choose."),
    },
  },
  llm_self_reflect: withoutFields("Asks the model to reconsider the action."),
  invoke_action: {
    description: "Replaces the action by another one.",
    fields: {
      tool: field(stringType("filled"), "The tool's name, with its toolkit and a dot if it has one."),
      args: field(
        { ...nodeType("object", "literal"), literal: "string" },
        "Its arguments; from a string, the tool reads the arguments itself.",
      ),
    },
  },
  stop: { description: "Blocks the action.", fields: { message } },
  skip: withoutFields("Skips the action; the agent continues."),
  none: withoutFields("Does nothing."),
  allow: withoutFields("Allows the action in a program with default deny."),
  warn: { description: "Sends a message to the model; the action runs.", fields: { message } },
  log: { description: "Writes to the log; the action runs.", fields: { message } },
  domain: {
    description: "An enforcement that the host defines.",
    fields: {
      name: field(stringType("domain"), "Its name, with its namespaces joined by colons."),
      arguments: field(listType(nodeType("literal"), 1), "The arguments."),
    },
  },
  test: {
    description: "A test of the rules: what happened before an event, and what the rules have to decide about it.",
    fields: {
      name: field(stringType("text"), "The name of the test."),
      prompt: optional(textLiteral, "The user's request."),
      state: optional(constant, "The state of the host."),
      now: optional(textLiteral, "The time of the event, in ISO 8601."),
      steps: optional(listType(nodeType("test_step"), 1), "The steps before the event, oldest first."),
      when: field(nodeType("test_call", "test_step_end", "test_state_change", "test_finish"), "The event."),
      expect: field(nodeType("test_expectation"), "What the rules have to decide."),
    },
  },
  test_step: {
    description: "A step of a test.",
    fields: {
      tool: calledTool,
      args: constantArguments,
      result: optional(constant, "What the tool returned."),
      status: optional(word(stepStatuses), "How it ended; with success if absent."),
      ago: optional(nodeType("duration"), "How long before the event it ended."),
    },
  },
  test_call: { description: "A call of a tool.", fields: { tool: calledTool, args: constantArguments } },
  test_step_end: {
    description: "The end of a step, about which the rules decide.",
    fields: { step: field(nodeType("test_step"), "The step.") },
  },
  test_state_change: {
    description: "A change of the state.",
    fields: { before: field(constant, "The state before."), after: field(constant, "The state after.") },
  },
  test_finish: withoutFields("The agent wants to finish."),
  test_expectation: {
    description: "What the rules have to decide.",
    fields: {
      outcome: field(stringType("outcome"), "allow, rewritten, unknown, or an enforcement."),
      action: optional(nodeType("test_call"), "What the action becomes, if the outcome is rewritten."),
      rules: optional(listType(stringType("word"), 1), "The rules that must have caused it."),
      only: optional({ kind: "true" }, "Whether no other rule may have caused it."),
    },
  },
};

/** The annotations of a program: comments and alternative forms. */
export type AnnotationType = (ProgramComment | AlternativeForm)["type"];

/** The schemas of comments and alternative forms, without `type` and `range`. */
export const annotationSchemas: Readonly<Record<AnnotationType, NodeSchema>> = {
  comment: {
    description: "A comment.",
    fields: {
      text: field(stringType("text"), "The comment as it is in the text."),
      attachment: field({ kind: "attachment" }, "The node that the comment belongs to."),
    },
  },
  alternative_form: {
    description: "A place of the text that is not in canonical form.",
    fields: {
      text: field(stringType("text"), "The text in the program."),
      canonical: optional(stringType("text"), "The canonical text."),
    },
  },
};

/** The places of a comment relative to its node. */
export const commentPlaces: readonly Attachment["place"][] = ["before", "after", "below", "inside"];
