/** Evaluates a command for each value that its variables may have where paths met: `rm "$x"` after `if …; then x=a; else x=b; fi`. */
import type { Effect } from "../effects.ts";
import { lessCertain } from "../engine/interpreter.ts";
import { meet, runAside } from "../engine/paths.ts";
import { appendOutput, type Flow, oneOfFlows, type Sink } from "../flow.ts";
import type { Shell } from "./evaluation.ts";
import { removeVariable, type ShellState, setVariable, type Variable } from "./state.ts";
import type { Piece, SimpleCommand } from "./syntax.ts";
import { unset } from "./variables.ts";

/** The most combinations of values for which a command is evaluated. The values of further variables are unknown. */
const mostCombinations = 8;

/** A command that reads a longer here-document, which may be a program, is evaluated once. */
const longestText = 500;

/** A value for each of some variables. */
type Combination = readonly (readonly [name: string, variable: Variable])[];

/** Evaluates a command, once for each combination of the values that its variables may have. */
export function evaluateForEachValue(node: SimpleCommand, shell: Shell, evaluate: (shell: Shell) => void): void {
  const combinations = combinationsFor(node, shell.state);
  if (combinations.length < 2) evaluate(shell);
  else evaluateCombinations(combinations, shell, evaluate);
}

/** Evaluates a command once for each combination of values that its words may have. */
function evaluateCombinations(
  combinations: readonly Combination[],
  shell: Shell,
  evaluate: (shell: Shell) => void,
): void {
  const { state, io, evaluation } = shell;
  const { machine, effects } = evaluation;
  const first = effects.length;
  const found: Effect[][] = [];
  const outputs: Flow[] = [];
  const paths = combinations.map((combination) => {
    const output: Sink = { flow: undefined };
    const path = runAside(machine, () => {
      for (const [name, variable] of combination)
        if (variable === unset) removeVariable(state, name, machine);
        else setVariable(state, name, variable, evaluation);
      evaluate({ ...shell, io: { input: io.input, output: io.output && output } });
      return true;
    });
    if (output.flow !== undefined) outputs.push(output.flow);
    found.push(effects.splice(first));
    return path;
  });
  meet(machine, paths);
  effects.push(...asOneOf(found));
  if (outputs.length > 0) appendOutput(io.output, oneOfFlows(outputs));
}

/** Merges the effects of alternative commands: effects of only some are possible. */
function asOneOf(found: readonly (readonly Effect[])[]): readonly Effect[] {
  const counts = new Map<string, number>();
  const keyed = found.map((effects) => effects.map((effect) => [JSON.stringify(effect), effect] as const));
  for (const effects of keyed)
    for (const key of new Set(effects.map(([each]) => each))) counts.set(key, (counts.get(key) ?? 0) + 1);
  return keyed.flatMap((effects) =>
    effects.map(
      ([key, effect]): Effect =>
        counts.get(key) === found.length ? effect : { ...effect, certainty: lessCertain(effect.certainty, "possible") },
    ),
  );
}

/** Lists the combinations of variable values in a command. */
function combinationsFor(node: SimpleCommand, { variables }: ShellState): readonly Combination[] {
  const several = new Map<string, readonly Variable[]>();
  forEachVariable(node, (name) => {
    const { alternatives } = variables.get(name) ?? {};
    if (alternatives !== undefined) several.set(name, alternatives);
  });
  if (several.size === 0 || readsLongText(node)) return [];
  let combinations: readonly Combination[] = [[]];
  for (const [name, alternatives] of several)
    if (combinations.length * alternatives.length <= mostCombinations)
      combinations = combinations.flatMap((each) =>
        alternatives.map((variable) => [...each, [name, variable]] as const),
      );
  return combinations;
}

/** Whether a command reads a long text from a here document. */
function readsLongText({ redirects }: SimpleCommand): boolean {
  return redirects.some(({ kind, word }) => kind === "text" && word.end - word.start > longestText);
}

/** Calls a function with the name of each variable that a command uses. */
function forEachVariable({ words, redirects, assignments }: SimpleCommand, use: (name: string) => void): void {
  for (const { pieces } of words) visitPieces(pieces, use);
  for (const { word } of redirects) visitPieces(word.pieces, use);
  for (const { value, elements, name, append } of assignments) {
    if (append) use(name);
    for (const { pieces } of value === null ? elements : [value]) visitPieces(pieces, use);
  }
}

/** Calls a function for each variable in the pieces of a word. */
function visitPieces(pieces: readonly Piece[], use: (name: string) => void): void {
  for (const piece of pieces) {
    if (piece.kind === "text") continue;
    if (piece.kind === "variable" || piece.kind === "transformed") use(piece.name);
    if (piece.kind === "variable" && piece.otherwise !== undefined) visitPieces(piece.otherwise, use);
    if ("parts" in piece) visitPieces(piece.parts, use);
  }
}
