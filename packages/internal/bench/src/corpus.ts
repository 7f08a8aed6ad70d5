import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { jsonSyntaxIssue } from "@helve/core/internal";

import { OpenToolError, parseOpenTool, upgradeOpenTool } from "@helve/opentool";

/**
 * A table of all OpenTool documents in a folder and those below it: the dialect of each, how many changes its upgrade
 * makes, and whether it parses then.
 *
 * A document is a JSON file, or a part of one, or of a line of any other file: what went over a wire.
 */
export async function runCorpus(folder: string): Promise<string> {
  const rows: Row[] = [];
  for (const file of await filesIn(folder)) {
    rows.push(...rowsOf(file, await readFile(join(folder, file), "utf8")));
  }
  return tableOf(rows);
}

/** One document, or a file that has none. */
interface Row {
  readonly where: string;
  readonly dialect: string;
  /** `undefined` when there is no document. */
  readonly changes?: number;
  readonly outcome: "parses" | "does not parse" | "no document" | "not whole";
  readonly notes: readonly string[];
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function rowsOf(file: string, text: string): readonly Row[] {
  const whole = jsonOf(text);
  const rows = whole.ok
    ? documentsIn(whole.value).map((document) => rowOf(file, document))
    : file.endsWith(".json")
      ? [brokenRow(file, text)]
      : text.split(/\r?\n/).flatMap((line, index) => lineRows(`${file}:${index + 1}`, line));
  return rows.length > 0 ? rows : [{ where: file, dialect: "", outcome: "no document", notes: [] }];
}

function lineRows(where: string, line: string): readonly Row[] {
  if (!/^\s*[{[]/.test(line) || !line.includes('"opentool":')) return [];
  const json = jsonOf(line);
  return json.ok ? documentsIn(json.value).map((document) => rowOf(where, document)) : [brokenRow(where, line)];
}

function rowOf(where: string, input: unknown): Row {
  const { document, dialect, changes } = upgradeOpenTool(input);
  const issues = issuesOf(document);
  const outcome = issues.length === 0 ? "parses" : "does not parse";
  return { where, dialect: dialect ?? "none", changes: changes.length, outcome, notes: issues };
}

function brokenRow(where: string, text: string): Row {
  return { where, dialect: "", outcome: "not whole", notes: [jsonSyntaxIssue(text)?.message ?? "not JSON"] };
}

function issuesOf(document: unknown): readonly string[] {
  try {
    parseOpenTool(document);
    return [];
  } catch (error) {
    if (error instanceof OpenToolError) return error.issues.map(({ message }) => message);
    throw error;
  }
}

/** What says that it is an OpenTool document, or has a list of functions at the top; else such things within it. */
function documentsIn(value: unknown, depth = 0): readonly unknown[] {
  if (typeof value !== "object" || value === null || depth > 20) return [];
  if (Object.hasOwn(value, "opentool") || (depth === 0 && Object.hasOwn(value, "functions"))) return [value];
  return Object.values(value).flatMap((member) => documentsIn(member, depth + 1));
}

function jsonOf(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function tableOf(rows: readonly Row[]): string {
  const width = Math.max(8, ...rows.map(({ where }) => where.length));
  const line = (where: string, dialect: string, changes: string, outcome: string): string =>
    `${where.padEnd(width)}  ${dialect.padEnd(7)}  ${changes.padStart(7)}  ${outcome}`;
  const documents = rows.filter(({ changes }) => changes !== undefined);
  const parsed = documents.filter(({ outcome }) => outcome === "parses");
  const changes = documents.reduce((sum, row) => sum + (row.changes ?? 0), 0);
  const others = rows.length - documents.length;
  return [
    line("document", "dialect", "changes", "after the upgrade"),
    ...rows.flatMap(({ where, dialect, changes, outcome, notes }) => [
      line(where, dialect, changes === undefined ? "" : String(changes), outcome),
      ...notes.map((note) => `    ${note}`),
    ]),
    `${documents.length} documents, ${changes} changes, ${parsed.length} parse after the upgrade; ${others} without a whole document`,
    "",
  ].join("\n");
}
