import type { Issue, Predicate, StateVerdict, ToolSummary, Verdict } from "@helve/core";
import { isObject, unknownOption, wordList } from "@helve/core/internal";
import type { EnforcementHandler, FixHandler, Inspector, LogEntry, Reflector } from "./handlers.ts";
import { type LateAnswerOptions, type LateAnswers, lateAnswers } from "./late-answers.ts";
import { PlanError } from "./plan-error.ts";
import type { ResultTrust } from "./provenance.ts";
import { RememberedApprovals } from "./remembered-approvals.ts";

/** The options of an `Engine`: the predicates of its rules, the functions that ask a person or a model, and limits. */
export interface EngineOptions {
  /** The predicates that rules may call, such as `predicates(policy)` of `@helve/predicates`; names must be unique. Default: none. */
  readonly predicates?: Iterable<Predicate> | undefined;
  /**
   * Whether the results of a tool are trusted, for `from trusted` and `from untrusted`, unless the rules say it: `resultTrust()` of
   * `@helve/predicates`. `"user"` is for tools that return answers of the user. By default only `ask_user` is classified, as such a tool.
   */
  readonly trust?: ((tool: string) => ResultTrust | undefined) | undefined;
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
  /** Whether `stop` and a person's rejection end only the action (the default), or the agent (AgentSpec as published). */
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
  const misused = misusedOptions(options);
  if (misused.length > 0) throw new PlanError(misused);
  const { trust, inspect, reflect, log, report, onTools, fixes = {}, enforcements = {}, now = Date.now } = options;
  const { warn = warnOnConsole, strict = false } = options;
  const { mode = "enforce", stopEnds = "action", maxTrials = 3, predicateTimeout = 10_000 } = options;
  const predicates = new Map<string, Predicate>();
  const issues = [...invalidOptions({ mode, stopEnds, maxTrials, predicateTimeout })];
  for (const predicate of options.predicates ?? []) {
    if (!isPredicate(predicate)) {
      issues.push(invalidOption("each of predicates", "a predicate { name, description, evaluate }", predicate));
      continue;
    }
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

/** Prints a warning to the console: the default of the option `warn`. */
function warnOnConsole({ message }: Issue): void {
  // biome-ignore lint/suspicious/noConsole: a warning that no option receives must not be silent
  console.warn(`Helve: ${message}`);
}

const optionNames: Readonly<Record<keyof EngineOptions, true>> = {
  predicates: true,
  trust: true,
  inspect: true,
  lateAnswers: true,
  reflect: true,
  fixes: true,
  enforcements: true,
  log: true,
  report: true,
  warn: true,
  onTools: true,
  strict: true,
  mode: true,
  stopEnds: true,
  maxTrials: true,
  predicateTimeout: true,
  now: true,
};

/** Returns issues for unknown options and options of a wrong type. */
function misusedOptions(options: unknown): readonly Issue[] {
  if (!isObject(options)) return [invalidOption("the options of an engine", "an object", options)];
  const { predicates = [], fixes = {}, enforcements = {} } = options;
  const names = Object.keys(optionNames);
  return [
    ...Object.keys(options).flatMap((name) => (names.includes(name) ? [] : [unknownOption(name, "an engine", names)])),
    ...functionOptions.flatMap((name) => {
      const value = options[name];
      return value === undefined || typeof value === "function" ? [] : [invalidOption(name, "a function", value)];
    }),
    ...(isIterable(predicates) ? [] : [invalidOption("predicates", "a list of predicates", predicates)]),
    ...handlerIssues("fixes", fixes),
    ...handlerIssues("enforcements", enforcements),
  ];
}

const functionOptions = ["trust", "inspect", "reflect", "log", "report", "warn", "onTools", "now"] as const;

function isIterable(value: unknown): boolean {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function isPredicate(value: unknown): boolean {
  return isObject(value) && typeof value["name"] === "string" && typeof value["evaluate"] === "function";
}
/** Checks that an option is an object of functions. */
function handlerIssues(name: string, handlers: unknown): readonly Issue[] {
  if (!isObject(handlers)) return [invalidOption(name, "an object of functions by name", handlers)];
  return Object.entries(handlers).flatMap(([key, handler]) =>
    typeof handler === "function" ? [] : [invalidOption(`${name}.${key}`, "a function", handler)],
  );
}

/** Creates the issue of an option with the wrong type. */
function invalidOption(name: string, expected: string, got: unknown): Issue {
  if (typeof got === "function") return invalidOption(name, expected, "a function");
  const given = isObject(got) ? `an object with ${wordList(Object.keys(got), "and") || "no members"}` : String(got);
  return { code: "invalid_option", message: `${name} must be ${expected} (got ${given})`, expected };
}

/** An issue for each option with an invalid value. */
function invalidOptions(
  options: Pick<ResolvedOptions, "mode" | "stopEnds" | "maxTrials" | "predicateTimeout">,
): readonly Issue[] {
  const { mode, stopEnds, maxTrials, predicateTimeout } = options;
  const isMode = mode === "enforce" || mode === "shadow" || mode === "dry run";
  const isStopEnd = stopEnds === "action" || stopEnds === "agent";
  const isCount = Number.isSafeInteger(maxTrials) && maxTrials >= 1;
  return [
    ...(isMode ? [] : [invalidOption("mode", '"enforce", "shadow" or "dry run"', mode)]),
    ...(isStopEnd ? [] : [invalidOption("stopEnds", '"action" or "agent"', stopEnds)]),
    ...(isCount ? [] : [invalidOption("maxTrials", "a whole number from 1", maxTrials)]),
    ...(predicateTimeout >= 0 ? [] : [invalidOption("predicateTimeout", "a number of milliseconds", predicateTimeout)]),
  ];
}
