import { documentSymbols, type OpenProgram } from "@helve/language-service";
import type { CodeLens } from "vscode-languageserver";
import { toRange } from "./conversions.ts";
import { runTestCommand } from "./run-test.ts";

/** The code lenses above rules and tests: how often a rule fired, and commands that run tests. */
export function codeLenses(program: OpenProgram, uri: string, counts: RuleCounts | undefined): readonly CodeLens[] {
  const symbols = documentSymbols(program);
  const tests = symbols.filter(({ kind }) => kind === "Method");
  return symbols.flatMap(({ kind, name, selectionRange }): readonly CodeLens[] => {
    const range = toRange(selectionRange);
    if (kind === "Class" && counts !== undefined) {
      return [{ range, command: { title: firedText(counts.get(name) ?? 0), command: "" } }];
    }
    if (kind !== "Method") return [];
    const index = tests.findIndex((test) => test.selectionRange === selectionRange);
    const all = { title: `Run all ${tests.length} tests`, command: runTestCommand, arguments: [uri] };
    return [
      { range, command: { title: "Run test", command: runTestCommand, arguments: [uri, index] } },
      ...(index === 0 && tests.length > 1 ? [{ range, command: all }] : []),
    ];
  });
}

/** How often rules fired in the last session of an agent, by their names. */
export type RuleCounts = ReadonlyMap<string, number>;

/** Describes how often a rule fired. */
function firedText(count: number): string {
  if (count === 0) return "did not fire in the last session";
  return `fired ${count === 1 ? "once" : `${count} times`} in the last session`;
}
