/** Evaluates programs of Windows, such as `reg`, `sc` and `certutil`. */
import { outputItems } from "../engine/commands.ts";
import { deletesAll, links, listsAll, reads, replaces } from "../engine/rows.ts";
import { listValue, textValue, unknownValueFrom, type Value } from "../engine/value.ts";
import { emitAnything, emitEffect, type ProgramCall, perform } from "./call.ts";
import { runCommandPrompt, runPowerShellProgram } from "./hosts.ts";
import { copying, moving } from "./shared-effects.ts";
import { asPatterns, textOf } from "./values.ts";
import { startedBy } from "./windows-programs/launchers.ts";
import { rulesOf } from "./windows-programs/rules.ts";

/** Runs a program of Windows; `undefined` if the name belongs to no such program. */
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
  const rules = rulesOf(program) ?? rulesOf(program.replace(/[._-]?(?:x?(?:64|86|32)|amd64|win(?:32|64))$/, ""));
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

/** Evaluates Windows programs that copy, link and search files. @returns whether the program was known */
function fileProgram(program: string, args: readonly Value[], call: ProgramCall): boolean {
  const texts = args.map((arg) => textOf(arg) ?? "");
  const line = texts.join(" ");
  const named = args.filter((_, at) => !/^\/[a-z?]|^-/i.test(texts[at] ?? ""));
  const [first, second = textValue(".")] = named;
  const src = first && asPatterns(first);
  switch (program) {
    case "robocopy":
      if (/\/(?:mir|purge)\b/i.test(line)) perform(call, [deletesAll("dst")], { dst: second });
      perform(call, /\/mov(?:e)?\b/i.test(line) ? moving : copying, {
        src: first,
        dst: second,
        recursive: textValue("s"),
      });
      return true;
    case "xcopy":
    case "replace":
    case "expand":
      perform(call, copying, { src, dst: second, recursive: /\/[se]\b/i.test(line) ? textValue("s") : null });
      return true;
    case "findstr":
      perform(call, [reads("files")], { files: asPatterns(listValue(named.slice(1))) });
      return true;
    case "more":
      perform(call, [reads("files")], { files: asPatterns(listValue(named)) });
      return true;
    case "csc":
    case "vbc":
    case "jsc":
    case "ilasm": {
      const [, file] = /[/-]out(?:put)?[:=]["']?([^"'\0]+?)["']?(?=\s[/-]|\s\S+$|$)/i.exec(line) ?? [];
      perform(call, [reads("files"), ...(file === undefined ? [] : [replaces("to")])], {
        files: asPatterns(listValue(named)),
        to: textValue(file ?? ""),
      });
      return true;
    }
    case "mklink":
      perform(call, [links("link", "to")], { link: first, to: second });
      return true;
    case "tree":
      perform(call, [listsAll("src")], { src: src ?? textValue(".") });
      return true;
    default:
      return program === "compact";
  }
}
