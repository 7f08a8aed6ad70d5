import type { Expression, Statement } from "../../engine/ir.ts";
import { callNode, collectNode, eachNode, listNode, nameNode, textNode } from "../../engine/nodes.ts";
import { expandLine, type Source } from "./expand.ts";
import { lowerText, splitBranches } from "./lower.ts";

/** Lowers `for` loops: over words, files, numbers, and the lines of texts, files and commands. */
export function lowerFor(rest: string, source: Source): readonly Statement[] {
  const { span } = source;
  const [header, option = "", variable = "", , list = ""] =
    /^\s*((?:\/[a-z]\s*(?:"[^"]*"|(?!%)[^\s(]+)?\s*)*)%{1,2}(\w)\s+in\s*(\(((?:"[^"]*"|'[^']*'|[^)])*)\))\s*do\s*/is.exec(
      rest,
    ) ?? [];
  if (header === undefined) return [{ kind: "unread", reason: "a loop can't be read", ...span }];
  const names = variablesOf(option, variable);
  const inner: Source = { ...source, loopVariables: `${source.loopVariables}${names.join("")}` };
  const targets = names.map((name) => nameNode(`%${name}`, span));
  const [only, other] = targets;
  const target = only !== undefined && other === undefined ? only : listNode(targets, span);
  const { body, otherwise, after } = splitBranches(rest.slice(header.length));
  const lines = lowerText(otherwise === "" ? body : `${body}\n${otherwise}`, inner);
  return [eachNode(target, itemsOf(option, list.trim(), source), lines, span), ...lowerText(after, source)];
}

/** The variables of a loop: with `tokens=1,2`, the next letter, too. */
function variablesOf(option: string, variable: string): readonly string[] {
  const [, tokens = "1"] = /tokens=([\d,*-]+)/i.exec(option) ?? [];
  const count = /^\/f/i.test(option) ? tokenPositions(tokens).length : 1;
  return Array.from({ length: count }, (_, at) => String.fromCharCode(variable.charCodeAt(0) + at));
}

/** The positions of the words of a line that a loop gets, from 1 on; 0 is the rest of the line. */
export function tokenPositions(tokens: string): readonly number[] {
  return tokens.split(/,|(?<=\d)(?=\*)/).flatMap((part) => {
    if (part === "*") return [0];
    const [from = 1, to = from] = part.split("-").map(Number);
    return Array.from({ length: Math.min(Math.max(to - from + 1, 1), 26) }, (_, at) => from + at);
  });
}

/** The items of a loop. */
function itemsOf(option: string, list: string, source: Source): Expression {
  const { span } = source;
  const call = (name: string, ...values: readonly Expression[]): Expression => callNode(name, values, span);
  if (/\/f/i.test(option)) {
    const isBackquoted = /usebackq/i.test(option);
    const [, command] = (isBackquoted ? /^`(.*)`$/s : /^'(.*)'$/s).exec(list) ?? [];
    const [, literal] = (isBackquoted ? /^'(.*)'$/s : /^"(.*)"$/s).exec(list) ?? [];
    const lines: Expression =
      command !== undefined
        ? collectNode(lowerText(command, source), true, span)
        : literal !== undefined
          ? expandLine(literal, source)
          : call("(file)", expandLine(list.replaceAll('"', ""), source));
    return call("(tokens)", lines, textNode(option, span));
  }
  if (/\/l/i.test(option)) return call("(numbers)", expandLine(list, source));
  if (!/\/r/i.test(option)) return call("(items)", expandLine(list, source));
  const [, directory = "."] = /\/r\s+("[^"]*"|[^\s"]+)/i.exec(option) ?? [];
  return call("(below)", expandLine(directory.replaceAll('"', ""), source), expandLine(list, source));
}
