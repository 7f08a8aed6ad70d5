import { parseProgram } from "@helve/agentspec";
import { isObject, wordList } from "@helve/core/internal";
import type { Program } from "@helve/core/program";
import type { EngineOptions } from "./engine-options.ts";
import { PlanError } from "./plan-error.ts";
import { ProgramEngine } from "./program-engine.ts";

/**
 * Enforces the rules of an AgentSpec program as a guard: decides about an action before it runs, about its result, about
 * changes of the application's state, and about the end of the agent (AgentSpec Alg. 1, `validate_and_enforce`).
 *
 * When `context.signal` is aborted, the methods that decide throw its reason.
 *
 * @example
 * const engine = new Engine("rule @large trigger pay check args.amount > 50 enforce stop end");
 * const executor = new ActionExecutor([pay], { guards: [engine] });
 */
export class Engine extends ProgramEngine {
  /**
   * @param rules - a text, or a program from `parseProgram` or `parseProgramJson` of `@helve/agentspec`
   * @param options - the predicates, fixes and enforcements that the rules name, and who answers them
   * @throws ProgramError with every mistake of a text; PlanError with an issue for each reason why the rules can't be enforced as
   *   written, and for each invalid option; TypeError if the key in `lateAnswers` is too short
   */
  constructor(rules: string | Program, options: EngineOptions = {}) {
    super(programOf(rules), options);
  }

  /**
   * Replaces the rules, from the next decision on. A decision in progress ends with the rules it began with.
   *
   * @param rules - a text or a program
   * @throws ProgramError or PlanError if the new rules can't be enforced; the old rules stay active then
   */
  override reload(rules: string | Program): void {
    super.reload(programOf(rules));
  }
}

/** Parses rules, unless they are a program already. @throws ProgramError with every mistake of a text; PlanError for anything but rules */
function programOf(rules: string | Program): Program {
  if (typeof rules === "string") return parseProgram(rules);
  if (isObject(rules) && "rules" in rules && Array.isArray(rules.rules)) return rules;
  const given = isObject(rules) ? `an object with ${wordList(Object.keys(rules), "and")}` : String(rules);
  const message = `an engine takes the text of rules, or a program of parseProgram or parseProgramJson (got ${given})`;
  throw new PlanError([{ code: "invalid_rules", message }]);
}
