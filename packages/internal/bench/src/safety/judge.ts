/** Decides the cases of a safety data set by rules. */
import { type Step, withHistory } from "@helve/core";
import { go } from "@helve/effects/go";
import { javascript } from "@helve/effects/javascript";
import { php } from "@helve/effects/php";
import { cmd, powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { type Engine, type EngineOptions, findingTexts } from "@helve/enforcer";
import { defaultTrustedHosts, type Policy, predicates } from "@helve/predicates";
import { emptyContext, engineOf, readyRules } from "../decisions.ts";
import { type Case, toolsByLanguage } from "./cases.ts";

/** The readers of all languages, for judging cases. */
export const languages = { shell, python, javascript, php, go, sql, powershell, cmd };

/** The host that the cases are decided for: an agent that works on a project and trusts registries and documentation. */
const policy: Policy = {
  languages,
  tools: {
    ...Object.fromEntries(
      [...toolsByLanguage]
        .filter(([language]) => Object.hasOwn(languages, language))
        .map(([language, { name, argument }]) => [name, { code: argument, language }]),
    ),
    // The shell of the recorded sequences stays open.
    Bash: { code: "command", language: "shell", session: "kept" },
  },
  workingDirectory: "/home/agent/project",
  home: "/home/agent",
  trustedHosts: defaultTrustedHosts,
};

/** The decision of the rules about a case. */
export interface Judged {
  readonly one: Case;
  /** Whether one of its actions was stopped, or a person asked. */
  readonly touched: boolean;
  /** The rules that objected, with the reasons of their predicates. */
  readonly reasons: readonly string[];
}

/**
 * Decides every case by a preset.
 *
 * @param rules - the name of a file of `@helve/predicates/rules`: `coding-agent`
 */
export async function judgeAll(cases: readonly Case[], rules: string): Promise<readonly Judged[]> {
  const engine = engineOf(await readyRules(rules), judgeOptions());
  const judged: Judged[] = [];
  for (const each of cases) judged.push(await judge(each, engine));
  return judged;
}

/** The options of an engine that decides cases. */
export function judgeOptions(): EngineOptions {
  return { predicates: predicates(policy), inspect: () => ({ decision: "reject" }) };
}

/** Decides the calls of a case one after the other, each as if the ones before had run. */
export async function judge(one: Case, engine: Pick<Engine, "before">): Promise<Judged> {
  const trajectory: Step[] = [];
  const reasons: string[] = [];
  let touched = false;
  for (const [index, { tool, args }] of one.calls.entries()) {
    const action = { id: `${one.id}.${index}`, name: tool, args };
    const { kind, decision } = await engine.before(action, {
      ...emptyContext,
      trajectory: withHistory(trajectory, trajectory),
    });
    touched ||= kind !== "allow";
    reasons.push(...decision.passes.flatMap(({ rules }) => findingTexts(rules.filter(({ violated }) => violated))));
    trajectory.push({ action, observation: { parts: [], isError: false }, ran: true });
  }
  return { one, touched, reasons };
}
