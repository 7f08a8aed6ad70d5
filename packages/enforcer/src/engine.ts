import type { Action, Guard, GuardContext, Issue, Pass, StateVerdict, Step, Verdict } from "@helve/core";
import { unlessAborted } from "@helve/core/internal";
import type { Program } from "@helve/core/program";
import { check, viewOf } from "./check.ts";
import { enforce, exhausted } from "./enforce.ts";
import type { EngineOptions } from "./engine-options.ts";
import { type Host, hostOf } from "./host.ts";
import type { Pending } from "./inspection.ts";
import { isSameWorld, lastTool, type Occasion, standIn } from "./occasion.ts";
import { makePlan, type Plan } from "./plan.ts";
import { quietly } from "./quietly.ts";
import { admitAnswer } from "./resume.ts";
import { begin, leftAt, type Start } from "./start.ts";

import { type Ended, passOf, pendingVerdict, stateVerdictOf, unlooked, verdictOf } from "./verdict.ts";

/**
 * Enforces an AgentSpec program: decides first, acts later (AgentSpec Alg. 1, `validate_and_enforce`).
 *
 * Where it differs from the algorithm as printed:
 * - Line 6 has a slip: the conjunction is of `check`, not of `pred`. It is three-valued, and a check that comes out
 *   unknown counts as violated, unless the program's header says otherwise.
 * - Every rule is checked before any enforcement is applied, and a violated rule that says `stop` ends it at once.
 * - After *every* change of the action all rules look at the new one, not only after `llm_self_reflect`.
 * - Past the bound the action is stopped, not run, and so it is with a change that nobody would look at any more.
 * - Line 16 (`ground`) is the executor's.
 *
 * When `context.signal` is aborted, the methods that decide throw its reason.
 *
 * @example
 * const engine = new Engine(parseProgram(text), { predicates: predicates(policy), inspect: terminalInspector() });
 * const executor = new ActionExecutor([terminal], { guards: [engine] });
 */
export class Engine implements Guard {
  readonly #host: Host;
  #plan: Plan;

  /**
   * @param program - from `parseProgram` of `@helve/agentspec`, or from its `parseProgramJson`
   * @param options - what the rules stand on; those that they name have to be there
   * @throws PlanError naming everything because of which the rules would not guard as they read, and options that can't
   *   be meant; TypeError for an empty key in `answers`
   */
  constructor(program: Program, options: EngineOptions) {
    this.#host = hostOf(options);
    this.#plan = makePlan(program, this.#host);
  }

  /** What in the rules comes to less than it seems to. */
  get warnings(): readonly Issue[] {
    return this.#plan.warnings;
  }

  /**
   * Puts other rules in the place of these, from the next decision on. One that is under way ends by the rules it began
   * with.
   *
   * @throws PlanError as the constructor does; the rules stay as they are then
   */
  reload(program: Program): void {
    this.#plan = makePlan(program, this.#host);
  }

  /** Says what the rules say about an action before it runs, after asking whom they ask. */
  async before(action: Action, context: GuardContext): Promise<Verdict> {
    const occasion: Occasion = { event: "before_action", plan: this.#plan, host: this.#host, context };
    return this.#told(await verdictOf(await validateAndEnforce(begin(action, context), occasion), occasion));
  }

  /**
   * Says whether the model sees what came of an action: `stop` and a rejection withhold it. What a rule invokes runs in
   * addition, and what the model is told besides stands in the verdict's notes.
   */
  async after({ action, observation }: Step, context: GuardContext): Promise<Verdict> {
    const occasion: Occasion = { event: "after_action", plan: this.#plan, host: this.#host, context, observation };
    return this.#told(await verdictOf(await validateAndEnforce(begin(action, context), occasion), occasion));
  }

  /**
   * Says what the rules say when the host's world has changed: what they invoke runs, which may mend it; `stop` and a
   * rejection end the agent. Snapshots that are equal as JSON are no change.
   *
   * @param before - the host's world as it was
   * @param after - and as it is; rules see it as `state`
   */
  async stateChanged(before: unknown, after: unknown, context: GuardContext): Promise<StateVerdict> {
    const event = "state_change";
    const change = { before, after };
    const occasion: Occasion = { event, plan: this.#plan, host: this.#host, context, change, tool: lastTool(context) };
    const action = standIn(event, context);
    const ended = isSameWorld(change) ? unlooked(action) : await validateAndEnforce(begin(action, context), occasion);
    return this.#told(await stateVerdictOf(ended, occasion));
  }

  /** Says whether the agent may be done: `stop` means that it is not yet. What rules invoke runs, and they look again. */
  async finishing(context: GuardContext): Promise<StateVerdict> {
    const event = "agent_finish";
    const occasion: Occasion = { event, plan: this.#plan, host: this.#host, context, tool: lastTool(context) };
    const ended = await validateAndEnforce(begin(standIn(event, context), context), occasion);
    return this.#told(await stateVerdictOf(ended, occasion));
  }

  /**
   * Goes on with a decision that waits for an answer, as if the answer had come at once; it may have been made by another
   * engine with the same rules and the same key. What is answered with for another verdict, or twice, is refused: that is a
   * `stop`, and nothing runs.
   *
   * @param pending - the verdict that waits, as it came
   * @param answer - a `LateAnswer`: what an inspector may answer, with the verdict's token
   */
  async resume(pending: Pending, answer: unknown, context: GuardContext): Promise<Verdict> {
    // Whoever has given up has not used the answer up.
    context.signal.throwIfAborted();
    const host = this.#host;
    const plan = this.#plan;
    const fingerprint = await plan.fingerprint();
    const admitted =
      host.mode === "enforce"
        ? await admitAnswer(pending, answer, { plan: fingerprint, answers: host.answers })
        : { ok: false as const, reason: `the answer was refused: nothing goes on in ${host.mode}` };
    if (!admitted.ok) {
      return this.#told({ kind: "stop", reason: admitted.reason, decision: { plan: fingerprint, passes: [] } });
    }
    const { answer: known, sealed } = admitted;
    if (known.decision === "later") return this.#told(await pendingVerdict(sealed, host.answers));
    const { occasion, start } = leftAt(sealed, known, { plan, host, context });
    return this.#told(await verdictOf(await validateAndEnforce(start, occasion), occasion));
  }

  #told<Said extends Verdict | StateVerdict>(verdict: Said): Said {
    quietly(this.#host.report, verdict);
    return verdict;
  }
}

/** Algorithm 1, lines 1 to 15. */
async function validateAndEnforce(start: Start, occasion: Occasion): Promise<Ended> {
  const passes: Pass[] = [...start.passes];
  let { look, left } = start;
  const { signal } = occasion.context;
  for (;;) {
    signal.throwIfAborted();
    const view = viewOf(look, occasion);
    const checking = left?.checked ?? check(look, view, occasion); // lines 1 to 7
    const checked = checking instanceof Promise ? await unlessAborted(() => checking, signal) : checking;
    if (checked === "aborted") throw signal.reason;
    const enforcing = enforce({ ...checked, look, view, occasion, resumed: left?.resumed }); // lines 8 to 13
    const enforced = enforcing instanceof Promise ? await enforcing : enforcing;
    signal.throwIfAborted();
    passes.push(passOf(look, checked.records, enforced.records));
    if (enforced.kind !== "look again") return { passes, enforced, action: look.action };
    if (passes.length >= occasion.host.maxPasses) return { passes, enforced: exhausted(passes), action: look.action };
    look = enforced.look; // line 11
    left = undefined;
  }
}
