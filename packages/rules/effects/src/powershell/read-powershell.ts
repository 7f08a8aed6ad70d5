import type { EffectContext, Effects } from "../languages.ts";
import { evaluateExpression } from "./evaluate-expression.ts";
import { runStatements } from "./evaluate-statements.ts";
import { possibly } from "./evaluation.ts";
import { runBlock } from "./nested-code.ts";
import { parseScript } from "./parse-statements.ts";
import { runProgram } from "./run-command.ts";
import { effectsAfter, startEvaluation } from "./start-evaluation.ts";

/** The effects of a PowerShell text. */
export function readPowerShell(text: string, context: EffectContext): Effects {
  const evaluation = startEvaluation(context, { evaluateExpression, runStatements, runProgram });
  const { standardInput, variables } = evaluation.context;
  for (const [name, data] of variables ?? [])
    evaluation.variables.set(name.toLowerCase(), {
      from: data.from,
      text: data.text,
    });
  if (standardInput !== undefined)
    evaluation.variables.set("input", {
      from: standardInput.from,
      text: standardInput.text,
    });
  runStatements(parseScript(text), evaluation);
  for (const [name, body] of evaluation.functions)
    if (!evaluation.calls.has(`called ${name}`)) possibly(evaluation, () => runBlock(body, evaluation));
  return effectsAfter(evaluation);
}
