import { errorJson, type StateVerdict, type Verdict } from "@helve/core";
import type { RuleTest } from "@helve/core/program";
import type { Engine } from "@helve/enforcer";
import { outcomeOf } from "./outcome.ts";
import { constantOf, testAction, testContext, testStep } from "./test-input.ts";
import { unmetExpectation } from "./unmet-expectation.ts";

/**
 * Runs one test: decides about its event, and compares the outcome with the expectation.
 *
 * @param engine - from `testEngine`
 * @throws the reason of the signal when it is aborted
 */
export async function runTest(test: RuleTest, engine: Engine, signal: AbortSignal): Promise<TestResult> {
  let verdict: Verdict | StateVerdict;
  try {
    verdict = await decide(test, engine, signal);
  } catch (error) {
    signal.throwIfAborted();
    const message = errorJson(error).message;
    return { test, passed: false, failure: `the rules can't decide: ${message}` };
  }
  const unmet = unmetExpectation(test.expect, outcomeOf(verdict), verdict);
  if (unmet === undefined) return { test, passed: true, verdict };
  const { expected, actual, text } = unmet;
  return { test, passed: false, failure: text, expected, actual, verdict };
}

/** The result of one test. */
export interface TestResult {
  readonly test: RuleTest;
  readonly passed: boolean;
  /** Why it failed, in several lines: what was expected, what the rules decided, and why. Absent if it passed. */
  readonly failure?: string;
  /** The expectation of a failed test, as it is written: `stop by @limit`. Absent if the decision failed with an error. */
  readonly expected?: string;
  /** The decision of the rules in a failed test, in the same form. */
  readonly actual?: string;
  /** The verdict, with the record of every check; absent if the decision failed with an error. */
  readonly verdict?: Verdict | StateVerdict;
}

/** Lets the engine decide about a test's event. */
function decide(test: RuleTest, engine: Engine, signal: AbortSignal): Promise<Verdict | StateVerdict> {
  const { when } = test;
  const context = testContext(test, signal);
  switch (when.type) {
    case "test_call":
      return engine.before(testAction(when), context);
    case "test_step_end":
      return engine.after(testStep(when.step, "call", context.now ?? 0), context);
    case "test_state_change":
      return engine.stateChanged(constantOf(when.before), constantOf(when.after), context);
    case "test_finish":
      return engine.finishing(context);
  }
}
