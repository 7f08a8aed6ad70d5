import { type Call, emit, emitUnknown } from "./evaluation.ts";
import { runCommandPrompt, runPowerShellProgram } from "./hosts.ts";
import { itemsOf, textOf, type Value } from "./value.ts";
import { fileProgram } from "./windows-programs/file-programs.ts";
import { startedBy } from "./windows-programs/launchers.ts";
import { rulesOf } from "./windows-programs/rules.ts";

/** Runs a program of Windows; `undefined` if the name is not one. */
export function runWindowsProgram(name: string, args: readonly Value[], call: Call): Value | undefined {
  const program = programName(name);
  const all = args.flatMap((arg) =>
    arg.colonValue === undefined
      ? itemsOf(arg)
      : [{ text: `${textOf(arg)}:${textOf(arg.colonValue)}`, from: arg.from }],
  );
  if (program === "powershell" || program === "pwsh") return runPowerShellProgram(all, call);
  if (program === "cmd" || program === "command") return runCommandPrompt(all, call);
  const output: Value = { from: [{ kind: "output", by: program }] };
  if (startedBy(program, all, call) || fileProgram(program, all, call)) return output;
  const rules = rulesOf(program);
  if (rules === undefined) return undefined;
  const line = all.map((value) => textOf(value) ?? "\0").join(" ");
  const found = rules.rows.filter(({ when }) => when.test(line));
  for (const { effects } of found) for (const effect of effects(line, all, call)) emit(call, effect);
  if (found.length === 0 && (line.includes("\0") || !rules.otherwiseReads))
    emitUnknown(call, `what ${program} does with these arguments is not known`);
  return output;
}

/** The name of a program without its directory and its ending, in lower case. */
function programName(name: string): string {
  return (/[^\\/]*$/.exec(name.trim())?.[0] ?? "").toLowerCase().replace(/\.(?:exe|com)$/, "");
}
