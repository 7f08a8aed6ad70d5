/** Prints what goes wrong in each scenario, without rules and with those of a file: `--rules FILE`, or the ready ones. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readProgram } from "@helve/agentspec";
import { formatIssue } from "@helve/core";
import { drivingReport } from "./report.ts";

const { values } = parseArgs({ options: { rules: { type: "string" } } });
const file = values.rules ?? fileURLToPath(new URL("../rules/driving.agentspec", import.meta.url));
const { value: program, issues } = readProgram(await readFile(file, "utf8"));
if (program === undefined) {
  for (const issue of issues) process.stderr.write(`${formatIssue(issue, file)}\n`);
  process.exitCode = 2;
} else {
  process.stdout.write(await drivingReport(program));
}
