import type { EffectContext, Effects } from "../languages.ts";
import { runCmdText } from "./cmd/run-text.ts";
import { evaluateExpression } from "./evaluate-expression.ts";
import { runStatements } from "./evaluate-statements.ts";
import { runSystemProgram } from "./run-command.ts";
import { effectsAfter, startEvaluation } from "./start-evaluation.ts";

/** The effects of a command line or a batch file of `cmd.exe`. */
export function readCmd(text: string, context: EffectContext): Effects {
  const evaluation = startEvaluation(context, { evaluateExpression, runStatements, runProgram: runSystemProgram });
  if (/enabledelayedexpansion|\/v(?::on)?\b/i.test(text)) evaluation.variables.set("cmd:delayed", { from: [] });
  runCmdText(text, { by: "cmd", span: { start: 0, end: text.length }, input: undefined, evaluation });
  return effectsAfter(evaluation);
}
