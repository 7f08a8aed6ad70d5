import { textsOfFile } from "../execution-state.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateScriptCode } from "./evaluate-script-code.ts";
import type { Evaluation, Shell } from "./evaluation.ts";
import type { ShellState } from "./state.ts";
import { targetOf } from "./target.ts";
import { contentOfFile } from "./written-files.ts";

/** Emits the effects of the Go programs that `go run` compiles and runs, if the script itself wrote them. */
export function evaluateGoRun(words: readonly Argument[], shell: Shell): void {
  const { state, evaluation } = shell;
  const [, run, ...rest] = words;
  if (literalText(run) !== "run" || evaluation.written.size === 0) return;
  for (const word of rest) {
    const text = literalText(word);
    if (text === undefined || text.startsWith("-")) continue;
    const files = text.endsWith(".go") ? [word] : filesIn(word, state, evaluation);
    for (const file of files) {
      for (const code of textsOfFile(contentOfFile(file.value, state, evaluation)))
        evaluateScriptCode("go", code, word, shell);
    }
    if (!text.endsWith(".go")) return;
  }
}

/** The files with Go code that the script wrote to a directory. */
function filesIn(directory: Argument, state: ShellState, { written }: Evaluation): readonly Argument[] {
  const own = targetOf(directory.value, state)?.path;
  return [...written.keys()].flatMap((path) => {
    const slash = path.lastIndexOf("/");
    const isIn = path.endsWith(".go") && own === (slash === -1 ? "" : path.slice(0, slash));
    const name = path.slice(slash + 1);
    return isIn ? [{ ...directory, value: { text: `${literalText(directory)}/${name}`, glob: false } }] : [];
  });
}
