import { readFile } from "node:fs/promises";
import { parseProgram } from "@helve/agentspec";
import type { GuardContext, Verdict } from "@helve/core";
import type { Effect } from "@helve/effects";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { Engine } from "@helve/enforcer";
import { defaultTrustedHosts, type Policy, predicates } from "@helve/predicates";
import type { Case, CaseSet } from "./cases.ts";

const languages = { shell, python };

/** The host that the cases are decided for: an agent at work on a project, which trusts registries and documentation. */
const policy: Policy = {
  languages,
  codeArguments: {
    "Terminal.Execute": { argument: "command", language: "shell" },
    "PythonREPL.Run": { argument: "code", language: "python" },
  },
  workingDirectory: "/home/agent/project",
  home: "/home/agent",
  trustedHosts: defaultTrustedHosts,
};

/** What the rules said of a case. */
export interface Judged {
  readonly one: Case;
  /** Whether the action was stopped, or a person asked. */
  readonly touched: boolean;
  /** The rules that objected, with their predicates' reasons. */
  readonly reasons: readonly string[];
}

/** Decides every case of a set by the rules for coding agents. */
export async function judgeAll(cases: readonly Case[], set: CaseSet): Promise<readonly Judged[]> {
  const rules = new URL(import.meta.resolve("@helve/predicates/rules/coding-agent.agentspec"));
  const engine = new Engine(parseProgram(await readFile(rules, "utf8")), {
    predicates: predicates(policy),
    inspect: () => ({ decision: "reject" }),
  });
  const judged: Judged[] = [];
  for (const one of cases) {
    const verdict = await engine.before(actionOf(one, set), context);
    judged.push({ one, touched: verdict.kind !== "allow", reasons: reasonsOf(verdict) });
  }
  return judged;
}

/** What a case does, as the predicates see it. */
export function effectsOf({ code }: Case, { language }: CaseSet): readonly Effect[] {
  return languages[language].read(code, policy).effects;
}

function actionOf({ id, code }: Case, { language }: CaseSet) {
  return language === "shell"
    ? { id, name: "Terminal.Execute", args: { command: code } }
    : { id, name: "PythonREPL.Run", args: { code } };
}

const context: GuardContext = {
  trajectory: [],
  prompt: "",
  signal: new AbortController().signal,
  decode: () => Promise.reject(new Error("nothing is changed here")),
};

function reasonsOf({ decision }: Verdict): readonly string[] {
  return decision.passes.flatMap(({ rules }) =>
    rules
      .filter(({ violated }) => violated)
      .map(({ rule, check, predicates }) => {
        const because = predicates.filter(({ value }) => value !== false).map(({ reason }) => reason);
        return `@${rule} (${check}): ${because.join("; ")}`;
      }),
  );
}
