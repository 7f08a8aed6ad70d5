/** Converts a word of the parser to pieces: text, variables, wildcards, braces, substitutions. */
import type { ArithmeticExpression, ParameterOperation, WordPart } from "unbash";
import { hasUnknownText, textParts } from "../../unknown-text.ts";
import { transformFrom } from "../parameter-expansion.ts";
import type { Capture, Piece } from "../syntax.ts";

/** Converts the script inside `$(…)`, `<(…)` or `>(…)` to a node. */
export type ConvertSubstitution = (part: WordPart & { type: "CommandExpansion" | "ProcessSubstitution" }) => Capture;

/** A word of the parser. */
export interface ParserWord {
  readonly text: string;
  readonly value?: string;
  readonly parts?: readonly WordPart[] | undefined;
  /** Whether the word is treated as if in double quotes, as in a here-document. */
  readonly quoted?: boolean;
}

/** Converts a word of the parser to its pieces. Quotes and backslashes disappear: `r''m` and `\rm` become the text `rm`. */
export function wordPieces(word: ParserWord, capture: ConvertSubstitution): readonly Piece[] {
  const pieces =
    word.parts?.flatMap((part) => piecesOfPart(part, word.quoted ?? false, capture)) ??
    textPieces(word.value ?? word.text, word.quoted ?? false);
  if (word.quoted === true) return pieces;
  if (word.text.startsWith("~")) return replaceTilde(pieces);
  const [before] = /^[A-Za-z_]\w*=(?=~)/.exec(word.text) ?? [];
  return before === undefined ? pieces : replaceTildeAfter(before, pieces);
}

/** Replaces the `~` after `name=`: `of=~/x`. */
function replaceTildeAfter(before: string, [first, ...rest]: readonly Piece[]): readonly Piece[] {
  if (first?.kind !== "text") return first === undefined ? rest : [first, ...rest];
  return [literalPiece(before), ...replaceTilde([literalPiece(first.value.slice(before.length)), ...rest])];
}

/** Marks all pieces as quoted, for a value that is neither split nor matched against files: the right side of `x=$y*`. */
export function asOneWord(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece) => {
    if (piece.kind === "glob") return literalPiece(piece.value);
    return "quoted" in piece ? { ...piece, quoted: true } : piece;
  });
}

/** A piece of literal text. */
export function literalPiece(value: string): Piece {
  return { kind: "text", value };
}

/** The pieces of a text: its unknown parts are holes. */
function textPieces(text: string, quoted: boolean): readonly Piece[] {
  return textParts(text).map((part) => (part === null ? { kind: "hole", quoted } : literalPiece(part)));
}

/** Converts one part of a word: a quoted text, a variable, a substitution. */
function piecesOfPart(part: WordPart, quoted: boolean, capture: ConvertSubstitution): readonly Piece[] {
  switch (part.type) {
    case "Literal":
      return textPieces(part.value, quoted);
    case "SingleQuoted":
    case "AnsiCQuoted":
      return textPieces(part.value, true);
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.length === 0
        ? [literalPiece("")]
        : part.parts.flatMap((child) => piecesOfPart(child, true, capture));
    case "Glob":
      return hasUnknownText(part.text) ? textPieces(part.text, quoted) : [{ kind: "glob", value: part.text }];
    case "ExtendedGlob":
      return part.parts === undefined
        ? [{ kind: "glob", value: part.text }]
        : [{ kind: "unknown", quoted, parts: quotedPieces(part.parts, capture) }];
    case "BraceExpansion":
      return [bracePiece(part.text, part.parts, capture)];
    case "SimpleExpansion":
      return [variablePiece(part.text.slice(1), quoted)];
    case "ParameterExpansion":
      return [parameterPiece(part, quoted, capture)];
    case "ProcessSubstitution":
      return [{ kind: "pipe", of: capture(part) }];
    case "CommandExpansion":
      return [{ kind: "output", of: capture(part), quoted }];
    case "ArithmeticExpansion":
      return [{ kind: "number", parts: arithmeticPieces(part.expression) }];
  }
}

/** Converts several parts as if they were in double quotes. */
function quotedPieces(parts: readonly WordPart[] | undefined, capture: ConvertSubstitution): readonly Piece[] {
  return parts?.flatMap((part) => piecesOfPart(part, true, capture)) ?? [];
}

/** The piece for `$name`; for `$@` and `$*`, all arguments. */
function variablePiece(name: string, quoted: boolean): Piece {
  if (name !== "@" && name !== "*") return { kind: "variable", name, quoted };
  return { kind: "items", name: "@", quoted, joined: quoted && name === "*" };
}

/** Converts `${…}`: `${x}`, `${#x}`, `${x:-y}`, `${x%.md}`, `${x[@]}`. */
function parameterPiece(
  { prefix, index, operation, parameter }: WordPart & { type: "ParameterExpansion" },
  quoted: boolean,
  capture: ConvertSubstitution,
): Piece {
  const all = index !== undefined && (index.text === "@" || index.text === "*");
  if (prefix === "#") return { kind: "number", parts: [] };
  if (prefix === undefined && operation === undefined) {
    if (index === undefined) return variablePiece(parameter, quoted);
    if (all) return { kind: "items", name: parameter, quoted, joined: quoted && index?.text === "*" };
  }
  const own: Piece = all ? { kind: "items", name: parameter, quoted: true } : variablePiece(parameter, true);
  const operand = operandPieces(operation, capture);
  if (prefix === undefined && index === undefined && operation?.type === "Default" && own.kind === "variable") {
    if (/^:?[-=]$/.test(operation.operator))
      return { ...own, quoted, otherwise: operand, ifEmpty: operation.operator.startsWith(":") };
  }
  const parts = [own, ...operand];
  const by =
    prefix === undefined && index === undefined && operation !== undefined ? transformFrom(operation) : undefined;
  if (by !== undefined && own.kind === "variable") return { kind: "transformed", name: own.name, quoted, by, parts };
  return { kind: "unknown", quoted: quoted && prefix === undefined && !all, parts };
}

/** The text after the operator of `${x:-text}` or `${x/a/text}`, as pieces. */
function operandPieces(operation: ParameterOperation | undefined, capture: ConvertSubstitution): readonly Piece[] {
  switch (operation?.type) {
    case "Default":
      return wordPieces({ ...operation.operand, parts: operation.operand.parts, quoted: true }, capture);
    case "Replace":
      return quotedPieces(operation.replacement.parts, capture);
    default:
      return [];
  }
}

/** The variables that an arithmetic expression reads: `x` and `y` in `$((x + y))`. */
function arithmeticPieces(expression: ArithmeticExpression | undefined): readonly Piece[] {
  const found: Piece[] = [];
  const waiting = [expression];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type === "ArithmeticBinary") waiting.push(next.left, next.right);
    else if (next.type === "ArithmeticUnary") waiting.push(next.operand);
    else if (next.type === "ArithmeticGroup") waiting.push(next.expression);
    else if (next.type === "ArithmeticWord" && /^\$?[A-Za-z_]\w*$/.test(next.value)) {
      found.push({ kind: "variable", name: next.value.replace("$", ""), quoted: true });
    }
  }
  return found;
}

/** The piece for braces such as `{a,b}`; unknown if they contain quotes or variables. */
function bracePiece(text: string, parts: readonly WordPart[] | undefined, capture: ConvertSubstitution): Piece {
  if (hasUnknownText(text)) return { kind: "hole", quoted: false };
  if (/["'`$\\]/.test(text)) return { kind: "unknown", quoted: false, parts: quotedPieces(parts, capture) };
  return { kind: "choice", text };
}

/** Replaces the `~` or `~ada` at the start of a word with a home piece. */
function replaceTilde(pieces: readonly Piece[]): readonly Piece[] {
  const [first, ...rest] = pieces;
  if (first?.kind !== "text") return pieces;
  const slash = first.value.indexOf("/");
  const user = first.value.slice(1, slash === -1 ? undefined : slash);
  const home: Piece = { kind: "home", user };
  if (slash === -1 && rest.length > 0) return [{ kind: "unknown", quoted: true, parts: [] }, ...rest];
  return slash === -1 ? [home] : [home, literalPiece(first.value.slice(slash)), ...rest];
}
