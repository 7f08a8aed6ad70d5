/** The functions that stand for the syntax of batch files, such as `if exist`. */
import { replaceText } from "../../bounded-text.ts";
import { outputItems } from "../../engine/commands.ts";
import type { Builtin, SortedCall } from "../../engine/interpreter.ts";
import { contentOfFile } from "../../engine/known-content.ts";
import { reads } from "../../engine/rows.ts";
import {
  exactText,
  exactValue,
  joinAllValues,
  listValue,
  noneValue,
  textValue,
  unknownValueFrom,
  type Value,
} from "../../engine/value.ts";
import { nonLiteralOrigins } from "../../engine/value-origins.ts";
import { hasUnknownText, unknownText } from "../../unknown-text.ts";
import { normalizeWindowsPath } from "../../windows-path.ts";
import { perform } from "../call.ts";
import { asPatterns, asText, mapAlternatives, textOf } from "../values.ts";
import { tokenPositions } from "./lower-for.ts";

/** Functions that lowered batch files call. */
export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ["exit", () => noneValue],
  ["(change)", ({ positional: [value = noneValue, change] }) => changed(value, textOf(change) ?? "")],
  ["(items)", ({ positional: [list = noneValue] }) => items(list)],
  ["(numbers)", numbers],
  ["(below)", ({ positional: [directory = noneValue, pattern = noneValue] }) => below(directory, pattern)],
  ["(file)", fileContent],
  ["(tokens)", ({ positional: [lines = noneValue, option] }) => tokens(lines, textOf(option) ?? "")],
]);

/** Computes `%NAME:~1,2%` and `%NAME:a=b%`. */
function changed(value: Value, change: string): Value {
  return mapAlternatives(value, (each, single) => {
    if (each.kind !== "text" || hasUnknownText(each.text)) return unknownValueFrom(single.from);
    const [, from, length] = /^~(-?\d+)(?:,(-?\d+))?$/.exec(change) ?? [];
    const rest = from === undefined ? each.text : each.text.slice(Number(from));
    if (from !== undefined) return textValue(length === undefined ? rest : rest.slice(0, Number(length)), single.from);
    const [old = "", ...replacement] = change.split("=");
    if (old === "" || replacement.length === 0) return single;
    return textValue(replaceText(each.text, old, replacement.join("=")) ?? unknownText, single.from);
  });
}

const mostItems = 50;

/** Splits a list into words; words with wildcards are files. */
function items(list: Value): Value {
  return mapAlternatives(list, (each, single) => {
    if (each.kind !== "text") return listValue([], single);
    const words = each.text.match(/(?:[^\s,;"]|"[^"]*")+/g) ?? [];
    const values = words
      .slice(0, mostItems)
      .map((word) => asPatterns(textValue(word.replaceAll('"', ""), single.from)));
    const known = values.filter((value) => !isPattern(value));
    const others = values.filter(isPattern);
    return listValue(known, others.length === 0 ? null : joinAllValues(others));
  });
}

function isPattern({ alternatives }: Value): boolean {
  return alternatives.some(
    (each) =>
      (each.kind === "path" && each.wildcards !== undefined) || (each.kind === "path" && hasUnknownText(each.text)),
  );
}

/** Computes `(1,1,3)`. */
function numbers({ positional: [list] }: SortedCall): Value {
  const [from = 0, step = 1, to = from] = (textOf(list) ?? "").split(/[\s,]+/).map(Number);
  const count = Math.floor((to - from) / step) + 1;
  if (!(count > 0 && count <= mostItems)) return listValue([], exactValue({ kind: "number", number: Number.NaN }));
  return listValue(Array.from({ length: count }, (_, at) => exactValue({ kind: "number", number: from + at * step })));
}

/** The files below a directory that a pattern matches. */
function below(directory: Value, pattern: Value): Value {
  const [place, name] = [textOf(directory), textOf(pattern)];
  if (place === undefined || name === undefined) return listValue([], unknownValueFrom([]));
  const path = normalizeWindowsPath(place).replace(/\/$/, "");
  const text = `${path === "." || path === "" ? "" : `${path}/`}**/${name.includes("*") ? name : "*"}`;
  // A word that begins with a slash is an option.
  return listValue([], exactValue({ kind: "path", text: text.replaceAll("/", "\\"), wildcards: "some" }));
}

/** Reads the file over whose lines `for /f` runs. */
function fileContent({ positional: [path = noneValue], span, interpreter }: SortedCall): Value {
  const call = { by: "for", input: null, inCaller: false, span, interpreter };
  const data = perform(call, [reads("path")], { path });
  return contentOfFile(path, interpreter) ?? data;
}

/** The words of each line that a loop gets. */
function tokens(lines: Value, option: string): Value {
  const [, positions = "1"] = /tokens=([\d,*-]+)/i.exec(option) ?? [];
  const [, delimiters = " \t"] = /delims=([^"]*?)(?=\s+(?:tokens|skip|eol|usebackq)|"|$)/i.exec(option) ?? [];
  const wanted = tokenPositions(positions);
  const { items: known, more } = outputItems(lines);
  const unknown = (from: Value["from"]): Value => listValue([], oneOf(wanted.map(() => unknownValueFrom(from))), from);
  if (more !== null) return unknown(nonLiteralOrigins(lines));
  const results = known.map((item) => {
    const text = exactText(asText(item));
    if (text === undefined) return unknown(nonLiteralOrigins(item));
    const found = text.split(/\r?\n/).filter((line) => line !== "");
    return listValue(
      found
        .slice(0, mostItems)
        .map((line) => oneOf(tokensOf(line, wanted, delimiters).map((each) => textValue(each, item.from)))),
    );
  });
  return joinAllValues(results.length === 0 ? [listValue([])] : results);
}

/** Returns the only value, or a list of the values if they are several. */
function oneOf(values: readonly Value[]): Value {
  const [only, other] = values;
  return only !== undefined && other === undefined ? only : listValue(values);
}

/** Splits a line as `for /f` does, and returns the wanted words. */
function tokensOf(line: string, wanted: readonly number[], delimiters: string): readonly string[] {
  const words: { readonly text: string; readonly at: number }[] = [];
  let start = -1;
  for (let at = 0; at <= line.length; at++) {
    const isEnd = at === line.length || delimiters.includes(line[at] ?? "");
    if (isEnd && start !== -1) words.push({ text: line.slice(start, at), at: start });
    start = isEnd ? -1 : start === -1 ? at : start;
  }
  return wanted.map((position, index) => {
    if (position !== 0) return words[position - 1]?.text ?? "";
    const before = wanted[index - 1];
    return before === undefined ? line : line.slice(words[before]?.at ?? line.length);
  });
}
