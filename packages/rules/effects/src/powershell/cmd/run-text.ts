import { type Call, emitUnknown, possibly, spend } from "../evaluation.ts";
import { emitRead, emitWrite, targetsOf } from "../file-effects.ts";
import type { Value } from "../value.ts";
import { runBuiltin } from "./builtins.ts";
import { expandVariables, unknownPart } from "./expand.ts";
import { closingParenthesis, logicalLines, segmentsOf, wordsOf } from "./split.ts";

/** Adds the effects of the lines of a batch text. @returns what they print */
export function runCmdText(text: string, call: Call): Value {
  let output: Value = { from: [] };
  for (const line of logicalLines(text)) {
    if (!spend(1 + line.length / 100, call)) break;
    const expanded = expandVariables(line, call.evaluation);
    if (!spend((expanded.length - line.length) / 30, call)) break;
    output = runLine(expanded, call);
  }
  return output;
}

/** Runs the commands of one line, whose variables are expanded. */
function runLine(line: string, call: Call): Value {
  const [, control, rest] = /^[\s@(,;=]*?(if|for)\b(.*)$/is.exec(line) ?? [];
  if (control !== undefined && rest !== undefined) {
    if (!spend(1, call)) return { from: [] };
    return control.toLowerCase() === "if" ? runIf(rest, call) : runFor(rest, call);
  }
  let flow: Value | undefined;
  const segments = segmentsOf(line);
  for (const [index, { text, operator }] of segments.entries()) {
    if (/^[\s@]*(?:if|for)\b/i.test(text) && operator !== "") {
      const rest = segments
        .slice(index)
        .map((each, at) => (at === 0 ? each.text : each.operator + each.text))
        .join("");
      return runLine(rest, { ...call, input: operator === "|" ? flow : undefined });
    }
    if (!spend(0.5, call)) break;
    flow = runSegment(text, { ...call, input: operator === "|" ? flow : call.input });
  }
  return flow ?? { from: [] };
}

function runSegment(text: string, call: Call): Value {
  const command = text.replace(/^[\s@]+/, "");
  if (command.startsWith("(")) {
    const end = closingParenthesis(command);
    const output = runCmdText(command.slice(1, end === -1 ? undefined : end), call);
    return end === -1 ? output : redirected(command.slice(end + 1), output, call);
  }
  const words = wordsOf(command);
  const plain: Value[] = [];
  let input = call.input;
  for (let at = 0; at < words.length; at++) {
    const { text: word, isRedirect } = words[at] ?? { text: "", isRedirect: false };
    if (isRedirect) {
      if (word === "<") input = emitRead({ ...call, by: "<" }, wordValue(words[at + 1]?.text ?? ""), true);
      at++;
    } else plain.push(wordValue(word));
  }
  return redirected(command, runBuiltin(plain, command, { ...call, input }), call);
}

/** Writes the output of a command to the files of its redirections. */
function redirected(command: string, output: Value, call: Call): Value {
  if (!command.includes(">")) return output;
  const words = wordsOf(command);
  for (const [at, { text, isRedirect }] of words.entries()) {
    const to = words[at + 1];
    if (!isRedirect || text === "<" || to === undefined || to.isRedirect) continue;
    emitWrite(
      { ...call, by: text },
      text === ">>" ? "append" : "replace",
      targetsOf(wordValue(to.text), call, true),
      output,
    );
  }
  return output;
}

/** The value of a word; unknown if a part of it is. */
function wordValue(word: string): Value {
  return word.includes(unknownPart) ? { from: [{ kind: "environment" }] } : { text: word, from: [] };
}

function runIf(rest: string, call: Call): Value {
  const condition =
    /^\s*(?:\/i\s+)?(?:not\s+)?(?:\/i\s+)?(?:(?:exist|errorlevel|defined|cmdextversion)\s+(?:"[^"]*"|\S+)|(?:"[^"]*"|[^\s=()]*)\s*(?:==|\b(?:equ|neq|lss|leq|gtr|geq)\b)\s*(?:"[^"]*"|[^\s()]+))\s*/i.exec(
      rest,
    )?.[0];
  if (condition === undefined) {
    emitUnknown(call, "the condition of an if can't be read");
    return { from: [] };
  }
  return possibly(call.evaluation, () => runBranch(rest.slice(condition.length), call));
}

function runBranch(body: string, call: Call): Value {
  if (!body.startsWith("(")) return runLine(body.replace(/\belse\b/i, "&"), call);
  const end = closingParenthesis(body);
  const inner = runCmdText(body.slice(1, end === -1 ? undefined : end), call);
  const [, otherwise] = end === -1 ? [] : (/^\s*else\b\s*(.*)$/is.exec(body.slice(end + 1)) ?? []);
  if (otherwise !== undefined) return runLine(otherwise, call);
  const after = end === -1 ? "" : body.slice(end + 1).replace(/^[\s&|]+/, "");
  return after === "" ? inner : runLine(after, call);
}

function runFor(rest: string, call: Call): Value {
  const [header, option = "", variable = "", , list = ""] =
    /^\s*((?:\/[a-z]\s*(?:"[^"]*"|(?!%)[^\s(]+)?\s*)*)%{1,2}(\w)\s+in\s*(\(([^)]*)\))\s*do\s*/is.exec(rest) ?? [];
  if (header === undefined) {
    emitUnknown(call, "a loop can't be read");
    return { from: [] };
  }
  const body = rest.slice(header.length);
  const pattern = new RegExp(`%{1,2}(?:~[a-z]*)?${variable}(?!\\w*%)`, "g");
  const items = loopItems(option, list.trim(), call);
  let output: Value = { from: [] };
  for (const item of items) {
    if (!spend(1 + body.length / 500, call)) break;
    const text = body.replaceAll(pattern, () => item);
    output = possibly(call.evaluation, () => runBranch(text, call));
  }
  return output;
}

/** What the variable of a loop may be: known words, or an unknown text. */
function loopItems(option: string, list: string, call: Call): readonly string[] {
  if (/\/f/i.test(option)) {
    const [, , command] = /^(['`])(.*)\1$/s.exec(list) ?? [];
    if (command !== undefined) {
      const { text } = runLine(command, call);
      return [text ?? unknownPart];
    }
    if (list.startsWith('"')) return [list.replaceAll('"', "")];
    emitRead({ ...call, by: "for" }, wordValue(list), true);
    return [unknownPart];
  }
  if (/\/l/i.test(option)) return ["1"];
  if (/\/r/i.test(option)) return [list.includes("*") ? `**/${list}` : unknownPart];
  return list === "" ? [] : list.split(/[\s,;]+/).slice(0, 50);
}
