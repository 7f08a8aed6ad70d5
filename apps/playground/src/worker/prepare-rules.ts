/** Parses rules and creates their engine; the latest ones are kept, because most keystrokes change the input. */
import { readProgram } from "@helve/agentspec";
import type { Issue, ReadResult } from "@helve/core";
import type { Program } from "@helve/core/program";
import type { Engine } from "@helve/enforcer";
import { predicates, resultTrust } from "@helve/predicates";
import { type TestEngineOptions, testEngine } from "@helve/rule-tests";
import type { Problem } from "../evaluation.ts";
import { currentLanguages } from "./languages.ts";
import { type ReadContext, readContext } from "./read-context.ts";

/** Rules that are ready to decide, or what is wrong with them. */
export interface PreparedRules {
  readonly issues: readonly Issue[];
  readonly problems: readonly Problem[];
  readonly program?: Program;
  readonly context?: ReadContext;
  readonly options?: TestEngineOptions;
  /** Absent if the rules or the context have an error, or if there are no rules. */
  readonly engine?: Engine;
}

let latest: { readonly key: string; readonly languages: object; readonly prepared: PreparedRules } | undefined;

/** Parses rules and creates their engine. */
export async function prepareRules(rules: string, context: string): Promise<PreparedRules> {
  const key = JSON.stringify([rules, context]);
  const languages = currentLanguages();
  if (latest?.key === key && latest.languages === languages) return latest.prepared;
  const prepared = await prepare(rules, context);
  latest = { key, languages, prepared };
  return prepared;
}

/** Parses rules or tests. A text without any is no mistake yet. */
export function readText(text: string): ReadResult<Program> {
  const { value, issues } = readProgram(text);
  return { value, issues: issues.filter(({ code }) => code !== "no_rule") };
}

/** Parses the rules and the context, and creates the engine. */
async function prepare(rules: string, contextText: string): Promise<PreparedRules> {
  const { value: program, issues } = readText(rules);
  const context = await readContext(contextText);
  if (typeof context === "string") return { issues, problems: [{ in: "context", message: context }] };
  if (program === undefined) return { issues, problems: [], context };
  try {
    const { policy, domainPredicates } = context;
    const options: TestEngineOptions = {
      predicates: [...predicates(policy), ...domainPredicates],
      trust: resultTrust(policy.traits),
    };
    if (program.rules.length === 0) return { issues, problems: [], program, context, options };
    return { issues, problems: [], program, context, options, engine: testEngine(program, options) };
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string };
    return { issues, problems: [{ in: code === "invalid_policy" ? "context" : "rules", message }], context };
  }
}
