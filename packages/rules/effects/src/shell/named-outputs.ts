/** Files that options name whose meaning is the same in all programs: `--junitxml=report.xml`, `--outfile x.js`. */
import { type Argument, literalText } from "./argument.ts";
import { type Shell, spanBetween } from "./evaluation.ts";
import { emitWrite } from "./file-effects.ts";
import { targetOf } from "./target.ts";

/** Options that name a file for results. */
const fileOptions =
  /^--?(?:out-?file|output-?[fF]ile|report-?file|result-?file|log-?file|junit-?xml|json-report-file|report-log|result-log|md-report-output|coverprofile|cpuprofile|memprofile|blockprofile|lcov-output|json-output|html-output|xml-output|outputFile)$/i;

/** Options that name a file or a format: the value is a file if it has an ending or a directory. */
const outputOptions = /^--?(?:output|out|o|html|json|xml|report)$/;

/** Programs whose `-o` names the file of a report. */
const reporters =
  /^(?:eslint|stylelint|oxlint|biome|ruff|flake8|pylint|bandit|coverage|perf|syft|trivy|semgrep|typedoc|nyc|c8|playwright|pip-compile|pytest|py\.test|jest|vitest|tsc|rollup|sass|svgo|terser|terraform|tofu|mypy|gcovr|lcov|hyperfine|k6|mmdc|cargo|go)$/;

/**
 * Emits that the files are written which output options of a program name, unless its catalogue entries have said so.
 *
 * @param first - where the effects of this call begin
 */
export function emitNamedOutputs(
  name: string,
  [head, ...args]: readonly Argument[],
  first: number,
  { state, evaluation }: Shell,
): void {
  if (head === undefined) return;
  for (const [index, word] of args.entries()) {
    const text = word.value?.glob === false ? word.value.text : undefined;
    const [, option = "", inline] = /^(--?[A-Za-z][\w-]*)(?:=(.+))?$/s.exec(text ?? "") ?? [];
    const next = args[index + 1];
    const value = inline === undefined ? next?.value : word.value && { ...word.value, text: inline };
    const isNamed =
      fileOptions.test(option) ||
      (outputOptions.test(option) && reporters.test(name) && /[\w)]\.\w{1,8}$/.test(value?.text ?? ""));
    if (!isNamed || value === undefined || value === null || /^-/.test(value.text)) continue;
    const path = targetOf(value, state)?.path;
    const isKnown = evaluation.effects
      .slice(first)
      .some((effect) => effect.kind === "write" && effect.target?.path === path);
    const flow = { from: [{ kind: "output", by: name }] } as const;
    // A program that is not known may have no such option.
    const certainty = reporters.test(name) ? "certain" : "possible";
    const span = spanBetween(head, inline === undefined ? (next ?? word) : word);
    if (!isKnown && literalText(word) !== undefined)
      emitWrite({ mode: "replace", flow, value, by: name, span, certainty }, state, evaluation);
  }
}
