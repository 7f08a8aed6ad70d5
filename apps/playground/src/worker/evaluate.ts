import { type Step, withHistory } from "@helve/core";
import type { EvaluatedCall, Evaluation, EvaluationRequest, StepSummary } from "../evaluation.ts";
import { evaluateCall } from "./evaluate-call.ts";
import type { InputCall } from "./input-call.ts";
import { withLanguages } from "./languages.ts";
import { type PreparedRules, prepareRules } from "./prepare-rules.ts";
import { readInput } from "./read-input.ts";

/** Decides about an input. Nobody is asked, and nothing runs. */
export async function evaluate(request: EvaluationRequest): Promise<Evaluation> {
  const { issues: ruleIssues, problems, context } = await prepareRules(request.rules, request.context);
  const input = await readInput(request.input, context);
  if ("problems" in input) return { ruleIssues, problems: [...problems, ...input.problems], steps: [] };
  const shown = Math.min(request.step ?? input.calls.length - 1, input.calls.length - 1);
  const evaluation = await withLanguages(async () =>
    evaluateCalls(input.calls, shown, await prepareRules(request.rules, request.context), request),
  );
  return { ruleIssues, problems, ...evaluation };
}

/** Decides about each call, after the earlier calls of its session. */
async function evaluateCalls(
  calls: readonly InputCall[],
  shown: number,
  prepared: PreparedRules,
  { input }: EvaluationRequest,
): Promise<Pick<Evaluation, "steps" | "call">> {
  const steps: StepSummary[] = [];
  const sessions = new Map<string, { readonly steps: Step[]; prompt: string | undefined }>();
  let call: EvaluatedCall | undefined;
  for (const [index, one] of calls.entries()) {
    const session = sessions.get(one.session ?? "") ?? { steps: [], prompt: undefined };
    sessions.set(one.session ?? "", session);
    session.prompt = one.prompt ?? session.prompt;
    const evaluated = await evaluateCall(
      { ...one, prompt: session.prompt },
      { index, trajectory: withHistory(session.steps, session), isWhole: index === shown, input },
      prepared,
    );
    steps.push(summaryOf(one, evaluated));
    if (index === shown) call = evaluated;
    if (one.step !== undefined) session.steps.push(one.step);
  }
  return { steps, call };
}

/** Summarizes a call for the list of steps. */
function summaryOf({ action }: InputCall, { verdict, rules }: EvaluatedCall): StepSummary {
  const texts = Object.values(action?.args ?? {});
  const [text] = texts;
  return {
    tool: action?.name ?? "",
    text: texts.length === 1 && typeof text === "string" ? text : JSON.stringify(action?.args ?? {}),
    kind: verdict?.kind ?? "allow",
    rules: rules.map(({ name }) => name),
  };
}
