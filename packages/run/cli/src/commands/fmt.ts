/** `helve fmt`: formats rule files. */
import { writeFileSync } from "node:fs";
import { formatProgram, readProgram } from "@helve/agentspec";
import { formatIssue } from "@helve/core";
import { inputFiles } from "../input-files.ts";
import { exitCodes, type Io } from "../io.ts";

/** The options of `helve fmt`. */
export interface FmtOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** Formats rule files; a file with mistakes is unchanged. Standard input is written to standard output. */
export async function fmt(named: readonly string[], { check, json }: FmtOptions, io: Io): Promise<number> {
  const files = await inputFiles(named, "**/*.agentspec", io);
  const changed: string[] = [];
  let hasMistakes = false;
  for (const { name, path, text } of files) {
    const { value, issues } = readProgram(text);
    if (value === undefined) {
      hasMistakes = true;
      io.err(issues.map((issue) => `${formatIssue(issue, name)}\n`).join(""));
      continue;
    }
    const formatted = formatProgram(value);
    if (formatted !== text) changed.push(name);
    if (path === undefined && !check && !json) io.out(formatted);
    else if (path !== undefined && !check && formatted !== text) writeFileSync(path, formatted);
  }
  if (json) io.out(`${JSON.stringify({ changed })}\n`);
  else
    for (const name of changed)
      if (name !== "<stdin>" || check) io.out(`${check ? "not formatted" : "formatted"}: ${name}\n`);
  if (hasMistakes) return exitCodes.usage;
  return check && changed.length > 0 ? exitCodes.findings : exitCodes.fine;
}
