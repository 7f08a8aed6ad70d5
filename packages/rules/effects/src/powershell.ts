/** The subpath `@helve/effects/powershell`: lists the effects of a PowerShell command without running it. */
import type { Dialect } from "./engine/dialect.ts";
import { interpretProgram } from "./engine/interpret-program.ts";
import {
  createReader,
  deepestNesting,
  type EffectContext,
  type EffectReader,
  type Effects,
  unknownEffects,
} from "./languages.ts";
import { withLineEnds } from "./line-ends.ts";
import { cmdDialect } from "./powershell/cmd/dialect.ts";
import { powershellDialect } from "./powershell/dialect.ts";
import { normalizeWindowsPath } from "./windows-path.ts";

/**
 * Reads what a PowerShell command or script would do, without running it: pipelines, variables, functions, script blocks, classes,
 * `.NET` calls, encoded commands, and the programs of Windows. Other programs (`git`, `npm`) are read as the reader `shell` does, if
 * it is among the languages. An unknown command is an effect of kind `anything`, unless its verb only reads (`Get-`, `Test-`). Never
 * throws.
 *
 * @example
 * powershell.read("ls -r *.log | rm -fo").effects; // one of kind "delete" among them
 */
export const powershell: EffectReader = createReader("powershell", (text, context) =>
  readWith(powershellDialect, text, context),
);

/**
 * Reads what a command line or a batch file of `cmd.exe` would do: operators, `^`, `%VARIABLES%`, labels, the built-in commands, and
 * the programs of Windows. Other programs are read as by `powershell`. Never throws.
 *
 * @example
 * cmd.read("rd /s /q build").effects[0]; // { kind: "delete", recursive: true, … }
 */
export const cmd: EffectReader = createReader("cmd", (text, context) => readWith(cmdDialect, text, context));

/** Finds the effects of a script in PowerShell or cmd, unless it is too long or nested too deeply. */
function readWith(dialect: Dialect, text: string, context: EffectContext): Effects {
  if ((context.nesting?.depth ?? 0) > deepestNesting) return unknownEffects("the command is nested too deeply", text);
  if (text.length > longestText) return unknownEffects(`the text is longer than ${longestText} characters`, text);
  const { directory } = context;
  return interpretProgram(dialect, withLineEnds(text), {
    ...context,
    workingDirectory: normalized(context.workingDirectory),
    home: normalized(context.home),
    directory: directory === null ? null : normalized(directory),
    languages: { powershell, cmd, ...context.languages },
  });
}

/** Normalizes a Windows path. */
function normalized(path: string | undefined): string | undefined {
  return path === undefined ? undefined : normalizeWindowsPath(path);
}

const longestText = 80_000;
