/** `helve check`: reports problems of rules, policies and OpenTool documents. */
import { existsSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Catalogue } from "@helve/agentspec";
import type { Issue } from "@helve/core";
import { escapeInvisible } from "@helve/core/internal";
import { type CheckedFile, checkFile } from "../check-file.ts";
import { type InputFile, inputFiles } from "../input-files.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { namedTools } from "../named-tools.ts";
import { formatFindings } from "./check/format-findings.ts";

/** The options of `helve check`. */
export interface CheckOptions {
  readonly format: "text" | "json" | "sarif" | "github";
  readonly json?: boolean;
  readonly fix?: boolean;
  readonly tools: readonly string[];
}

/** Reports the problems of rules, policies and OpenTool documents; the exit code is 1 if there is an error or a warning. */
export async function check(
  named: readonly string[],
  { format, json, fix, tools }: CheckOptions,
  io: Io,
): Promise<number> {
  const found = await inputFiles(named, "**/{*.agentspec,policy.json,*.policy.json,*.opentool.json}", io);
  const files = found.filter((file) => named.includes(file.name) || !isForeignPolicy(file));
  if (fix && files.some(({ path }) => path === undefined)) {
    throw new UsageError("--fix changes files: standard input can't be changed");
  }
  const catalogue = await namedTools(tools, io.cwd);
  const checked = files.map((file) => (fix ? fixed(file, catalogue, io) : checkFile(file, catalogue)));
  const printed = formatFindings(checked, json ? "json" : format, io.colors);
  if (printed !== "") io.out(`${printed}\n`);
  const findings = checked.flatMap(({ issues }) => issues).filter(({ severity }) => severity !== "info");
  return findings.length > 0 ? exitCodes.findings : exitCodes.fine;
}

/** Whether a `policy.json` is not Helve's: there are no rules beside it. */
function isForeignPolicy({ path = "" }: InputFile): boolean {
  return basename(path) === "policy.json" && !existsSync(join(dirname(path), "rules.agentspec"));
}

/** Applies quick fixes until none is left, or the text has been changed too often, and writes the file. Each change is named on standard error. */
function fixed(file: InputFile, catalogue: Catalogue["tools"], io: Io): CheckedFile {
  let checked = checkFile(file, catalogue);
  for (let pass = 0; pass < maxPasses; pass++) {
    const { text, applied } = withFixes(checked.file.text, checked.issues);
    if (text === checked.file.text) break;
    for (const { message, range, quickFix } of applied) {
      io.err(`fixed: ${file.name}:${range?.start.line}: ${escapeInvisible(`${message}: ${quickFix?.title}`)}\n`);
    }
    checked = checkFile({ ...checked.file, text }, catalogue);
  }
  if (file.path !== undefined && checked.file.text !== file.text) writeFileSync(file.path, checked.file.text);
  return checked;
}

const maxPasses = 10;

/** Applies non-overlapping quick fixes from the end of the text. */
function withFixes(text: string, issues: readonly Issue[]) {
  const fixes = issues.flatMap((issue) => (issue.quickFix === undefined ? [] : [{ issue, fix: issue.quickFix }]));
  const applied: Issue[] = [];
  let changed = text;
  let before = Number.POSITIVE_INFINITY;
  for (const { issue, fix } of fixes.sort((a, b) => b.fix.range.start.offset - a.fix.range.start.offset)) {
    const { range, text: replacement } = fix;
    if (range.end.offset > before) continue;
    changed = changed.slice(0, range.start.offset) + replacement + changed.slice(range.end.offset);
    before = range.start.offset;
    applied.unshift(issue);
  }
  return { text: changed, applied };
}
