import { parseProgram } from "@helve/agentspec";
import { compareDiagnosing } from "./agentspec.ts";
import { compareArguments } from "./arguments.ts";
import { compare } from "./compare.ts";
import { compareDocstrings } from "./docstrings.ts";
import { compareExecutor, program } from "./executor.ts";
import { compareOpenTool } from "./opentool.ts";
import { compareTools } from "./tool.ts";

/** Measures Helve against doing the same by hand, and prints the tables. */
export async function runComparisons(): Promise<void> {
  await compareExecutor();

  const [one, hundred, thousand] = [program(1), program(100), program(1000)];
  await compare("reading rules", [
    ["1 rule", () => parseProgram(one)],
    ["100 rules", () => parseProgram(hundred)],
    ["1000 rules", () => parseProgram(thousand)],
  ]);

  await compareDiagnosing();
  await compareOpenTool();
  await compareArguments();
  await compareDocstrings();
  await compareTools();
}
