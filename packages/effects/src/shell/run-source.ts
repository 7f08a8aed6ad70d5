import { type Argument, literalOf } from "./argument.ts";
import { originsOf } from "./flow.ts";
import { withPositional } from "./functions.ts";
import { doubt, note, type Run, type Streams, spanOf } from "./run.ts";
import { placeIn, runText } from "./run-shell.ts";
import { forgetVariables, type ShellState, setVariable } from "./state.ts";
import { flowFrom } from "./written.ts";

/** Scripts that by custom do nothing but set variables and functions: those of virtual environments and settings. */
const settings =
  /(^|\/)(bin\/activate|\.?env(\.\w+)?|nvm\.sh|\.?(bash|zsh)rc|\.(bash_)?profile|\.cargo\/env|conda\.sh|common\.sh|config\.sh)$/;

/** Runs `source`: the text of a file that the script itself wrote, or one that is not read. */
export function runSource(head: Argument, args: readonly Argument[], state: ShellState, io: Streams, run: Run): void {
  const [script, ...rest] = args;
  if (script === undefined) return;
  const span = spanOf(head, script);
  const isPipe = script.value?.text.startsWith("/dev/") === true;
  const given = isPipe ? (script.flow ?? io.input) : flowFrom(script.value, state, run);
  const from = isPipe ? originsOf(given) : (given?.from ?? []);
  note({ kind: "execute", program: literalOf(script) ?? null, from }, "source", span, run);
  if (given?.text !== undefined) {
    const inner = rest.length > 0 ? withPositional(rest, state) : state;
    runText(given.text, placeIn(given.text, span, run), inner, "source", io, run);
    if (inner !== state)
      for (const [name, variable] of inner.variables) setVariable(state, name, variable, run.volatile);
    return;
  }
  const isKnownFile = script.value !== null && !isPipe;
  if (!isKnownFile) doubt("it is not known what source reads and runs", "source", span, run);
  if (isKnownFile && settings.test(script.value?.text ?? "")) return;
  forgetVariables(state);
  state.directory = null;
}
