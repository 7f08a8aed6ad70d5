import { readProgram } from "@helve/agentspec";
import { type Action, errorJson, type Verdict } from "@helve/core";
import { freezeCopy, isObject } from "@helve/core/internal";
import type { Program } from "@helve/core/program";
import { findingTexts } from "@helve/enforcer";
import { documentSymbols, type OpenProgram } from "@helve/language-service";
import { describeEffects, languageCall, languageNamed, predicates, resultTrust } from "@helve/predicates";
import { testEngine } from "@helve/rule-tests";
import { toRange } from "./conversions.ts";
import type { OtherRule, TriedEffect, TryCallParams, TryCallResult } from "./protocol.ts";
import type { Workspace } from "./workspace.ts";

/** Judges a call by the rules of a file, as an engine does before the call runs. Nobody is asked, and nothing runs. */
export async function tryCall(
  workspace: Workspace,
  params: TryCallParams,
  signal: AbortSignal,
): Promise<TryCallResult> {
  if (typeof params.uri !== "string") return problem('"uri" must be the URI of a rule file');
  const program = workspace.program(params.uri);
  if (program === undefined) return problem("there is no rule file with this URI");
  const rules = readProgram(program.text).value;
  if (rules === undefined) return problem("the rules have mistakes: fix them first");
  if (rules.rules.length === 0) return problem("the file has no rules");
  const action = actionOf(params);
  if (typeof action === "string") return problem(action);
  try {
    const policy = workspace.policyOf(params.uri);
    const engine = testEngine(rules, { predicates: predicates(policy), trust: resultTrust(policy.traits) });
    const verdict = await engine.before(action, {
      trajectory: [],
      prompt: "",
      signal,
      decode: async (decoded) => ({ ok: true, action: decoded, repairs: [] }),
    });
    const { workingDirectory } = policy;
    return {
      ...describe(verdict, rules),
      others: otherRules(verdict, rules, program),
      effects: distinct(describeEffects(action, policy)),
      workingDirectory,
    };
  } catch (error) {
    signal.throwIfAborted();
    return problem(errorJson(error).message);
  }
}

/** Returns the problem of a call that can't be judged. */
function problem(message: string): TryCallResult {
  return { kind: "problem", message };
}

/** Creates the action of a call. Returns an error message if the call is invalid. */
function actionOf(params: TryCallParams): Action | string {
  if ("code" in params) {
    const language = languageNamed(String(params.language));
    return language === undefined
      ? `there is no language ${JSON.stringify(params.language)}`
      : languageCall(language, String(params.code));
  }
  const { tool, args } = params;
  if (typeof tool !== "string" || tool === "") return "the name of the tool is missing";
  if (!isObject(args) || Array.isArray(args)) return "the arguments must be a JSON object";
  if (freezeCopy(args) === undefined) return "the arguments are nested too deeply: expected at most 1000 levels";
  return { id: "call", name: tool, args };
}

type Judged = Exclude<TryCallResult, { kind: "problem" }>;

/** Describes a verdict for the editor. */
function describe(verdict: Verdict, { rules }: Program): Omit<Judged, "others" | "effects"> {
  const violated = verdict.decision.passes.flatMap((pass) => pass.rules.filter((rule) => rule.violated));
  const names = [...new Set(violated.map(({ rule }) => rule))];
  const reasons = violated.length === 0 && verdict.kind !== "allow" ? ["no rule allows it"] : findingTexts(violated);
  return {
    kind: verdict.kind,
    rules: names.map((name) => {
      const rule = rules.find((one) => one.name === name);
      return { name, range: rule === undefined ? undefined : toRange(rule.range) };
    }),
    reasons,
    ...modelReads(verdict),
    questions: verdict.kind === "pending" ? (verdict.request.messages ?? []) : undefined,
  };
}

/** The rules that do not object: their check is false, or their trigger does not match. */
function otherRules({ decision }: Verdict, { rules }: Program, program: OpenProgram): readonly OtherRule[] {
  const triggers = new Map(documentSymbols(program).map(({ name, detail }) => [name, detail ?? ""]));
  const records = new Map<string, boolean>();
  for (const { rule, violated } of decision.passes.flatMap((pass) => pass.rules)) {
    records.set(rule, violated || records.get(rule) === true);
  }
  return rules.flatMap(({ name, range, trigger }) => {
    const violated = records.get(name);
    if (violated === true) return [];
    const what = trigger.event === "before_action" ? "tool" : "event";
    const reason = violated === false ? "its check is false" : `it is about another ${what}: ${triggers.get(name)}`;
    return [{ name, range: toRange(range), reason }];
  });
}

/** Returns what the model reads after a verdict. */
function modelReads(verdict: Verdict): { readonly modelReads?: string } {
  if (verdict.kind === "stop" || verdict.kind === "end") return { modelReads: verdict.reason };
  const notes = verdict.kind === "allow" ? (verdict.notes ?? []) : [];
  return notes.length > 0 ? { modelReads: notes.join("\n") } : {};
}

/** Removes duplicate effects of a call. */
function distinct(effects: readonly TriedEffect[]): readonly TriedEffect[] {
  const bySentence = new Map<string, TriedEffect>();
  for (const { sentence, certainty, text } of effects) {
    const key = `${certainty} ${sentence}`;
    if (bySentence.has(key)) continue;
    bySentence.set(key, {
      sentence,
      certainty,
      text: text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text,
    });
  }
  return [...bySentence.values()];
}

const maxTextLength = 1000;
