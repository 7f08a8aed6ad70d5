/** Judges single calls for `helve try` and `helve replay`, by rules and a policy. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Action, GuardContext, RuleRecord, Verdict } from "@helve/core";
import { saferWays, withoutUndefined } from "@helve/core/internal";
import { findingTexts } from "@helve/enforcer";
import { projectFile } from "@helve/hooks/node";
import { defaultTrustedHosts, factSentence, type Policy, predicates, resultTrust } from "@helve/predicates";
import { projectFacts } from "@helve/predicates/node";
import { testEngine } from "@helve/rule-tests";
import { type Io, UsageError } from "./io.ts";
import { withLanguages } from "./languages.ts";
import { policyFromFile, policyIssues } from "./policy-file.ts";
import { presetRules, type RulesSource, rulesFromFile } from "./rules-source.ts";

/** The rules and the policy by which calls are judged. */
export interface JudgingContext {
  readonly source: RulesSource;
  readonly policy: Policy;
}

/** The options that say what calls are judged by. */
export interface JudgingOptions {
  readonly cwd?: string;
  readonly home?: string;
  /** The directory of a project, whose scripts and state in git are read. */
  readonly project?: string;
  readonly trustedHost: readonly string[];
  readonly preset?: string;
  readonly rules?: string;
  readonly policy?: string;
}

/**
 * The rules and the policy by which a call is judged. If an option names the rules, only files and projects that options name are read from this
 * machine. Without `--project`, the directory and the home directory are then those of an imaginary project.
 *
 * @throws UsageError if the project is no directory
 */
export function judgingContext(options: JudgingOptions, io: Io): JudgingContext {
  const { cwd, home, trustedHost, preset, rules, policy: named } = options;
  const project = options.project === undefined ? undefined : resolve(io.cwd, options.project);
  if (project !== undefined && statSync(project, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--project must be a directory (got ${options.project})`);
  const isImaginary = [cwd, home, preset, rules].some((value) => value !== undefined) || trustedHost.length > 0;
  const rulesFile = rules ?? (isImaginary ? undefined : projectFile("rules.agentspec", io.cwd));
  const policyFile = named ?? (isImaginary ? undefined : projectFile("policy.json", io.cwd));
  checkOptions(options);
  const real = project ?? (isImaginary ? undefined : io.cwd);
  const homeDirectory = home ?? (real === undefined ? "/home/agent" : io.home);
  const workingDirectory = cwd ?? real ?? `${homeDirectory}/project`;
  const facts = real === undefined ? undefined : projectFacts(real, { home: homeDirectory });
  const policy = judgingPolicy(policyFile, { workingDirectory, home: homeDirectory, facts }, io.cwd);
  return {
    source: rulesFile === undefined ? presetRules(preset ?? "coding-agent") : rulesFromFile(rulesFile, io.cwd),
    policy: { ...policy, trustedHosts: [...(policy.trustedHosts ?? defaultTrustedHosts), ...trustedHost] },
  };
}

/**
 * The policy of a file, with all languages and the tools that run their code.
 *
 * @param place - where calls start, if the policy does not say it
 * @throws UsageError if the policy is invalid
 */
export function judgingPolicy(
  file: string | undefined,
  place: Pick<Policy, "workingDirectory" | "home" | "facts">,
  cwd: string,
): Policy {
  const given: Policy = file === undefined ? {} : policyFromFile(file, cwd);
  return withLanguages({ ...place, ...given });
}

/**
 * Checks the options that are members of a policy.
 *
 * @throws UsageError that names the option
 */
function checkOptions({ cwd, home, trustedHost }: JudgingOptions): void {
  const members: readonly (readonly [string, Policy])[] = [
    ["--cwd", { workingDirectory: cwd }],
    ["--home", { home }],
    ...trustedHost.map((host) => ["--trusted-host", { trustedHosts: [host] }] as const),
  ];
  for (const [option, member] of members) {
    const [issue] = policyIssues(JSON.stringify(member));
    if (issue !== undefined) throw new UsageError(issue.message.replace(/^\S+/, option));
  }
}

/** A verdict as commands print it. */
export interface Judged {
  readonly kind: Verdict["kind"];
  /** The rules that object. */
  readonly rules: readonly string[];
  /** Why, a line for each cause. */
  readonly reasons: readonly string[];
  /** The messages of the rules to the person who is asked; absent without any. */
  readonly messages?: readonly string[];
  /** Safer alternatives, by which less is lost; absent if none is known. */
  readonly safer?: readonly string[];
  /** Facts about the project that the decision used: `dist is ignored by git`; absent if it used none. */
  readonly facts?: readonly string[];
}

/** The judgement of a call, and the rules that are only about other tools. */
interface JudgedCall {
  readonly judged: Judged;
  readonly rulesForOtherTools: readonly string[];
}

/** Judges calls, one after the other. Nobody is asked, and nothing runs. */
export function createJudge({ source, policy }: JudgingContext): Judge {
  const { program } = source;
  const engine = testEngine(program, { predicates: predicates(policy), trust: resultTrust(policy.traits) });
  return async (action, { trajectory = [], prompt = "", now }) => {
    const verdict = await engine.before(action, {
      trajectory,
      prompt,
      signal: new AbortController().signal,
      now,
      decode: async (decoded) => ({ ok: true, action: decoded, repairs: [] }),
    });
    const evaluated = new Set(verdict.decision.passes[0]?.rules.map(({ rule }) => rule));
    const before = program.rules.filter(({ trigger }) => trigger.event === "before_action");
    const rulesForOtherTools = before.map(({ name }) => name).filter((name) => !evaluated.has(name));
    return { judged: judgedOf(verdict, policy.workingDirectory), rulesForOtherTools };
  };
}

/** Judges a call after the steps of a session. */
export type Judge = (
  action: Action,
  context: Partial<Pick<GuardContext, "trajectory" | "prompt" | "now">>,
) => Promise<JudgedCall>;

/** Converts a verdict to the printed judgement. */
function judgedOf(verdict: Verdict, workingDirectory: string | undefined): Judged {
  const { kind, decision } = verdict;
  const predicatesOfRules = decision.passes.flatMap(({ rules }) => rules.flatMap((rule) => rule.predicates));
  const read = predicatesOfRules.flatMap(({ facts = [] }) => facts);
  const sentences = new Set(read.flatMap((fact) => factSentence(fact, workingDirectory) ?? []));
  const violated = decision.passes.flatMap(({ rules }) => rules.filter((rule) => rule.violated));
  const messages = verdict.kind === "pending" ? (verdict.request.messages ?? []) : [];
  const safer = saferWays(violated);
  return withoutUndefined({
    ...reasonsOf(kind, violated),
    messages: messages.length === 0 ? undefined : messages,
    safer: safer.length === 0 ? undefined : safer,
    facts: sentences.size === 0 ? undefined : [...sentences],
  });
}

/** Collects the reasons of violated rules. */
function reasonsOf(kind: Verdict["kind"], violated: readonly RuleRecord[]): Pick<Judged, "kind" | "rules" | "reasons"> {
  if (violated.length === 0) return { kind, rules: [], reasons: kind === "allow" ? [] : ["no rule allows it"] };
  const reasons = findingTexts(violated);
  return { kind, rules: [...new Set(violated.map(({ rule }) => rule))], reasons };
}
