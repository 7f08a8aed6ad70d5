import { type ISerializedGast, Lexer, type TokenType } from "chevrotain";
import { describeGrammar } from "../../src/syntax/grammar.ts";
import { tokenTypes } from "../../src/syntax/tokens.ts";

// The grammar as it is documented, from the parser's own.

/** A part of the grammar, as chevrotain describes it, with the fields that its types leave out. */
export interface Part extends ISerializedGast {
  readonly name?: string;
  readonly separator?: Part;
  definition?: Part[];
}

/** The productions without what is only read so that a mistake can be named. */
export function grammarParts(): readonly Part[] {
  const parts: readonly Part[] = JSON.parse(JSON.stringify(describeGrammar()));
  return parts.filter(({ name }) => name !== "noArguments").map(withoutMistakes);
}

function withoutMistakes(part: Part): Part {
  if (part.definition === undefined) return part;
  const definition = part.definition.filter((one) => !isMistake(one)).map(withoutMistakes);
  return { ...part, definition };
}

function isMistake(part: Part): boolean {
  const only = part.definition?.length === 1 ? part.definition[0] : undefined;
  if (part.type === "Alternative") return only?.type === "Terminal" && only.name === "Comma";
  return part.type === "Option" && only?.type === "NonTerminal" && only.name === "noArguments";
}

/** The grammar in EBNF: the productions in the parser's order, from the program down, and then the tokens. */
export function ebnf(): string {
  const productions = inReadingOrder(grammarParts()).map((part) => `${part.name} ::= ${sequence(part.definition)}`);
  return `${[...productions, ...tokenProductions()].join("\n\n")}\n`;
}

/** The tokens that are not one word or sign, in EBNF. */
export function tokenProductions(): readonly string[] {
  const used = new Set(grammarParts().flatMap(terminalsOf));
  const tokens = tokenTypes.filter((type) => used.has(type.name) && !isLiteral(type));
  return tokens.map((type) => `${type.name} ::= ${tokenText(type)}`);
}

/** Each production after the first that mentions it. */
export function inReadingOrder(parts: readonly Part[]): readonly Part[] {
  const byName = new Map(parts.map((part) => [part.name, part]));
  const ordered = new Set<Part>();
  const add = (name: string | undefined): void => {
    const part = byName.get(name);
    if (part === undefined || ordered.has(part)) return;
    ordered.add(part);
    for (const one of nonTerminalsOf(part)) add(one);
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

function sequence(parts: readonly Part[] = [], isPart = false): string {
  const texts = parts.map((part) => text(part, isPart || parts.length > 1));
  return texts.filter((one) => one !== "").join(" ");
}

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
    case "RepetitionWithSeparator":
      return `(${sequence(part.definition, true)} (${text(part.separator ?? part, false)} ${sequence(part.definition, true)})*)?`;
    case "Alternation":
      return alternation(part, isAmongOthers);
    default:
      return inner();
  }
}

function alternation({ definition = [] }: Part, isAmongOthers: boolean): string {
  const alternatives = definition.filter((one) => one.definition?.length !== 0);
  const texts = alternatives.map((one) => sequence(one.definition));
  if (alternatives.length === 0) return "";
  if (alternatives.length < definition.length) return `(${texts.join(" | ")})?`;
  return isAmongOthers && texts.length > 1 ? `(${texts.join(" | ")})` : texts.join(" | ");
}

function grouped(part: Part): string {
  const inner = sequence(part.definition);
  return /^(?:\w+|"[^"]+")$/.test(inner) ? inner : `(${inner})`;
}

const byName = new Map(tokenTypes.map((type) => [type.name, type]));

/** A token where a production has it: what it is, or its name. */
export function terminal(name: string): string {
  if (name === "EOF") return "EOF";
  const type = byName.get(name);
  return type !== undefined && isLiteral(type) ? tokenText(type) : name;
}

/** Whether a token is one word or sign. */
function isLiteral({ PATTERN, name }: TokenType): boolean {
  if (typeof PATTERN === "string" || name === "Default" || name === "On") return true;
  if (PATTERN === Lexer.NA) return false;
  return PATTERN instanceof RegExp && (/^\w+$/.test(PATTERN.source) || /^\[\\.(?:[^\]])?\]$/.test(PATTERN.source));
}

const nameText = `Letter (Letter | Digit | Mark | Connector | "-")*
  /* Letter is a Unicode letter, a letter number or "_"; a Name is no Keyword */`;
const wordText = `Name | Keyword
  /* Keyword is one of "rule", "trigger", "check", "enforce", "end", "not", "and", "or" */`;

function tokenText(type: TokenType): string {
  const { PATTERN, name } = type;
  if (name === "Name") return nameText;
  if (typeof PATTERN === "string") return `"${PATTERN}"`;
  if (name === "Default" || name === "On") return `"${name.toLowerCase()}"`;
  const members = tokenTypes.filter((one) => one.CATEGORIES?.some((category) => category.name === name));
  const words = members.filter((one) => one.name !== "UnclosedString" && one.name !== "WronglyQuoted");
  const own = PATTERN instanceof RegExp && PATTERN !== Lexer.NA ? [patternText(PATTERN)] : [];
  if (name === "Word") return wordText;
  return [...own, ...words.map(tokenText)].join(" | ");
}

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
