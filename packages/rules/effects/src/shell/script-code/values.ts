/** Computes the values of expressions in script code, where they are known: `"a" . "b"`. */
import type { ScriptLanguage } from "./script-language.ts";
import type { Token } from "./token.ts";

/** A value in a program of a script language: its text, if it is known. */
export interface ScriptValue {
  readonly text: string | undefined;
  /** Whether the text is a pattern of file names. */
  readonly glob?: true;
}

/** The values that are known where a value is used. */
interface Scope {
  readonly constants: ReadonlyMap<string, readonly ScriptValue[] | undefined>;
  readonly language: ScriptLanguage;
}

const unknown: readonly ScriptValue[] = [{ text: undefined }];

/** The arguments of a call, whose tokens begin after its name. */
export function argumentGroups(from: number, tokens: readonly Token[]): readonly (readonly Token[])[] {
  const first = tokens[from];
  const isEnclosed = first?.kind === "mark" && (first.text === "(" || first.text === "[");
  const groups: Token[][] = [[]];
  let depth = 0;
  for (let at = isEnclosed ? from + 1 : from; at < Math.min(tokens.length, from + 200); at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const { kind, text } = token;
    if (kind === "mark" && /^[([{]$/.test(text)) {
      if (text === "{" && depth === 0 && !isEnclosed) break;
      depth++;
    }
    if (kind === "mark" && /^[)\]}]$/.test(text) && --depth < 0) break;
    if (depth === 0 && !isEnclosed && endsArguments(token)) break;
    if (depth === 0 && kind === "mark" && text === ",") groups.push([]);
    else if (kind !== "line") groups.at(-1)?.push(token);
  }
  return groups.filter((group) => group.length > 0);
}

/** Whether a token ends the arguments of a call. */
function endsArguments({ kind, text }: Token): boolean {
  if (kind === "line") return true;
  if (kind === "word") return /^(if|unless|or|and|do|for|foreach|while|end|then|else)$/.test(text);
  return kind === "mark" && /^(;|\|\||&&|\?|:)$/.test(text);
}

/** The values of an expression: several for a list; one value with an unknown text if the expression is unknown. */
export function valuesOf(tokens: readonly Token[], scope: Scope): readonly ScriptValue[] {
  const [first, second] = tokens;
  if (first === undefined || tokens.length > 60) return tokens.length > 60 ? unknown : [];
  if (isOption(tokens)) return [];
  if (first.kind === "mark" && /^[([]$/.test(first.text) && isClosedBy(tokens))
    return argumentGroups(0, tokens).flatMap((group) => valuesOf(group, scope));
  if (tokens.length === 1) return valueOfToken(first, scope);
  if (first.kind === "word") return valueOfCall(tokens, scope);
  if (first.kind === "mark" && first.text === "\\" && second !== undefined) return unknown;
  return joined(tokens, scope);
}

/** Whether an argument has a name: `recursive: true`, `:force => true`. Its value is no operand. */
function isOption(tokens: readonly Token[]): boolean {
  const [first, second, third] = tokens;
  if (first?.kind === "word" && second?.text === ":" && second.kind === "mark") return true;
  if (first?.kind === "word" && second?.kind === "mark" && (second.text === "=" || second.text === "=>")) return true;
  return first?.text === ":" && third?.text === "=>";
}

/** Whether the first bracket is closed by the last token. */
function isClosedBy(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== "mark") continue;
    if (/^[([{]$/.test(text)) depth++;
    if (/^[)\]}]$/.test(text) && --depth === 0) return at === tokens.length - 1;
  }
  return false;
}

/** Returns the values that a token may have. */
function valueOfToken({ kind, text, parts, list }: Token, scope: Scope): readonly ScriptValue[] {
  if (kind === "number") return [{ text }];
  if (kind === "variable" || kind === "word")
    return (
      scope.constants.get(text) ??
      (kind === "word" && scope.language.calls.get(text) === "home" ? [{ text: "~" }] : unknown)
    );
  if (kind !== "text" && kind !== "pattern") return unknown;
  let whole = "";
  for (const part of parts ?? [{ text }]) {
    const inserted = part.code === undefined ? undefined : insertedValue(part.code, scope);
    const own = part.text ?? inserted?.text;
    if (own === undefined) return unknown;
    whole += own;
  }
  return list === true
    ? whole.split(/\s+/).flatMap((each) => (each === "" ? [] : [{ text: each }]))
    : [{ text: whole }];
}

/** Returns the value of interpolated code, if it is a variable. */
function insertedValue(code: string, { constants }: Scope): ScriptValue | undefined {
  const [value, second] = constants.get(code) ?? constants.get(`$${code}`) ?? [];
  return second === undefined ? value : undefined;
}

/** The value of a call without effects: `File.join("a", "b")`, `glob "*"`. */
function valueOfCall(tokens: readonly Token[], scope: Scope): readonly ScriptValue[] {
  let name = tokens[0]?.text.replaceAll("::", ".") ?? "";
  let at = 1;
  while (tokens[at]?.kind === "mark" && /^(\.|::)$/.test(tokens[at]?.text ?? "") && tokens[at + 1]?.kind === "word") {
    name += `.${tokens[at + 1]?.text}`;
    at += 2;
  }
  const meaning = scope.language.calls.get(name);
  const rest = tokens.slice(at);
  if (rest[0]?.kind === "mark" && !(/^[([]$/.test(rest[0].text) && isClosedBy(rest))) return joined(tokens, scope);
  const args = argumentGroups(0, rest).flatMap((group) => valuesOf(group, scope));
  if (meaning === "home") return [{ text: "~" }];
  if (meaning === "first") return args.slice(0, 1);
  if (meaning === "glob") return args.map((each) => ({ ...each, glob: true }));
  if (meaning !== "join" || args.some(({ text }) => text === undefined)) return unknown;
  return [{ text: args.map(({ text }) => text).join("/") }];
}

/** The text of values that are joined: `"a" . $b`. */
function joined(tokens: readonly Token[], scope: Scope): readonly ScriptValue[] {
  let whole = "";
  for (const [at, token] of tokens.entries()) {
    const isOperator = token.kind === "mark" && scope.language.joins.has(token.text);
    if (isOperator && at % 2 === 1) continue;
    if (at % 2 === 1 && token.kind !== "text") return unknown;
    const [value, second] = valueOfToken(token, scope);
    if (value?.text === undefined || second !== undefined) return unknown;
    whole += value.text;
  }
  return [{ text: whole }];
}
