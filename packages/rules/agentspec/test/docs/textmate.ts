// Creates the TextMate grammar (textmate/agentspec.tmLanguage.json) from the token types of the parser. The grammar has a region for each
// clause of a rule, because most words have a meaning in one clause only.
import { enforcementPhrases } from "../../src/syntax/normalize-dialect.ts";
import { nameCharacters } from "../../src/syntax/string-patterns.ts";
import * as t from "../../src/syntax/tokens.ts";
import {
  defaultDecisions,
  givenSubjects,
  severities,
  stepStatuses,
  unknownPolicies,
  unknownSubjects,
  valueWords,
} from "../../src/syntax/vocabulary.ts";
import {
  aName,
  anyWord,
  captures,
  from,
  include,
  named,
  type Pattern,
  scoped,
  to,
  word,
  wordOf,
} from "./textmate-pattern.ts";

/** The TextMate grammar as JSON, with regular expressions for Oniguruma. */
export function textmateGrammar(): object {
  return {
    name: "AgentSpec",
    scopeName: "source.agentspec",
    fileTypes: ["agentspec"],
    patterns: [include("comment"), ...header, test, rule],
    repository: {
      comment: { patterns: comments },
      on: { patterns: [on] },
      string: { patterns: strings(false) },
      message: { patterns: strings(true) },
      reference: { patterns: references },
      value: { patterns: values },
      operator: { patterns: operators },
      invocation: { patterns: [invocation] },
      arguments: { patterns: [bracketed(`(${aName})\\s*(\\()`, "support.function.predicate", ["value", "argument"])] },
      argument: { patterns: [named(aName, "variable.other.readwrite")] },
    },
  };
}

const rest = `(?=${wordOf(t.Check, t.Enforce, t.End, t.Rule)})`;

/** A region in parentheses after a name. If the parentheses are not closed, the region ends with its clause. */
function bracketed(begin: string, scope: string, contents: readonly string[], first: readonly Pattern[] = []): Pattern {
  return {
    begin,
    beginCaptures: captures(scope, "punctuation.section.arguments.begin"),
    end: `(\\))|${rest}`,
    endCaptures: captures("punctuation.section.arguments.end"),
    patterns: [include("comment"), ...first, ...contents.map(include)],
  };
}

const comments: readonly Pattern[] = [
  comment("///(?!/)", "$", "comment.line.double-slash.documentation"),
  comment("//", "$", "comment.line.double-slash"),
  comment("#", "$", "comment.line.number-sign"),
  comment("/\\*\\*(?!/)", "\\*/", "comment.block.documentation"),
  comment("/\\*", "\\*/", "comment.block"),
];

/** A region of a comment. */
function comment(begin: string, end: string, name: string): Pattern {
  const sign = { 0: scoped("punctuation.definition.comment") };
  return { begin, end, ...scoped(name), beginCaptures: sign, ...(end !== "$" && { endCaptures: sign }) };
}

/** Strings in double or single quotes; an unclosed string ends with its line. Messages have `${…}` placeholders. */
function strings(isMessage: boolean): readonly Pattern[] {
  const quotes = [
    { quote: '"', begin: '"', key: String.raw`\\"(?>[^"\\\n]*)\\"`, name: "string.quoted.double" },
    { quote: "'", begin: String.raw`'(?=[^'\n]*')`, key: String.raw`"(?>[^'"\n]*)"`, name: "string.quoted.single" },
  ];
  return quotes.map(({ quote, begin, key, name }) => ({
    begin,
    beginCaptures: { 0: scoped("punctuation.definition.string.begin") },
    end: `${quote}|$`,
    endCaptures: { 0: scoped("punctuation.definition.string.end") },
    ...scoped(name),
    patterns: [
      named(String.raw`\\(?:["'\\/bfnrt]|u[0-9A-Fa-f]{4})`, "constant.character.escape"),
      named(String.raw`\\.`, "invalid.illegal.escape"),
      ...(isMessage ? [named(String.raw`\$\$`, "constant.character.escape"), placeholder(quote, key)] : []),
    ],
  }));
}

/** A `${…}` placeholder in a message. */
function placeholder(quote: string, key: string): Pattern {
  return {
    begin: String.raw`(\$\{)(?=${nameCharacters.first})`,
    beginCaptures: captures("punctuation.section.embedded.begin"),
    end: String.raw`(\})|(?=${quote}|$)`,
    endCaptures: captures("punctuation.section.embedded.end"),
    ...scoped("meta.embedded.line"),
    patterns: [
      include("reference"),
      named(key, "string.quoted.double"),
      named(String.raw`\d+`, "constant.numeric"),
      include("argument"),
    ],
  };
}

const references: readonly Pattern[] = [
  named(`${word(valueWords.roots)}(?!\\s*\\()`, "variable.language"),
  { match: `(\\.)\\s*(${anyWord})`, captures: captures("punctuation.accessor", "variable.other.property") },
];

const values: readonly Pattern[] = [
  include("string"),
  named(
    `(?<!${nameCharacters.other})${t.NumberLiteral.PATTERN instanceof RegExp ? t.NumberLiteral.PATTERN.source : ""}`,
    "constant.numeric",
  ),
  named(`${word(valueWords.literals)}(?!\\s*\\()`, "constant.language"),
  include("reference"),
  named("[\\[\\]]", "punctuation.section.brackets"),
  named("[{}]", "punctuation.section.braces"),
  named(",", "punctuation.separator.comma"),
  named(":", "punctuation.separator.key-value"),
];

const compareSigns = "=[<>]|<>|[!=]==?|[<>]=?|[≤≥≠]|=";
const compareWords = wordOf(t.CompareWord);

const operators: readonly Pattern[] = [
  {
    match: `(${compareSigns}|${compareWords})\\s*(?!${word([...valueWords.roots, ...valueWords.literals])})(${aName})`,
    captures: captures("keyword.operator.comparison", "variable.other.readwrite"),
  },
  named(compareSigns, "keyword.operator.comparison"),
  named("[!¬]|&&?|∧|\\|\\|?|∨", "keyword.operator.logical"),
  named(wordOf(t.NotWord, t.AndWord, t.OrWord), "keyword.operator.logical"),
];

const bullet: Pattern = { match: "^\\s*(-)(?=[ \\t])", captures: captures("punctuation.definition.list") };

const invocation: Pattern = bracketed(
  `(${wordOf(t.InvokeAction)})\\s*(\\()`,
  "keyword.other.enforcement",
  ["value"],
  [
    {
      match: `\\G\\s*(?:(${aName})\\s*(\\.)\\s*)?(${anyWord})`,
      captures: captures("entity.name.namespace.toolkit", "punctuation.accessor", "entity.name.type.tool"),
    },
  ],
);

const header: readonly Pattern[] = [
  {
    match: `${from}(default)\\s+(${defaultDecisions.join("|")})${to}`,
    captures: captures("keyword.other.header", "constant.language"),
  },
  include("on"),
];

/** `on unknown …` and `on error …`, in the header and in rules. */
const on: Pattern = {
  match: `${from}(on)\\s+(unknown|error)(?:\\s+(${unknownSubjects.join("|")}))?\\s+(${unknownPolicies.join("|")})${to}`,
  captures: captures("keyword.other.header", "keyword.other.header", "keyword.other.header", "constant.language"),
};

const tool: readonly Pattern[] = [
  named(word(["any"]), "constant.language.any"),
  {
    match: `(${aName})\\s*(\\.)`,
    captures: captures("entity.name.namespace.toolkit", "punctuation.accessor"),
  },
  named(`(?<=\\.)(?!any${to})${anyWord}`, "entity.name.type.tool"),
  named(`(?<=\\.)any${to}`, "constant.language.any"),
  named(aName, "entity.name.type.tool"),
  named("\\|\\|?|∨", "keyword.operator.logical"),
  named(wordOf(t.OrWord), "keyword.operator.logical"),
];

const event = `${wordOf(t.TriggerEvent)}(?!\\s*\\.)`;

/** A `let x = …`, up to the next `let` or clause. */
const binding: Pattern = {
  begin: `(${wordOf(t.Let)})(?:\\s+(${wordOf(t.Val)})(?!\\s*=))?\\s+(${aName})\\s*(=)`,
  beginCaptures: captures(
    ...["keyword.declaration.let", "keyword.declaration.val"],
    ...["variable.other.constant", "keyword.operator.assignment"],
  ),
  end: `(?=${wordOf(t.Let)}\\s)|${rest}`,
  patterns: [include("comment"), include("invocation"), include("value"), include("argument")],
};

const trigger: Pattern = {
  begin: `(${wordOf(t.Trigger)})(?:\\s+(${event}))?`,
  beginCaptures: captures("keyword.control.trigger", "keyword.other.event"),
  end: rest,
  patterns: [
    include("comment"),
    binding,
    {
      match: `(?:^\\s*)?(${word(["action"])})\\s+(${aName})`,
      captures: captures("keyword.other.event", "string.unquoted"),
    },
    { match: `^\\s*(${event})`, captures: captures("keyword.other.event") },
    include("string"),
    {
      ...bracketed("()(\\()", "meta.parameters", []),
      patterns: [include("comment"), named(aName, "variable.parameter")],
    },
    ...tool,
  ],
};

/** A lookahead for the text after a name that is compared with a value, and so is not a predicate. */
const isCompared = `(?=\\s*(?:[.\\[]|${compareSigns}|${compareWords}\\s*["'\\-\\d\\[{]))`;

const check: Pattern = {
  begin: wordOf(t.Check),
  beginCaptures: { 0: scoped("keyword.control.check") },
  end: rest,
  patterns: [
    include("comment"),
    bullet,
    include("value"),
    include("operator"),
    named(`${compareWords}(?!\\s*\\()`, "keyword.operator.comparison"),
    include("arguments"),
    named(`${aName}${isCompared}`, "variable.other.readwrite"),
    named(aName, "support.function.predicate"),
    named("[()]", "punctuation.section.group"),
  ],
};

const messageEnforcements = `${from}(?:${[...t.tokenWords(t.UserInspection), ...t.tokenWords(t.Warn), ...t.tokenWords(t.Log)].join("|")})`;
const enforcementWords = [
  ...enforcementPhrases.map(({ words }) => words.join("[ \\t]+")),
  ...t.enforcementTokens.flatMap(t.tokenWords),
];

const enforce: Pattern = {
  begin: wordOf(t.Enforce),
  beginCaptures: { 0: scoped("keyword.control.enforce") },
  end: `(?=${wordOf(t.End, t.Rule)})`,
  patterns: [
    include("comment"),
    bullet,
    include("invocation"),
    bracketed(
      `(${messageEnforcements})\\s*(\\()`,
      "keyword.other.enforcement",
      ["message", "value"],
      [named(aName, "constant.other.fix")],
    ),
    named(`${word(enforcementWords)}(?!\\s*:\\s*${nameCharacters.first}|\\s*=)`, "keyword.other.enforcement"),
    include("message"),
    include("value"),
    named("=", "keyword.operator.assignment"),
    named(aName, "support.function.enforcement"),
    named("[()]", "punctuation.section.arguments"),
  ],
};

const test: Pattern = {
  ...scoped("meta.test"),
  begin: `^\\s*(test)${to}(?=\\s*["'])`,
  beginCaptures: captures("keyword.control.test"),
  end: `(${wordOf(t.End)})|(?=^\\s*${wordOf(t.Rule)})`,
  endCaptures: captures("keyword.control.end"),
  patterns: [
    include("comment"),
    {
      match: `${from}(given)\\s+(${givenSubjects.join("|")})${to}`,
      captures: captures("keyword.control.test", "variable.language"),
    },
    {
      match: `${from}(expect)\\s+(${anyWord}(?:\\s*:\\s*${anyWord})*)(?:\\s+(to)${to})?`,
      captures: captures("keyword.control.test", "keyword.other.enforcement", "keyword.control.test"),
    },
    {
      match: `${from}(when)\\s+(${event})(?!\\s*\\()`,
      captures: captures("keyword.control.test", "keyword.other.event"),
    },
    named(`${word(["after", "when", "by", "ago"])}(?!\\s*[.(])`, "keyword.control.test"),
    named("->", "keyword.operator.arrow"),
    { match: `(@)\\s*(${anyWord})`, captures: captures("punctuation.definition.rule", "entity.name.function.rule") },
    named(`${word(stepStatuses)}(?!\\s*[.(])`, "constant.language"),
    {
      begin: "\\(",
      beginCaptures: { 0: scoped("punctuation.section.arguments.begin") },
      end: `(\\))|${rest}`,
      endCaptures: captures("punctuation.section.arguments.end"),
      patterns: [include("comment"), include("value")],
    },
    include("value"),
    ...tool,
  ],
};

const rule: Pattern = {
  ...scoped("meta.rule"),
  begin: `^\\s*(rule)${to}|${from}(rule)${to}(?=\\s*@|\\s+${anyWord}\\s+${wordOf(t.Trigger, t.Severity, t.Priority)})`,
  beginCaptures: captures("keyword.control.rule", "keyword.control.rule"),
  end: `(${wordOf(t.End)})|(?=${wordOf(t.Rule)})`,
  endCaptures: captures("keyword.control.end"),
  patterns: [
    include("comment"),
    include("on"),
    trigger,
    check,
    enforce,
    {
      match: `(@)\\s*(${anyWord})|\\G\\s*(${aName})`,
      captures: captures(...["punctuation.definition.rule", "entity.name.function.rule"], "entity.name.function.rule"),
    },
    {
      match: `(${wordOf(t.Severity)})\\s+(${severities.join("|")})${to}`,
      captures: captures("keyword.other.note", "constant.language"),
    },
    {
      match: `(${wordOf(t.Priority)})\\s+(-?\\d+)`,
      captures: captures("keyword.other.note", "constant.numeric"),
    },
    named(aName, "entity.name.function.rule"),
  ],
};
