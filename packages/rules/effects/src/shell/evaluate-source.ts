/** Evaluates `source file`. */
import { textsOfFile } from "../execution-state.ts";
import { originsOf } from "../flow.ts";
import { type Argument, literalText } from "./argument.ts";
import { dataOfDescriptor } from "./descriptors.ts";
import { evaluateScript, spanInCommand } from "./evaluate-shell.ts";
import { emit, emitUnknown, type Shell, spanBetween, untilLeft } from "./evaluation.ts";
import { withPositionalParameters } from "./positional-parameters.ts";
import { alter, changeState, forgetVariables, setVariable } from "./state.ts";
import { contentOfFile, isWritten } from "./written-files.ts";

/** Matches scripts that by convention only set variables and functions: `bin/activate`, `.env`. */
const settings =
  /(^|\/)(bin\/activate|\.?env(\.\w+)?|nvm\.sh|\.?(bash|zsh)rc|\.(bash_)?profile|\.cargo\/env|conda\.sh|common\.sh|config\.sh)$/;

/** Emits the effects of `source file`. The code is known if the script wrote the file; otherwise variables become unknown. */
export function evaluateSource(head: Argument, args: readonly Argument[], shell: Shell): void {
  const { state, io, evaluation } = shell;
  const [script, ...rest] = args;
  if (script === undefined) return;
  const span = spanBetween(head, script);
  const path = script.value?.text ?? "";
  const isPipe = /^\/(dev|proc)\//.test(path);
  const source = isPipe
    ? (script.flow ?? dataOfDescriptor(path, state, io.input))
    : contentOfFile(script.value, state, evaluation);
  const from = isPipe ? originsOf(source) : (source?.from ?? []);
  emit({ kind: "execute", program: literalText(script) ?? null, from }, "source", span, evaluation);
  const [text, other] = textsOfFile(source);
  if (other !== undefined) emitUnknown("it is unknown which of several texts source runs", "source", span, evaluation);
  if (text !== undefined) {
    const inner = rest.length > 0 ? withPositionalParameters(rest, state, evaluation) : state;
    untilLeft({ state: inner, evaluation }, undefined, (own) => {
      evaluateScript(text, spanInCommand(text, span, evaluation), "source", { state: inner, io, evaluation: own });
      return true;
    });
    if (inner !== state) for (const [name, variable] of inner.variables) setVariable(state, name, variable, evaluation);
    return;
  }
  const isKnownFile = script.value !== null && !isPipe;
  if (isKnownFile && isWritten(script.value, state, evaluation) && from.some(({ kind }) => kind === "unknown"))
    emitUnknown("it is unknown what the file that source runs holds", "source", span, evaluation);
  if (!isKnownFile) emitUnknown("source runs commands from a file that is unknown", "source", span, evaluation);
  if (!/(^|\/)bin\/activate$/.test(script.value?.text ?? "")) alter(state, "environment", evaluation.machine);
  if (isKnownFile && settings.test(script.value?.text ?? "")) return;
  forgetVariables(state, evaluation.machine);
  changeState(state, { directory: null }, evaluation.machine);
}
