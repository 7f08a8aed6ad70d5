/** `guard`: creates the guard of rules and a policy, with predicates, languages and questions to a person. */
import type { Predicate } from "@helve/core";
import { didYouMean, isObject, quote } from "@helve/core/internal";
import { Engine, type EngineOptions, type Inspector, inspectLater } from "@helve/enforcer";
import { type Policy, type ProjectFacts, resultTrust } from "@helve/predicates";
import { GuardError } from "./guard-error.ts";
import { policyPredicates } from "./policy-predicates.ts";
import { type RulesInput, readRules } from "./read-rules.ts";

/** The options of `guard`: the rules, what they know of the host, who answers their questions, and the options of `Engine`. */
export interface GuardOptions extends Omit<EngineOptions, "predicates" | "trust" | "inspect" | "onTools"> {
  /** The name of a preset, `"coding-agent"`; the text of rules; a program; or a list of these, whose rules all hold. */
  readonly rules: RulesInput | readonly RulesInput[];
  /** The host's directories, hosts, contacts and files. Each member has a default. */
  readonly policy?: Policy | undefined;
  /** Facts about the project on the disk, such as `projectFacts(folder)` of `@helve/guard/node`. */
  readonly facts?: ProjectFacts | undefined;
  /**
   * Asks a person where a rule requires it, such as `terminalInspector()` of `@helve/guard/node`. By default the verdict is `pending`:
   * the call waits, and the host asks (an adapter, an MCP client, the agent loop) or resumes it when the answer arrives.
   */
  readonly ask?: Inspector | undefined;
  /** Predicates of your own, besides the ready ones. */
  readonly predicates?: readonly Predicate[] | undefined;
}

/**
 * Creates a guard from rules: with the ready predicates, with all languages, each loaded when a call needs it, and with what the
 * descriptions of the host's tools say about their arguments. Executors, adapters, MCP endpoints and loops accept it in `guards`.
 *
 * @throws GuardError, ProgramError, PlanError or PolicyError with every problem of the options, the rules and the policy
 * @example
 * const executor = new ActionExecutor([bash], { guards: [guard({ rules: "coding-agent" })] });
 */
export function guard(options: GuardOptions): Engine {
  checkOptions(options);
  const {
    rules,
    policy: given = {},
    facts,
    ask = inspectLater(),
    predicates = [],
    lateAnswers = {},
    ...others
  } = options;
  const policy: Policy = facts === undefined ? given : { ...given, facts };
  const ready = policyPredicates(policy);
  return new Engine(readRules(rules), {
    ...others,
    lateAnswers,
    predicates: [...ready.predicates, ...predicates],
    trust: resultTrust(policy.traits),
    inspect: ask,
    onTools: ready.describe,
  });
}

const optionNames: Readonly<Record<keyof GuardOptions, true>> = {
  rules: true,
  policy: true,
  facts: true,
  ask: true,
  predicates: true,
  lateAnswers: true,
  reflect: true,
  fixes: true,
  enforcements: true,
  log: true,
  report: true,
  warn: true,
  strict: true,
  mode: true,
  stopEnds: true,
  maxTrials: true,
  predicateTimeout: true,
  now: true,
};

/**
 * Checks the options of `guard`.
 *
 * @throws GuardError for options that TypeScript would refuse: most mistakes are options of another function
 */
function checkOptions(options: GuardOptions): void {
  if (!isObject(options)) throw invalid('guard takes an object with options: guard({ rules: "coding-agent" })');
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(optionNames, name)) continue;
    const meant = name === "inspect" ? ' (did you mean "ask"?)' : didYouMean(name, Object.keys(optionNames));
    throw invalid(`guard has no option ${quote(name)}${meant}`);
  }
  const { ask, policy } = options;
  if (ask !== undefined && typeof ask !== "function") {
    throw invalid(`"ask" must be a function that asks a person, such as terminalInspector() (got ${typeof ask})`);
  }
  if (policy !== undefined && !isObject(policy)) {
    throw invalid(
      `"policy" must be an object: read a file with policyFile(path) of @helve/guard/node (got ${typeof policy})`,
    );
  }
}

/** Creates the error of an invalid option. */
function invalid(message: string): GuardError {
  return new GuardError([{ code: "invalid_option", message }]);
}
