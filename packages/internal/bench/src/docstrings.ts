import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Docstring, type DocstringStyle, formatDocstring, parseDocstring } from "@helve/docstring";
import { parse as parseComment } from "comment-parser";
import { compare } from "./compare.ts";
import { agreementFields, agreementOf } from "./docstring-agreement.ts";
import { recordingsIn, styleNamed } from "./docstring-recordings.ts";

const styles: readonly DocstringStyle[] = ["google", "numpy", "rest", "epydoc", "jsdoc"];

/** Measures how fast docstrings are read in each style, and comment-parser on the same JSDoc. */
export async function compareDocstrings(): Promise<void> {
  const texts = styles.map((style): [DocstringStyle, string] => [style, kilobyteIn(style)]);
  await compare("1 kB of docstring", [
    ...texts.map(([style, text]): [string, () => unknown] => [style, () => parseDocstring(text, { style })]),
    ...texts.map(([style, text]): [string, () => unknown] => [
      `${style}, found by its marks`,
      () => parseDocstring(text),
    ]),
  ]);

  const comment = `/**\n${kilobyteIn("jsdoc").replace(/^/gm, " * ")}\n */`;
  await compare("1 kB of JSDoc in its comment", [
    ["comment-parser", () => parseComment(comment)],
    ["parseDocstring", () => parseDocstring(comment, { style: "jsdoc" })],
  ]);
}

/**
 * Two tables of the docstrings in a folder of JSON files. The first says, by file and style, how fast they are read, what
 * is found in them, and how many read back after they were written again; a docstring is any text under the keys `input`
 * and `docstring`, and a `style` beside it says how to read it. The second says how many are read as other libraries
 * were recorded to read them.
 *
 * @param options - `explain`: whether to list what is read otherwise
 */
export async function runDocstrings(folder: string, { explain = false } = {}): Promise<string> {
  const rows: string[][] = [["file", "style", "docstrings", "kB", "µs per kB", "entries", "read back"]];
  const agreements: string[][] = [["recorded in", "style", "docstrings", ...agreementFields]];
  const differences: string[] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".json")).sort()) {
    const content: unknown = JSON.parse(await readFile(join(folder, file), "utf8"));
    const found = docstringsIn(content);
    const recordings = recordingsIn(file, content);
    for (const style of ["auto", ...styles] as const) {
      const texts = found.filter((one) => one.style === style).map(({ text }) => text);
      if (texts.length > 0) rows.push([file, style, ...measured(texts, style)]);
      for (const set of new Set(recordings.map((one) => one.set))) {
        const compared = recordings.filter((one) => one.set === set && one.style === style);
        if (compared.length === 0) continue;
        const agreement = agreementOf(compared);
        agreements.push([`${file}, ${set}`, style, String(compared.length), ...agreement.counts]);
        differences.push(...agreement.differences);
      }
    }
  }
  const tables = [rows, ...(agreements.length > 1 ? [agreements] : [])].map(tableOf);
  return [...tables, ...(explain ? [differences.map((line) => `${line}\n`).join("")] : [])].join("\n");
}

/** A docstring, and the style that it is said to have. */
interface Found {
  readonly text: string;
  readonly style: DocstringStyle | "auto";
}

function docstringsIn(value: unknown): readonly Found[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value);
  const style = styleNamed("style" in value ? value.style : "auto") ?? "auto";
  return entries.flatMap(([key, member]) => {
    if (typeof member !== "string") return docstringsIn(member);
    return key === "input" || key === "docstring" ? [{ text: member, style }] : [];
  });
}

function measured(texts: readonly string[], style: DocstringStyle | "auto"): string[] {
  const size = texts.reduce((sum, text) => sum + text.length, 0) / 1000;
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    for (const text of texts) parseDocstring(text, { style });
    return performance.now() - start;
  });
  const docstrings = texts.map((text) => parseDocstring(text, { style }));
  const entries = docstrings.reduce(
    (sum, one) => sum + one.parameters.length + one.returns.length + one.raises.length,
    0,
  );
  const readBack = docstrings.filter((one) => said(parseDocstring(formatDocstring(one), one)) === said(one)).length;
  const speed = (Math.min(...times) * 1000) / size;
  return [String(texts.length), size.toFixed(1), speed.toFixed(1), String(entries), String(readBack)];
}

/** What a docstring says, wherever it stands. */
function said(docstring: Docstring): string {
  return JSON.stringify(docstring, (key, value) => (/^(?:range|\w+Range)$/.test(key) ? undefined : value));
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  return `${rows.map(line).join("\n")}\n`;
}

/** About a thousand characters of docstring, the same parts in each style. */
function kilobyteIn(style: DocstringStyle): string {
  const parameters = Array.from({ length: 9 }, (_, n) => ({
    name: `parameter_${n}`,
    type: n % 2 === 0 ? "int" : "list[str]",
    description: `What the parameter is for,\nand what its values mean. Defaults to ${n}.`,
    optional: true,
    default: String(n),
  }));
  const nothing = { attributes: [], yields: [], examples: [], notes: [], seeAlso: [], sections: [] };
  return formatDocstring({
    ...nothing,
    style,
    summary: "Tells the weather.",
    description: "Tells the weather.\n\nAnd what it will be tomorrow.",
    parameters,
    returns: [{ type: "dict", description: "the forecast", items: [] }],
    raises: [{ type: "ValueError", description: "When there is no such city." }],
  });
}
