import { outputItems } from "../engine/commands.ts";
import { unknownValueFrom, type Value } from "../engine/value.ts";
import { emitAnything, emitEffect, type ProgramCall } from "./call.ts";
import { runCommandPrompt, runPowerShellProgram } from "./hosts.ts";
import { textOf } from "./values.ts";
import { fileProgram } from "./windows-programs/file-programs.ts";
import { startedBy } from "./windows-programs/launchers.ts";
import { rulesOf } from "./windows-programs/rules.ts";

/** Runs a program of Windows; `undefined` if the name is not one. */
export function runWindowsProgram(name: string, args: readonly Value[], outer: ProgramCall): Value | undefined {
  const program = programName(name);
  const call: ProgramCall = { ...outer, by: program };
  const all = args.flatMap((arg) => {
    const { items, more } = outputItems(arg);
    return more === null ? items : [arg];
  });
  if (program === "powershell" || program === "pwsh") return runPowerShellProgram(all, call);
  if (program === "cmd" || program === "command") return runCommandPrompt(all, call);
  const output = unknownValueFrom([{ kind: "output", by: program }]);
  if (startedBy(program, all, call) || fileProgram(program, all, call)) return output;
  const rules = rulesOf(program);
  if (rules === undefined) return undefined;
  const line = all.map((value) => textOf(value) ?? "\0").join(" ");
  const found = rules.rows.filter(({ when }) => when.test(line));
  for (const { effects } of found) for (const effect of effects(line, all, call)) emitEffect(call, effect);
  if (found.length === 0 && (line.includes("\0") || !rules.otherwiseReads))
    emitAnything(call, `what ${program} does with these arguments is not known`);
  return output;
}

/** The name of a program without its directory and its ending, in lower case. */
function programName(name: string): string {
  return (/[^\\/]*$/.exec(name.trim())?.[0] ?? "").toLowerCase().replace(/\.(?:exe|com)$/, "");
}
