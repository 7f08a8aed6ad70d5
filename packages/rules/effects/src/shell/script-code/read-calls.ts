/** Finds the calls with effects in code of Perl, Ruby, Lua and similar languages. */
import type { CallMeaning, ScriptLanguage } from "./script-language.ts";
import type { Token } from "./token.ts";
import { tokenize } from "./tokenize.ts";
import { argumentGroups, type ScriptValue, valuesOf } from "./values.ts";

/** A call with an effect in code of a script language, or code whose effect is unknown. */
export type ScriptCall =
  | { readonly meaning: CallMeaning; readonly name: string; readonly args: readonly ScriptValue[] }
  | { readonly meaning: "unknown"; readonly name: string; readonly args: readonly [] };

/** Longer code is not read. */
const maxLength = 12_000;

/** Code inside texts that are nested deeper is not read. */
const maxDepth = 4;

/** Lists the calls of a program in their order; `undefined` if it can't be read. */
export function readCalls(code: string, language: ScriptLanguage, depth = 0): readonly ScriptCall[] | undefined {
  if (code.length > maxLength || depth > maxDepth) return;
  const tokens = tokenize(code, language.syntax);
  if (tokens === undefined) return;
  const program: Program = { tokens, language, constants: new Map(), names: new Set(), calls: [], depth };
  collectNames(program);
  for (let at = 0; at < tokens.length; ) at = readToken(at, program);
  return program.calls;
}

/** A program that is read. */
interface Program {
  readonly tokens: readonly Token[];
  readonly language: ScriptLanguage;
  /** The values of variables that are assigned once. */
  readonly constants: Map<string, readonly ScriptValue[] | undefined>;
  /** Functions, parameters and variables that the program defines. */
  readonly names: Set<string>;
  readonly calls: ScriptCall[];
  readonly depth: number;
}

const assigns = /^(=|<-|<<-|:=)$/;
const changes = /^(\+=|-=|\*=|\/=|\.=|\|\|=|&&=|\+\+|--|<<)$/;

/** Collects the names that code defines and assigns. */
function collectNames({ tokens, language, names, constants }: Program): void {
  for (const [at, token] of tokens.entries()) {
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    if (token.kind === "word" && before?.kind === "word" && language.defines.has(before.text)) names.add(token.text);
    const isVariable =
      token.kind === "variable" || (token.kind === "word" && language.plainVariables && !isMember(before));
    if (!isVariable || after?.kind !== "mark") continue;
    if (assigns.test(after.text) || changes.test(after.text)) {
      if (token.kind === "word") names.add(token.text);
      const isFirst = assigns.test(after.text) && !constants.has(token.text);
      constants.set(token.text, isFirst ? valuesOf(statementFrom(at + 2, tokens), { constants, language }) : undefined);
    }
  }
  if (language.plainVariables) collectParameters(tokens, names);
}

/** Collects parameters and loop variables: `|a, b|`, `for k, v in`, `function(a, b)`, `a, b = …`. */
function collectParameters(tokens: readonly Token[], names: Set<string>): void {
  for (const [at, { kind, text }] of tokens.entries()) {
    const opens =
      (kind === "mark" && text === "|") ||
      (kind === "word" && /^(for|function|def|local|fn|rescue|lambda)$/.test(text)) ||
      text === "->" ||
      text === "\\";
    if (!opens) continue;
    const found: string[] = [];
    for (let i = at + 1; i < Math.min(at + 40, tokens.length); i++) {
      const token = tokens[i];
      if (token === undefined || token.kind === "line") break;
      if (token.kind === "mark" && /^[|)=}]$|^in$/.test(token.text)) {
        if (token.text !== "|" || text === "|") for (const name of found) names.add(name);
        break;
      }
      if (token.kind === "word" && token.text === "in") {
        for (const name of found) names.add(name);
        break;
      }
      if (token.kind === "word") found.push(token.text);
      else if (token.kind !== "variable" && !(token.kind === "mark" && /^[(,*&:;]$/.test(token.text))) break;
    }
  }
}

/** The tokens up to the end of a statement. */
function statementFrom(from: number, tokens: readonly Token[]): readonly Token[] {
  let depth = 0;
  for (let at = from; at < Math.min(tokens.length, from + 60); at++) {
    const { kind, text } = tokens[at] ?? { kind: "line", text: "" };
    if (kind === "mark" && /^[([{]$/.test(text)) depth++;
    if (kind === "mark" && /^[)\]}]$/.test(text)) depth--;
    if (depth < 0 || (depth === 0 && (kind === "line" || (kind === "mark" && text === ";"))))
      return tokens.slice(from, at);
  }
  return tokens.slice(from, from + 60);
}

/** Whether the token before a word makes it a member of a value: `x.length`. */
function isMember(before: Token | undefined): boolean {
  return before?.kind === "mark" && /^(\.|->|::|:)$/.test(before.text);
}

/** Reads one token, and with it the whole name of a call. @returns where the next token begins */
function readToken(at: number, program: Program): number {
  const { tokens, calls } = program;
  const token = tokens[at];
  if (token === undefined) return at + 1;
  for (const { code } of token.parts ?? []) if (code !== undefined) readInserted(code, program);
  if (token.kind === "command") {
    calls.push({ meaning: "run", name: "`", args: valuesOf([{ ...token, kind: "text" }], program) });
    return at + 1;
  }
  if (token.kind === "pattern" && /\(\?\??\{/.test(token.text)) emitUnknownCall("a pattern with code", program);
  if (token.kind === "variable") readVariable(at, program);
  return token.kind === "word" ? readName(at, program) : at + 1;
}

/** Reads code that is interpolated in a text. */
function readInserted(code: string, program: Program): void {
  const inner = readCalls(
    /^\^?\w+$/.test(code) && !program.language.plainVariables ? "" : code,
    withNames(program),
    program.depth + 1,
  );
  if (inner === undefined) emitUnknownCall("the code in a text", program);
  else program.calls.push(...inner);
}

/** Adds a program's names to the language for nested code. */
function withNames({ language, names }: Program): ScriptLanguage {
  return names.size === 0 ? language : { ...language, pure: new Set([...language.pure, ...names]) };
}

/** Adds a call whose meaning is unknown to the calls of the program. */
function emitUnknownCall(name: string, { calls }: Program): void {
  calls.push({ meaning: "unknown", name, args: [] });
}

/** Emits that a function whose name is in a variable is called: `$f(x)`, `&$f`, `$obj->$method`. */
function readVariable(at: number, program: Program): void {
  const { tokens } = program;
  const [before, token, after, next] = [tokens[at - 1], tokens[at], tokens[at + 1], tokens[at + 2]];
  if (token === undefined) return;
  if (token.text === "@ARGV") readFilesOfDiamond(at, program);
  const isCalled =
    after?.text === "(" && after.kind === "mark" && token.text.startsWith("$") && after.start === token.end;
  const isCode =
    token.text.startsWith("&") ||
    (before?.kind === "mark" && (before.text === "&" || before.text === "->")) ||
    (after?.text === "->" && next?.text === "(");
  if ((isCalled || isCode) && !/^&\w/.test(token.text)) emitUnknownCall(`the function ${token.text}`, program);
  if (/^&\w/.test(token.text) && !program.names.has(token.text.slice(1)))
    emitUnknownCall(`the function ${token.text}`, program);
}

/** Emits that `<>` opens what a program of Perl puts into `@ARGV`: a file, or a command that ends with `|`. */
function readFilesOfDiamond(at: number, program: Program): void {
  const { tokens, calls } = program;
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  const isAdded = before?.kind === "word" && /^(?:push|unshift|splice)$/.test(before.text) && after?.text === ",";
  if (!isAdded && !(after?.kind === "mark" && after.text === "=")) return;
  for (const value of valuesOf(statementFrom(at + 2, tokens), program))
    calls.push({ meaning: "open", name: "<>", args: [{ text: "ARGV" }, value] });
}

/** Reads a name. @returns where the next token begins */
function readName(at: number, program: Program): number {
  const { tokens, language, names, calls } = program;
  const token = tokens[at];
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  if (token === undefined || isKey(at, program)) return at + 1;
  const own = token.text.replace(/^CORE(::GLOBAL)?::/, "").replaceAll(/::|'/g, ".");
  if (isMember(before) && before?.text !== "::") {
    const meaning = language.calls.get(`.${own}`);
    const isData = language.members === true && after?.text !== "(" && after?.kind !== "text";
    if (meaning !== undefined) calls.push({ meaning, name: own, args: [{ text: undefined }] });
    else if (!(language.methods ?? language.pure).has(own) && !names.has(own) && !isData)
      emitUnknownCall(`the method ${own}`, program);
    return at + 1;
  }
  const { name, end } = longestName(own, at, program);
  const meaning = language.calls.get(name);
  if (meaning === undefined) {
    if (!language.pure.has(name) && !names.has(name) && language.handles?.test(name) !== true)
      emitUnknownCall(name, program);
    if (name === "do" && tokens[end]?.kind === "text") emitUnknownCall("the code of another file", program);
    return end;
  }
  if (language.implicit?.has(name) === true && isBare(tokens[end])) {
    calls.push({ meaning, name, args: [{ text: undefined }] });
    return end;
  }
  const groups = argumentGroups(end, tokens);
  calls.push({ meaning, name, args: groups.flatMap((group) => valuesOf(group, program)) });
  return end;
}

/** Whether the token after a name says that the call has no arguments: `eval;`, `unlink for @files`. */
function isBare(after: Token | undefined): boolean {
  if (after === undefined || after.kind === "line") return true;
  if (after.kind === "word") return /^(?:if|unless|while|until|for|foreach|and|or|xor)$/.test(after.text);
  return after.kind === "mark" && /^(?:[;})\],:?=]|&&|\|\||\/\/|=~|==|!=)$/.test(after.text);
}

/** Whether a word is a key or a symbol, and not a call: `mode: 1`, `:read`, `{name}`, `name => 1`. */
function isKey(at: number, { tokens, language }: Program): boolean {
  const [before, token, after, next] = [tokens[at - 1], tokens[at], tokens[at + 1], tokens[at + 2]];
  if (after?.kind === "mark" && after.text === "=>") return true;
  if (before?.text === "{" && after?.text === "}" && tokens[at - 2]?.kind !== "mark" && token !== undefined)
    return before.start === tokens[at - 2]?.end;
  if (language.symbols !== true) return false;
  if (after?.text === ":" && after.start === token?.end && (next === undefined || next.start > after.end)) return true;
  const isSymbol =
    before?.text === ":" &&
    before.end === token?.start &&
    !/^[(]$/.test(after?.text ?? "") &&
    !/^(text|word|variable)$/.test(after?.kind ?? "");
  return isSymbol && !language.calls.has(token?.text ?? "");
}

/** The longest name with members that the language knows: `File.delete`. */
function longestName(
  own: string,
  at: number,
  { tokens, language }: Program,
): { readonly name: string; readonly end: number } {
  let name = own;
  let known = { name: own, end: at + 1 };
  for (let i = at + 1; i + 1 < tokens.length && i < at + 9; i += 2) {
    const [mark, word] = [tokens[i], tokens[i + 1]];
    if (mark?.kind !== "mark" || !/^(\.|::|->|:)$/.test(mark.text) || word?.kind !== "word") break;
    name += `.${word.text.replaceAll("::", ".")}`;
    if (language.calls.has(name) || language.pure.has(name)) known = { name, end: i + 2 };
  }
  return known;
}
