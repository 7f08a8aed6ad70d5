/** Creates the engine that decides in tests: nobody is asked, and nothing runs. */
import type { Program } from "@helve/core/program";
import { Engine, type EngineOptions, namedHandlers } from "@helve/enforcer";

/** The options of the engine that decides in a test. Nobody is asked, and nothing runs. */
export interface TestEngineOptions
  extends Pick<EngineOptions, "predicates" | "trust" | "stopEnds" | "maxTrials" | "predicateTimeout"> {}

/**
 * Creates an engine that decides without an effect: a question to a person is the verdict. The fixes and the enforcements of the
 * application, which the rules name, are not needed.
 *
 * @throws PlanError if the rules can't be enforced
 *
 * @example
 * const verdict = await testEngine(program, { predicates }).before(action, context);
 */
export function testEngine(program: Program, options: TestEngineOptions): Engine {
  const { predicates, trust, stopEnds, maxTrials, predicateTimeout } = options;
  return new Engine(program, {
    predicates,
    trust,
    stopEnds,
    maxTrials,
    predicateTimeout,
    mode: "dry run",
    ...namedHandlers(program, {
      fix:
        () =>
        ({ args }) =>
          args,
      enforcement: () => () => undefined,
    }),
  });
}
