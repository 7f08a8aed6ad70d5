import type { Issue, Predicate, StateVerdict, ToolSummary, Verdict } from "@helve/core";
import type { EnforcementHandler, FixHandler, Inspector, LogEntry, Reflector } from "./handlers.ts";
import { type LateAnswerOptions, type LateAnswers, lateAnswers } from "./late-answers.ts";
import { PlanError } from "./plan-error.ts";
import { RememberedApprovals } from "./remembered-approvals.ts";

/** The options of an `Engine`: the predicates of its rules, the functions that ask a person or a model, and limits. */
export interface EngineOptions {
  /** The predicates that rules may call, such as `predicates(policy)` of `@helve/predicates`; names must be unique. Default: none. */
  readonly predicates?: Iterable<Predicate> | undefined;
  /**
   * Whether the results of a tool are trusted, for `from trusted` and `from untrusted`, unless the rules say it: `resultTrust()` of
   * `@helve/predicates`. By default no tool is classified.
   */
  readonly trust?: ((tool: string) => "trusted" | "untrusted" | undefined) | undefined;
  /** Asks a person for `user_inspection`. Without it every inspection is a rejection. */
  readonly inspect?: Inspector | undefined;
  /** Accepts answers that arrive after the decision, in `Engine.resume`. Without it the answer `later` is a rejection. */
  readonly lateAnswers?: LateAnswerOptions | undefined;
  /** Asks the model for another action for `llm_self_reflect`. Without it every reflection is a stop. */
  readonly reflect?: Reflector | undefined;
  /** The fixes that inspections may offer, by name. */
  readonly fixes?: Readonly<Record<string, FixHandler>> | undefined;
  /** Enforcements of the application besides those of the language, by name: `follow_dist`, `planning:cruise:Speed`. */
  readonly enforcements?: Readonly<Record<string, EnforcementHandler>> | undefined;
  /** Receives the entries of `log`. Errors that it throws are ignored. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
  /** Receives every verdict, in every mode. Errors that it throws are ignored. */
  readonly report?: ((verdict: Verdict | StateVerdict) => void) | undefined;
  /** Receives what is suspicious but no error, each once: a tool in a rule that the executor doesn't have, a tool that rules don't see. Default `console.warn`. */
  readonly warn?: ((issue: Issue) => void) | undefined;
  /** Receives all tools of the host, when it begins to use the engine and when they change, before rules are checked against them. */
  readonly onTools?: ((tools: readonly ToolSummary[]) => void) | undefined;
  /** Whether a tool in a rule that the executor doesn't have is an error; default false. */
  readonly strict?: boolean | undefined;
  /**
   * - `enforce`: the default.
   * - `shadow`: every action is allowed unchanged; the decision's `shadowVerdict` is the verdict of `enforce`.
   * - `dry run`: nobody is asked and nothing runs. A question to a person gives `pending` without a token, a question to
   *   the model gives `stop`, and an invoked action is evaluated like any other.
   */
  readonly mode?: "enforce" | "shadow" | "dry run" | undefined;
  /** What `stop` and the rejection by a person end: only the action (the default), or the agent (AgentSpec as published). */
  readonly stopEnds?: "action" | "agent" | undefined;
  /**
   * How often rules may change the action of one decision, by `llm_self_reflect` or `invoke_action`; default 3. The rules are evaluated for
   * each changed action, the last one included; if they require a further change, the action is stopped.
   */
  readonly maxTrials?: number | undefined;
  /** The time after which a predicate counts as failed, in milliseconds; default 10,000. */
  readonly predicateTimeout?: number | undefined;
  /** The clock for approvals that expire, in milliseconds since 1970; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Engine options with their defaults, and with names in maps. */
export interface ResolvedOptions
  extends Pick<EngineOptions, "trust" | "inspect" | "reflect" | "log" | "report" | "onTools">,
    Required<{
      readonly [Key in "warn" | "strict" | "mode" | "stopEnds" | "maxTrials" | "predicateTimeout"]: Defined<Key>;
    }> {
  readonly predicates: ReadonlyMap<string, Predicate>;
  readonly fixes: ReadonlyMap<string, FixHandler>;
  readonly enforcements: ReadonlyMap<string, EnforcementHandler>;
  readonly lateAnswers: LateAnswers | undefined;
  readonly approvals: RememberedApprovals;
}

type Defined<Key extends keyof EngineOptions> = NonNullable<EngineOptions[Key]>;

/**
 * Validates engine options and fills in the defaults.
 *
 * @throws PlanError with an issue for each invalid option and each duplicate predicate; TypeError for a key that is too short
 */
export function resolveOptions(options: EngineOptions): ResolvedOptions {
  const { trust, inspect, reflect, log, report, onTools, fixes = {}, enforcements = {}, now = Date.now } = options;
  const { warn = warnOnConsole, strict = false } = options;
  const { mode = "enforce", stopEnds = "action", maxTrials = 3, predicateTimeout = 10_000 } = options;
  const predicates = new Map<string, Predicate>();
  const issues = [...invalidOptions({ mode, stopEnds, maxTrials, predicateTimeout })];
  for (const predicate of options.predicates ?? []) {
    const { name } = predicate;
    if (predicates.has(name)) {
      issues.push({ code: "duplicate_predicate", message: `there are two predicates "${name}"` });
    }
    predicates.set(name, predicate);
  }
  if (issues.length > 0) throw new PlanError(issues);
  return {
    trust,
    inspect,
    reflect,
    log,
    report,
    onTools,
    warn,
    strict,
    mode,
    stopEnds,
    maxTrials,
    predicateTimeout,
    predicates,
    fixes: new Map(Object.entries(fixes)),
    enforcements: new Map(Object.entries(enforcements)),
    lateAnswers: options.lateAnswers === undefined ? undefined : lateAnswers(options.lateAnswers, now),
    approvals: new RememberedApprovals(now),
  };
}

/** The default of `warn`: nobody else would notice a rule that applies to nothing. */
function warnOnConsole({ message }: Issue): void {
  // biome-ignore lint/suspicious/noConsole: a warning that no option receives must not be silent
  console.warn(`Helve: ${message}`);
}

/** An issue for each option with an invalid value. */
function invalidOptions(
  options: Pick<ResolvedOptions, "mode" | "stopEnds" | "maxTrials" | "predicateTimeout">,
): readonly Issue[] {
  const { mode, stopEnds, maxTrials, predicateTimeout } = options;
  const issue = (name: string, expected: string, got: unknown): readonly Issue[] => [
    { code: "invalid_option", message: `${name} must be ${expected} (got ${String(got)})`, expected },
  ];
  const isMode = mode === "enforce" || mode === "shadow" || mode === "dry run";
  const isStopEnd = stopEnds === "action" || stopEnds === "agent";
  const isCount = Number.isSafeInteger(maxTrials) && maxTrials >= 1;
  return [
    ...(isMode ? [] : issue("mode", '"enforce", "shadow" or "dry run"', mode)),
    ...(isStopEnd ? [] : issue("stopEnds", '"action" or "agent"', stopEnds)),
    ...(isCount ? [] : issue("maxTrials", "a whole number from 1", maxTrials)),
    ...(predicateTimeout >= 0 ? [] : issue("predicateTimeout", "a number of milliseconds", predicateTimeout)),
  ];
}
