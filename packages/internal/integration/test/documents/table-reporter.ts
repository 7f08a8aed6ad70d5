// Prints what each of the four documents states, and whether Helve does it: `pnpm --dir packages/internal/integration documents`.

import { basename } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";

type Outcome = "better" | "same" | "badly" | "missing" | "not tried";

const outcomes: readonly Outcome[] = ["better", "same", "badly", "missing", "not tried"];

/** A row is a test: its name is the statement, the names around it are the section. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const documents = new Map<string, TestCase[]>();
    for (const module of modules) {
      const name = basename(module.moduleId, ".test.ts").replace(/-in-.*/, "");
      documents.set(name, [...(documents.get(name) ?? []), ...module.children.allTests()]);
    }
    const tables = Array.from(documents, ([name, rows]) => table(name, rows));
    process.stdout.write(`${tables.join("\n")}\n${counts("all", [...documents.values()].flat())}\n`);
  }
}

function table(name: string, rows: readonly TestCase[]): string {
  const lines = rows.map((row) => `| ${escaped(row.fullName)} | ${outcomeOf(row)} |`);
  return [`## ${counts(name, rows)}`, "", "| statement | Helve |", "| --- | --- |", ...lines, ""].join("\n");
}

function counts(name: string, rows: readonly TestCase[]): string {
  const all = rows.map(outcomeOf);
  const numbers = outcomes.map((outcome) => `${all.filter((one) => one === outcome).length} ${outcome}`);
  return `${name}: ${rows.length} statements, ${numbers.join(", ")}`;
}

/** A todo is missing; a skipped test needs a program that this machine does not have. */
function outcomeOf(row: TestCase): Outcome {
  if (row.options.mode === "todo") return "missing";
  const { state } = row.result();
  if (state === "skipped") return "not tried";
  if (state !== "passed") return "badly";
  return row.name.includes("(differs: ") ? "better" : "same";
}

function escaped(text: string): string {
  return text.replaceAll("|", "\\|");
}
