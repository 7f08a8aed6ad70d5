import type { AlternativeForm, Attachment, ProgramComment, ProgramNodeType } from "@helve/core/program";
import { keywords, nameCharacters } from "./tokens.ts";
import {
  comparisonCalls,
  comparisonOperators,
  defaultDecisions,
  enforcementNames,
  referenceRoots,
  severities,
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
  | { readonly kind: "integer" | "scalar" | "step" | "attachment" };

/** A field that holds a node of one of these types. */
export interface NodeFieldType {
  readonly kind: "node";
  readonly types: readonly ProgramNodeType[];
  /** The required type of a literal; any scalar if absent. */
  readonly literal?: LiteralKind;
}

/** The type of a literal: boolean in a check, string as the arguments of a tool. */
export type LiteralKind = "boolean" | "string";

/** The kinds of strings in a syntax tree, each with a pattern in `stringPatterns`. */
export type StringKind = "text" | "filled" | "word" | "name" | "predicate" | "domain" | "toolkit" | "tool";

const anyWord = `${nameCharacters.first}${nameCharacters.other}*`;
const reservedPredicateNames = [
  ...keywords,
  ...["true", "false", "none", "null"].map(anyCasePattern),
  ...comparisonCalls,
];

const plainName = `(?!(?:${keywords.join("|")})(?:$|:))${anyWord}`;

const notAnEnforcement = `(?!(?:${enforcementNames.join("|")})(?:$|:))`;

/** The description and the regular expression of each kind of string. */
export const stringPatterns: Readonly<Record<StringKind, { readonly says: string; readonly pattern: string }>> = {
  text: { says: "a text", pattern: "^" },
  filled: { says: "a text that is not empty", pattern: String.raw`^[\s\S]` },
  word: { says: "a name: letters, digits, _ and -", pattern: `^${anyWord}$` },
  name: { says: "a name that is no keyword", pattern: `^${plainName}$` },
  predicate: { says: "the name of a predicate", pattern: `^(?!(?:${reservedPredicateNames.join("|")})$)${anyWord}$` },
  domain: { says: "a name, or names joined by colons", pattern: `^${notAnEnforcement}${plainName}(?::${plainName})*$` },
  toolkit: { says: "a name without dots", pattern: "^[^.]+$" },
  tool: { says: "a name that neither begins nor ends with a dot", pattern: String.raw`^[^.](?:[\s\S]*[^.])?$` },
};

/** A pattern that matches a word in any case. */
function anyCasePattern(choiceType: string): string {
  return choiceType.replace(/./g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

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

const expressionTypes = ["and", "or", "not", "comparison", "literal", "predicate"] as const;
const valueTypes = ["literal", "list", "object", "reference"] as const;
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
const message: NodeField = optional(nodeType("template"), "What is said, as a text with holes.");
const word = (words: readonly string[]): FieldType => ({ kind: "word", words });

/** The schema of every node type, with the fields in the order of traversal. */
export const nodeSchemas: Readonly<Record<ProgramNodeType, NodeSchema>> = {
  program: {
    description: "A text of rules.",
    fields: {
      header: optional(nodeType("header"), "What holds for all rules."),
      rules: field(listType(nodeType("rule"), 1), "The rules, no two of one name."),
      comments: optional(listType({ kind: "trivia", type: "comment" }), "The comments of the text."),
      alternativeForms: optional(
        listType({ kind: "trivia", type: "alternative_form" }),
        "Where the text says it in other words.",
      ),
    },
  },
  header: {
    description: "What holds for all rules.",
    fields: {
      default: optional(word(defaultDecisions), "What becomes of an action that no rule objects to."),
      onUnknown: optional(word(unknownPolicies), "What a check that can't be answered comes to."),
      onError: optional(word(unknownPolicies), "What a check comes to whose predicate fails."),
    },
  },
  rule: {
    description: "When to look, what to check, what to do.",
    fields: {
      name: field(stringType("word"), "The rule's name, without an @."),
      doc: optional(stringType("filled"), "What the rule is for, for a person."),
      severity: optional(word(severities), "How bad a violation is; only reported."),
      priority: optional({ kind: "integer" }, "Of two violated rules the one with the higher number goes first."),
      trigger: field(nodeType("trigger"), "When the rule is looked at."),
      bindings: optional(listType(nodeType("binding")), "Names for values."),
      check: field(nodeType("and"), "What must hold; without operands it always does."),
      enforce: field(listType(nodeType(...enforcementTypes), 1), "What happens then, in this order."),
    },
  },
  trigger: {
    description: "An event, and the tools for which it counts.",
    fields: {
      event: field(word(triggerEvents), "The event."),
      patterns: field(listType(nodeType("tool_pattern"), 1), "The tools, of which one must fit."),
    },
  },
  tool_pattern: {
    description: "A tool; any stands for all.",
    fields: {
      toolkit: field(stringType("toolkit"), "The toolkit's name, or any."),
      tool: field(stringType("tool"), "The tool's name within its toolkit, or any."),
    },
  },
  binding: {
    description: "A name for a value within one rule.",
    fields: {
      name: field(stringType("name"), "The name."),
      value: field(nodeType(...valueTypes, "invoke_action"), "The value, or the action that gives it."),
    },
  },
  and: {
    description: "True when all operands are.",
    fields: { operands: field(listType(expression), "Any number.") },
  },
  or: {
    description: "True when one of the operands is.",
    fields: { operands: field(listType(expression, 2), "At least two.") },
  },
  not: { description: "True when the operand is not.", fields: { operand: field(expression, "The operand.") } },
  comparison: {
    description: "Two values and what is said of them.",
    fields: {
      operator: field(word(comparisonOperators), "matches takes a regular expression on the right, in a list."),
      left: field(nodeType(...valueTypes), "The left value."),
      right: field(nodeType(...valueTypes), "The right value."),
    },
  },
  predicate: {
    description: "A predicate to ask.",
    fields: {
      name: field(stringType("predicate"), "The predicate's name."),
      arguments: field(listType(nodeType(...valueTypes)), "What it is given."),
    },
  },
  literal: {
    description: "A value that stands for itself; in a check, true or false.",
    fields: { value: field({ kind: "scalar" }, "The value.") },
  },
  list: {
    description: "A list of values.",
    fields: { items: field(listType(nodeType(...valueTypes)), "The values.") },
  },
  object: {
    description: "Keys with values.",
    fields: { entries: field(listType(nodeType("entry")), "No two of one key.") },
  },
  entry: {
    description: "A key with its value.",
    fields: { key: field(stringType("text"), "The key."), value: field(nodeType(...valueTypes), "The value.") },
  },
  reference: {
    description: "What the rule looks at.",
    fields: {
      root: field(
        word([...referenceRoots, "let"]),
        "Where the path begins; with let at the binding that it names first.",
      ),
      path: field(listType({ kind: "step" }), "Keys, and indices from 0 on."),
    },
  },
  template: {
    description: "A text with holes.",
    fields: { parts: field(listType(nodeType("text", "reference")), "Texts and references, in order.") },
  },
  text: { description: "Text between holes.", fields: { text: field(stringType("filled"), "The text.") } },
  user_inspection: {
    description: "A person decides.",
    fields: {
      message,
      fixes: field(listType(stringType("name")), "The names of the ways out that the person is offered."),
    },
  },
  llm_self_reflect: withoutFields("The model thinks again."),
  invoke_action: {
    description: "Another action takes the place of this one.",
    fields: {
      tool: field(stringType("filled"), "The tool's name, with its toolkit and a dot if it has one."),
      args: field(
        { ...nodeType("object", "literal"), literal: "string" },
        "Its arguments; a text is what it reads them from.",
      ),
    },
  },
  stop: withoutFields("The action does not run."),
  skip: withoutFields("The action does not run, and the agent goes on."),
  none: withoutFields("Nothing happens."),
  allow: withoutFields("The action may run, where the default would not let it."),
  warn: { description: "The model is told something, and the action runs.", fields: { message } },
  log: { description: "Something is noted, and the action runs.", fields: { message } },
  domain: {
    description: "What only a certain host knows how to do.",
    fields: {
      name: field(stringType("domain"), "Its name, with its namespaces joined by colons."),
      arguments: field(listType(nodeType("literal"), 1), "What it is given."),
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
      text: field(stringType("text"), "As it is written."),
      attachment: field({ kind: "attachment" }, "The node that it goes with."),
    },
  },
  alternative_form: {
    description: "Other words for what has a word of its own.",
    fields: {
      text: field(stringType("text"), "What stands there."),
      canonical: optional(stringType("text"), "What to write in its place."),
    },
  },
};

/** The places of a comment relative to its node. */
export const commentPlaces: readonly Attachment["place"][] = ["before", "after", "below", "inside"];
