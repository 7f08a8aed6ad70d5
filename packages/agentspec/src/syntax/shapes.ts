import type { Attachment, ProgramComment, ProgramNodeType, Spelling } from "@helve/core/program";
import { defaults, events, policies, severities } from "./choices.ts";
import { comparisonCalls } from "./comparison.ts";
import { enforcementNames } from "./expectation.ts";
import { operators } from "./operators.ts";
import { referenceRoots } from "./references.ts";
import { keywords, letters } from "./tokens.ts";

/** What a field of a node holds. */
export type Shape =
  | NodesShape
  | { readonly kind: "list"; readonly of: Shape; readonly least?: number }
  | { readonly kind: "word"; readonly words: readonly string[] }
  | { readonly kind: "text"; readonly text: TextKind }
  | { readonly kind: "trivia"; readonly type: TriviaType }
  | { readonly kind: "integer" | "scalar" | "step" | "attachment" };

/** A node of one of these types. */
export interface NodesShape {
  readonly kind: "node";
  readonly types: readonly ProgramNodeType[];
  /** What a literal has to be; any scalar when it is not said. */
  readonly literal?: LiteralKind;
}

/** What a literal holds: in a check `true` or `false`, as the arguments of a tool a text. */
export type LiteralKind = "boolean" | "string";

/** What a text may be. */
export type TextKind = "text" | "filled" | "word" | "name" | "predicate" | "domain" | "toolkit" | "tool";

const anyWord = `${letters.first}${letters.other}*`;
const noPredicates = [...keywords, ...["true", "false", "none", "null"].map(anyCase), ...comparisonCalls];

const plainName = `(?!(?:${keywords.join("|")})(?:$|:))${anyWord}`;

const noEnforcement = `(?!(?:${enforcementNames.join("|")})(?:$|:))`;

/** What a text must be, in words and as a pattern. */
export const textPatterns: Readonly<Record<TextKind, { readonly says: string; readonly pattern: string }>> = {
  text: { says: "a text", pattern: "^" },
  filled: { says: "a text that is not empty", pattern: String.raw`^[\s\S]` },
  word: { says: "a name: letters, digits, _ and -", pattern: `^${anyWord}$` },
  name: { says: "a name that is no keyword", pattern: `^${plainName}$` },
  predicate: { says: "the name of a predicate", pattern: `^(?!(?:${noPredicates.join("|")})$)${anyWord}$` },
  domain: { says: "a name, or names joined by colons", pattern: `^${noEnforcement}${plainName}(?::${plainName})*$` },
  toolkit: { says: "a name without dots", pattern: "^[^.]+$" },
  tool: { says: "a name that neither begins nor ends with a dot", pattern: String.raw`^[^.](?:[\s\S]*[^.])?$` },
};

/** A word in capitals and small letters, as a pattern. */
function anyCase(word: string): string {
  return word.replace(/./g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** A field, and what it says. */
export interface Field {
  readonly shape: Shape;
  readonly says: string;
  readonly isOptional?: boolean;
}

/** What a type of node says and holds, beside its `type` and its `range`. */
export interface NodeShape {
  readonly says: string;
  readonly fields: Readonly<Record<string, Field>>;
}

const expressionTypes = ["and", "or", "not", "comparison", "literal", "predicate"] as const;
const valueTypes = ["literal", "list", "object", "reference"] as const;
const enforcementTypes = [
  ...(["user_inspection", "llm_self_reflect", "invoke_action", "stop", "skip"] as const),
  ...(["none", "allow", "warn", "log", "domain"] as const),
];

const node = (...types: readonly ProgramNodeType[]): NodesShape => ({ kind: "node", types });
const text = (kind: TextKind): Shape => ({ kind: "text", text: kind });
const expression: Shape = { ...node(...expressionTypes), literal: "boolean" };
const list = (of: Shape, least = 0): Shape => ({ kind: "list", of, least });
const field = (shape: Shape, says: string): Field => ({ shape, says });
const optional = (shape: Shape, says: string): Field => ({ shape, says, isOptional: true });
const bare = (says: string): NodeShape => ({ says, fields: {} });
const message: Field = optional(node("template"), "What is said, as a text with holes.");
const word = (words: readonly string[]): Shape => ({ kind: "word", words });

/** Every type of node: what its fields hold, in the order in which the tree is read. */
export const nodeShapes: Readonly<Record<ProgramNodeType, NodeShape>> = {
  program: {
    says: "A text of rules.",
    fields: {
      header: optional(node("header"), "What holds for all rules."),
      rules: field(list(node("rule"), 1), "The rules, no two of one name."),
      comments: optional(list({ kind: "trivia", type: "comment" }), "The comments of the text."),
      spellings: optional(list({ kind: "trivia", type: "spelling" }), "Where the text says it in other words."),
    },
  },
  header: {
    says: "What holds for all rules.",
    fields: {
      default: optional(word(defaults), "What becomes of an action that no rule objects to."),
      onUnknown: optional(word(policies), "What a check that can't be answered comes to."),
      onError: optional(word(policies), "What a check comes to whose predicate fails."),
    },
  },
  rule: {
    says: "When to look, what to check, what to do.",
    fields: {
      name: field(text("word"), "The rule's name, without an @."),
      doc: optional(text("filled"), "What the rule is for, for a person."),
      severity: optional(word(severities), "How bad a violation is; only reported."),
      priority: optional({ kind: "integer" }, "Of two violated rules the one with the higher number goes first."),
      trigger: field(node("trigger"), "When the rule is looked at."),
      bindings: optional(list(node("binding")), "Names for values."),
      check: field(node("and"), "What must hold; without operands it always does."),
      enforce: field(list(node(...enforcementTypes), 1), "What happens then, in this order."),
    },
  },
  trigger: {
    says: "An event, and the tools for which it counts.",
    fields: {
      event: field(word(events), "The event."),
      patterns: field(list(node("tool_pattern"), 1), "The tools, of which one must fit."),
    },
  },
  tool_pattern: {
    says: "A tool; any stands for all.",
    fields: {
      toolkit: field(text("toolkit"), "The toolkit's name, or any."),
      tool: field(text("tool"), "The tool's name within its toolkit, or any."),
    },
  },
  binding: {
    says: "A name for a value within one rule.",
    fields: {
      name: field(text("name"), "The name."),
      value: field(node(...valueTypes, "invoke_action"), "The value, or the action that gives it."),
    },
  },
  and: {
    says: "True when all operands are.",
    fields: { operands: field(list(expression), "Any number.") },
  },
  or: {
    says: "True when one of the operands is.",
    fields: { operands: field(list(expression, 2), "At least two.") },
  },
  not: { says: "True when the operand is not.", fields: { operand: field(expression, "The operand.") } },
  comparison: {
    says: "Two values and what is said of them.",
    fields: {
      operator: field(word(operators), "matches takes a regular expression on the right, in a list."),
      left: field(node(...valueTypes), "The left value."),
      right: field(node(...valueTypes), "The right value."),
    },
  },
  predicate: {
    says: "A predicate to ask.",
    fields: {
      name: field(text("predicate"), "The predicate's name."),
      arguments: field(list(node(...valueTypes)), "What it is given."),
    },
  },
  literal: {
    says: "A value that stands for itself; in a check, true or false.",
    fields: { value: field({ kind: "scalar" }, "The value.") },
  },
  list: { says: "A list of values.", fields: { items: field(list(node(...valueTypes)), "The values.") } },
  object: { says: "Keys with values.", fields: { entries: field(list(node("entry")), "No two of one key.") } },
  entry: {
    says: "A key with its value.",
    fields: { key: field(text("text"), "The key."), value: field(node(...valueTypes), "The value.") },
  },
  reference: {
    says: "What the rule looks at.",
    fields: {
      root: field(
        word([...referenceRoots, "let"]),
        "Where the path begins; with let at the binding that it names first.",
      ),
      path: field(list({ kind: "step" }), "Keys, and indices from 0 on."),
    },
  },
  template: {
    says: "A text with holes.",
    fields: { parts: field(list(node("text", "reference")), "Texts and references, in order.") },
  },
  text: { says: "Text between holes.", fields: { text: field(text("filled"), "The text.") } },
  user_inspection: {
    says: "A person decides.",
    fields: {
      message,
      fixes: field(list(text("name")), "The names of the ways out that the person is offered."),
    },
  },
  llm_self_reflect: bare("The model thinks again."),
  invoke_action: {
    says: "Another action takes the place of this one.",
    fields: {
      tool: field(text("filled"), "The tool's name, with its toolkit and a dot if it has one."),
      args: field(
        { ...node("object", "literal"), literal: "string" },
        "Its arguments; a text is what it reads them from.",
      ),
    },
  },
  stop: bare("The action does not run."),
  skip: bare("The action does not run, and the agent goes on."),
  none: bare("Nothing happens."),
  allow: bare("The action may run, where the default would not let it."),
  warn: { says: "The model is told something, and the action runs.", fields: { message } },
  log: { says: "Something is noted, and the action runs.", fields: { message } },
  domain: {
    says: "What only a certain host knows how to do.",
    fields: {
      name: field(text("domain"), "Its name, with its namespaces joined by colons."),
      arguments: field(list(node("literal"), 1), "What it is given."),
    },
  },
};

/** What goes with a program and has no meaning. */
export type TriviaType = (ProgramComment | Spelling)["type"];

/** What comments and spellings hold, beside their `type` and their `range`. */
export const triviaShapes: Readonly<Record<TriviaType, NodeShape>> = {
  comment: {
    says: "A comment.",
    fields: {
      text: field(text("text"), "As it is written."),
      attachment: field({ kind: "attachment" }, "The node that it goes with."),
    },
  },
  spelling: {
    says: "Other words for what has a word of its own.",
    fields: {
      found: field(text("text"), "What stands there."),
      write: optional(text("text"), "What to write in its place."),
    },
  },
};

/** Where comments stand. */
export const places: readonly Attachment["place"][] = ["before", "after", "below", "inside"];
