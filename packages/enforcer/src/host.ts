import type { Issue, Predicate } from "@helve/core";
import { Approvals } from "./approvals.ts";
import type { EnforcementHandler } from "./enforcements/domain.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { FixHandler } from "./inspection.ts";
import { PlanError } from "./plan-error.ts";
import { type AnswerDesk, answerDesk } from "./resume.ts";

/** What an engine has of its host, ready for use. */
export interface Host
  extends Pick<EngineOptions, "inspect" | "reflect" | "log" | "report">,
    Required<{ readonly [Key in "mode" | "stopEnds" | "maxPasses" | "predicateTimeout"]: Given<Key> }> {
  readonly predicates: ReadonlyMap<string, Predicate>;
  readonly fixes: ReadonlyMap<string, FixHandler>;
  readonly enforcements: ReadonlyMap<string, EnforcementHandler>;
  readonly answers: AnswerDesk | undefined;
  readonly approvals: Approvals;
}

type Given<Key extends keyof EngineOptions> = NonNullable<EngineOptions[Key]>;

/** @throws PlanError for options that can't be meant */
export function hostOf(options: EngineOptions): Host {
  const { inspect, reflect, log, report, answers, fixes = {}, enforcements = {}, now = Date.now } = options;
  const { mode = "enforce", stopEnds = "action", maxPasses = 3, predicateTimeout = 10_000 } = options;
  const predicates = new Map<string, Predicate>();
  const issues = [...optionIssues({ mode, stopEnds, maxPasses, predicateTimeout })];
  for (const predicate of options.predicates) {
    const { name } = predicate;
    if (predicates.has(name)) issues.push({ code: "duplicate", message: `there are two predicates "${name}"` });
    predicates.set(name, predicate);
  }
  if (issues.length > 0) throw new PlanError(issues);
  return {
    ...{ inspect, reflect, log, report, mode, stopEnds, maxPasses, predicateTimeout, predicates },
    fixes: new Map(Object.entries(fixes)),
    enforcements: new Map(Object.entries(enforcements)),
    answers: answers === undefined ? undefined : answerDesk(answers),
    approvals: new Approvals(now),
  };
}

function optionIssues(options: Pick<Host, "mode" | "stopEnds" | "maxPasses" | "predicateTimeout">): readonly Issue[] {
  const { mode, stopEnds, maxPasses, predicateTimeout } = options;
  const issue = (name: string, expected: string, got: unknown): readonly Issue[] => [
    { code: "invalid_option", message: `${name} must be ${expected} (got ${String(got)})`, expected },
  ];
  const isKnown = mode === "enforce" || mode === "shadow" || mode === "dry run";
  const isEnd = stopEnds === "action" || stopEnds === "agent";
  const isCount = Number.isSafeInteger(maxPasses) && maxPasses >= 1;
  return [
    ...(isKnown ? [] : issue("mode", '"enforce", "shadow" or "dry run"', mode)),
    ...(isEnd ? [] : issue("stopEnds", '"action" or "agent"', stopEnds)),
    ...(isCount ? [] : issue("maxPasses", "a whole number from 1", maxPasses)),
    ...(predicateTimeout >= 0 ? [] : issue("predicateTimeout", "a number of milliseconds", predicateTimeout)),
  ];
}
