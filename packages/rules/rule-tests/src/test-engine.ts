import type { Program } from "@helve/core/program";
import { Engine, type EngineOptions } from "@helve/enforcer";

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
  const enforcements = program.rules.flatMap(({ enforce }) => enforce);
  const fixes = enforcements.flatMap((node) => (node.type === "user_inspection" ? node.fixes : []));
  const domain = enforcements.flatMap((node) => (node.type === "domain" ? [node.name] : []));
  return new Engine(program, {
    predicates,
    trust,
    stopEnds,
    maxTrials,
    predicateTimeout,
    mode: "dry run",
    fixes: Object.fromEntries(fixes.map((name) => [name, ({ args }) => args])),
    enforcements: Object.fromEntries(domain.map((name) => [name, () => undefined])),
  });
}
