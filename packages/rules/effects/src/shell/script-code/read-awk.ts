import type { ScriptCall } from "./read-calls.ts";
import { callTable, type ScriptLanguage, wordSet } from "./script-language.ts";
import type { Token } from "./token.ts";
import { tokenize } from "./tokenize.ts";
import { argumentGroups, type ScriptValue, valuesOf } from "./values.ts";

/** Lists the commands that an AWK program runs, and the files that it opens by name; `undefined` if it can't be parsed. */
export function readAwk(code: string): readonly ScriptCall[] | undefined {
  if (code.length > maxLength || code.includes("@")) return;
  const tokens = tokenize(code, awk.syntax);
  if (tokens === undefined) return;
  const calls: ScriptCall[] = [];
  let prints = false;
  let depth = 0;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === "line" || (kind === "mark" && /^[;{}]$/.test(text))) prints = false;
    if (kind === "word" && /^printf?$/.test(text)) [prints, depth] = [true, 0];
    if (kind === "mark" && /^[([]$/.test(text)) depth++;
    if (kind === "mark" && /^[)\]]$/.test(text)) depth--;
    if (kind === "word" && text === "system")
      calls.push({
        meaning: "run",
        name: text,
        args: argumentGroups(at + 1, tokens)
          .slice(0, 1)
          .flatMap((group) => [single(group)]),
      });
    // The program reads the files that it puts into the list of its arguments.
    if (text === "=" && tokens[at - 1]?.text === "]" && namesArguments(at, tokens))
      calls.push({ meaning: "cat|", name: "ARGV", args: [single(expressionAfter(at, tokens))] });
    if (kind !== "mark") continue;
    if (text === "|") calls.push({ meaning: "run", name: "awk", args: [commandAt(at, tokens)] });
    else if (text === "<" && isGetline(at, tokens))
      calls.push({ meaning: "cat|", name: "getline", args: [single(expressionAfter(at, tokens))] });
    else if (text === ">" && prints && depth === 0 && tokens[at - 1]?.text !== ">") {
      const last = tokens[at + 1]?.text === ">" ? at + 1 : at;
      calls.push({ meaning: "tee>", name: "print", args: [single(expressionAfter(last, tokens))] });
    }
  }
  return calls;
}

const maxLength = 4000;

const awk: ScriptLanguage = {
  syntax: {
    comment: /#.*/y,
    word: /[A-Za-z_]\w*/y,
    number: /\d+(?:\.\d+)?/y,
    singleQuotes: false,
    unreadable: /\|&|\\[\dx]/,
    patternAfter: wordSet("print printf return in else do getline"),
  },
  calls: callTable({ run: "system" }),
  pure: new Set(),
  defines: new Set(),
  joins: new Set(),
  plainVariables: true,
};

/** Returns the text of an expression that is one literal; `undefined` otherwise. */
function single(tokens: readonly Token[]): ScriptValue {
  const [first, second] = tokens;
  if (first?.kind !== "text" || second !== undefined) return { text: undefined };
  return valuesOf([first], { constants: new Map(), language: awk })[0] ?? { text: undefined };
}

/** The command at a `|`: before it if `getline` follows, and after it if it gets the output of `print`. */
function commandAt(at: number, tokens: readonly Token[]): ScriptValue {
  if (tokens[at + 1]?.text !== "getline") return single(expressionAfter(at, tokens));
  const [before, command] = [tokens[at - 2], tokens[at - 1]];
  const isAlone =
    before === undefined || before.kind === "line" || (before.kind === "mark" && /^[;{}(!]|&&|\|\|$/.test(before.text));
  return isAlone && command !== undefined ? single([command]) : { text: undefined };
}

/** The tokens of the expression after a redirection. */
function expressionAfter(at: number, tokens: readonly Token[]): readonly Token[] {
  const rest = tokens.slice(at + 1, at + 20);
  const end = rest.findIndex(
    ({ kind, text }) => kind === "line" || (kind === "mark" && /^([;})]|>|&&|\|\|)$/.test(text)),
  );
  return end === -1 ? rest : rest.slice(0, end);
}

/** Whether the `=` at an index sets an argument of the program: `ARGV[1] = "file"`. */
function namesArguments(at: number, tokens: readonly Token[]): boolean {
  return tokens.slice(Math.max(0, at - 10), at).some(({ text, kind }) => kind === "word" && text === "ARGV");
}

/** Whether the `<` at an index reads a line of a file: `getline line < "file"`. */
function isGetline(at: number, tokens: readonly Token[]): boolean {
  return tokens.slice(Math.max(0, at - 5), at).some(({ text, kind }) => kind === "word" && text === "getline");
}
