// Writes the grammar of AgentSpec in EBNF (docs/grammar.ebnf), generated from the grammar of the parser.
import { type ISerializedGast, Lexer, type TokenType } from "chevrotain";
import { describeGrammar } from "../../src/syntax/grammar.ts";
import { tokenTypes } from "../../src/syntax/tokens.ts";

/** A part of the serialized grammar, with the fields that chevrotain's types omit. */
export interface Part extends ISerializedGast {
  readonly name?: string;
  readonly separator?: Part;
  definition?: Part[];
}

/** The productions of the parser, without the alternatives that it accepts only to report an error. */
export function grammarParts(): readonly Part[] {
  const parts: readonly Part[] = JSON.parse(JSON.stringify(describeGrammar()));
  return parts.filter(({ name }) => name !== "noArguments").map(withoutErrorAlternatives);
}

function withoutErrorAlternatives(part: Part): Part {
  if (part.definition === undefined) return part;
  const definition = part.definition.filter((child) => !isErrorAlternative(child)).map(withoutErrorAlternatives);
  return { ...part, definition };
}

/** Whether the parser accepts a part only to report an error: a repeated comma, or arguments where none are allowed. */
function isErrorAlternative(part: Part): boolean {
  const only = part.definition?.length === 1 ? part.definition[0] : undefined;
  if (part.type === "Alternative") return only?.type === "Terminal" && only.name === "Comma";
  return part.type === "Option" && only?.type === "NonTerminal" && only.name === "noArguments";
}

/** The grammar in EBNF: the productions from `program` on, then the tokens. */
export function ebnf(): string {
  const productions = inReadingOrder(grammarParts()).map((part) => `${part.name} ::= ${sequence(part.definition)}`);
  return `${[...productions, ...tokenProductions()].join("\n\n")}\n`;
}

/** The tokens in EBNF, except those that are always the same word or sign. */
export function tokenProductions(): readonly string[] {
  const used = new Set(grammarParts().flatMap(terminalsOf));
  const tokens = tokenTypes.filter((type) => used.has(type.name) && !isLiteral(type));
  return tokens.map((type) => `${type.name} ::= ${tokenText(type)}`);
}

/** Orders productions so that each follows the first production that mentions it. */
export function inReadingOrder(parts: readonly Part[]): readonly Part[] {
  const byName = new Map(parts.map((part) => [part.name, part]));
  const ordered = new Set<Part>();
  const add = (name: string | undefined): void => {
    const part = byName.get(name);
    if (part === undefined || ordered.has(part)) return;
    ordered.add(part);
    for (const mentioned of nonTerminalsOf(part)) add(mentioned);
  };
  add("program");
  return [...ordered];
}

function nonTerminalsOf(part: Part): readonly (string | undefined)[] {
  const own = part.type === "NonTerminal" ? [part.name] : [];
  return [...own, ...(part.definition ?? []).flatMap(nonTerminalsOf)];
}

function terminalsOf(part: Part): readonly (string | undefined)[] {
  const own = part.type === "Terminal" ? [part.name] : [];
  return [...own, ...(part.definition ?? []).flatMap(terminalsOf)];
}

/** Writes parts one after the other in EBNF. */
function sequence(parts: readonly Part[] = [], isPart = false): string {
  const texts = parts.map((part) => text(part, isPart || parts.length > 1));
  return texts.filter((content) => content !== "").join(" ");
}

/** Writes a part in EBNF. */
function text(part: Part, isAmongOthers: boolean): string {
  const inner = (): string => sequence(part.definition);
  switch (part.type) {
    case "NonTerminal":
      return part.name ?? "";
    case "Terminal":
      return terminal(part.name ?? "");
    case "Option":
      return `${grouped(part)}?`;
    case "Repetition":
      return `${grouped(part)}*`;
    case "RepetitionMandatory":
      return `${grouped(part)}+`;
    case "RepetitionMandatoryWithSeparator":
      return `${sequence(part.definition, true)} (${text(part.separator ?? part, false)} ${sequence(part.definition, true)})*`;
    case "RepetitionWithSeparator":
      return `(${sequence(part.definition, true)} (${text(part.separator ?? part, false)} ${sequence(part.definition, true)})*)?`;
    case "Alternation":
      return alternation(part, isAmongOthers);
    default:
      return inner();
  }
}

/** Writes alternatives in EBNF; an empty alternative makes the others optional. */
function alternation({ definition = [] }: Part, isAmongOthers: boolean): string {
  const alternatives = definition.filter((alternative) => alternative.definition?.length !== 0);
  const texts = alternatives.map((alternative) => sequence(alternative.definition));
  if (alternatives.length === 0) return "";
  if (alternatives.length < definition.length) return `(${texts.join(" | ")})?`;
  return isAmongOthers && texts.length > 1 ? `(${texts.join(" | ")})` : texts.join(" | ");
}

function grouped(part: Part): string {
  const inner = sequence(part.definition);
  return /^(?:\w+|"[^"]+")$/.test(inner) ? inner : `(${inner})`;
}

const byName = new Map(tokenTypes.map((type) => [type.name, type]));

/** Writes a token in a production: the word or sign itself, or the name of the token. */
export function terminal(name: string): string {
  if (name === "EOF") return "EOF";
  const type = byName.get(name);
  return type !== undefined && isLiteral(type) ? tokenText(type) : name;
}

/** The words and signs of token types that the lexer does not create. */
const retyped: ReadonlyMap<string, string> = new Map([
  ...[...["Default", "On", "Trust", "Untrusted"], ...["Test", "Given", "After", "When", "Expect", "Ago", "By"]].map(
    (name) => [name, name.toLowerCase()] as const,
  ),
  ["Minus", "-"],
]);

/** Whether a token is always the same word or sign. */
function isLiteral({ PATTERN, name }: TokenType): boolean {
  if (typeof PATTERN === "string" || retyped.has(name)) return true;
  if (PATTERN === Lexer.NA) return false;
  return PATTERN instanceof RegExp && (/^\w+$/.test(PATTERN.source) || /^\[\\.(?:[^\]])?\]$/.test(PATTERN.source));
}

const nameText = `Letter (Letter | Digit | Mark | Connector | "-")*
  /* Letter is a Unicode letter, a letter number or "_"; a Name is no Keyword */`;
const wordText = `Name | Keyword
  /* Keyword is one of "rule", "trigger", "check", "enforce", "end", "not", "and", "or" */`;

/** Writes the words, signs or pattern that a token matches. */
function tokenText(type: TokenType): string {
  const { PATTERN, name } = type;
  if (name === "Name") return nameText;
  if (typeof PATTERN === "string") return `"${PATTERN}"`;
  const word = retyped.get(name);
  if (word !== undefined) return `"${word}"`;
  const members = tokenTypes.filter(({ CATEGORIES }) => CATEGORIES?.some((category) => category.name === name));
  const words = members.filter((member) => member.name !== "UnclosedString" && member.name !== "WronglyQuoted");
  const own = PATTERN instanceof RegExp && PATTERN !== Lexer.NA ? [patternText(PATTERN)] : [];
  if (name === "Word") return wordText;
  return [...own, ...words.map(tokenText)].join(" | ");
}

/** Writes a regular expression: as words or a sign if it matches only those. */
function patternText({ source }: RegExp): string {
  if (/^\w+$/.test(source)) return `"${source}"`;
  const sign = /^\[\\(.)/.exec(source);
  if (sign !== null && source.length <= 5) return `"${sign[1]}"`;
  if (/^[\w|]+$/.test(source))
    return source
      .split("|")
      .map((word) => `"${word}"`)
      .join(" | ");
  return `/${source}/`;
}
