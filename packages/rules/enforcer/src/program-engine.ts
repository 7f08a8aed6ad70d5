import type {
  Action,
  Guard,
  GuardContext,
  Issue,
  JsonValue,
  StateVerdict,
  Step,
  ToolSummary,
  Verdict,
} from "@helve/core";
import { freezeCopy, isObject, wordList } from "@helve/core/internal";
import type { Program } from "@helve/core/program";
import { blindPredicates } from "./blind-predicates.ts";
import { acceptedTokens } from "./call-memory.ts";
import { type DecisionContext, isUnchanged, lastTool, placeholderAction } from "./decision-context.ts";
import { newDecision, resumeDecision, resumedContext } from "./decision-start.ts";
import { type EngineOptions, type ResolvedOptions, resolveOptions } from "./engine-options.ts";
import { callListener, type PendingVerdict } from "./handlers.ts";
import { acceptAnswer } from "./late-answers.ts";
import { type Plan, planProgram } from "./plan.ts";
import { PlanError } from "./plan-error.ts";
import { memorySnapshots } from "./predicate-memories.ts";
import { unmatchedTools } from "./unmatched-tools.ts";
import { type DecisionResult, validateAndEnforce } from "./validate-and-enforce.ts";
import { createPendingVerdict, createStateVerdict, createVerdict } from "./verdict.ts";

/**
 * An `Engine` that takes programs only, without the parser of texts: for programs that were parsed before, and start times that count.
 *
 * It enforces the rules of a program as a guard: decides about an action before it runs, about its result, about
 * changes of the application's state, and about the end of the agent (AgentSpec Alg. 1, `validate_and_enforce`).
 *
 * When `context.signal` is aborted, the methods that decide throw its reason.
 *
 * @example
 * const engine = new ProgramEngine(parseProgramJson(JSON.parse(text)));
 */
export class ProgramEngine implements Guard {
  readonly #options: ResolvedOptions;
  #plan: Plan;
  #program: Program;
  /** The tools of the host that began last to use the engine. */
  #tools: readonly ToolSummary[] = [];
  /** The warnings so far: each is reported once. */
  readonly #warned: Set<string> = new Set();

  /**
   * @param program - from `parseProgram` or `parseProgramJson` of `@helve/agentspec`
   * @param options - the predicates, fixes and enforcements that the rules name, and who answers them
   * @throws PlanError with an issue for each reason why the rules can't be enforced as written, and for each invalid option; TypeError if the key in
   *   `lateAnswers` is too short
   */
  constructor(program: Program, options: EngineOptions = {}) {
    this.#options = resolveOptions(options);
    this.#plan = planProgram(program, this.#options);
    this.#program = program;
  }

  /** True if there is an inspector: it may wait for a person, so a host must not end the wait for a decision. */
  get untimed(): boolean {
    return this.#options.inspect !== undefined;
  }

  /** Rules that are enforced as written but have no effect somewhere, such as `stop` at the end of the agent. */
  get warnings(): readonly Issue[] {
    return this.#plan.warnings;
  }

  /**
   * Replaces the rules, from the next decision on. A decision in progress ends with the rules it began with.
   *
   * @throws PlanError if the new rules can't be enforced; the old rules stay active then
   */
  reload(program: Program): void {
    const plan = planProgram(program, this.#options);
    this.#checkTools(program, this.#tools);
    this.#plan = plan;
    this.#program = program;
  }

  /**
   * Reports tools that rules name but the host lacks, since a rule with a misspelled trigger applies to nothing. Reports tools that rules
   * are for and whose arguments predicates don't see. An executor calls it with its tools.
   *
   * @throws PlanError with the option `strict`, if there are any
   */
  toolsChanged(tools: readonly ToolSummary[]): void {
    this.#options.onTools?.(tools);
    this.#checkTools(this.#program, tools);
    this.#tools = [...tools];
  }

  #checkTools(program: Program, tools: readonly ToolSummary[]): void {
    const names = tools.map(({ name }) => name);
    const issues =
      tools.length === 0
        ? []
        : [...unmatchedTools(program, names), ...blindPredicates(program, this.#options.predicates, tools)];
    if (issues.length > 0 && this.#options.strict) throw new PlanError(issues);
    for (const issue of issues) {
      if (this.#warned.has(issue.message)) continue;
      this.#warned.add(issue.message);
      callListener(this.#options.warn, issue);
    }
  }

  /** Evaluates the rules before an action runs, and asks a person or the model where a rule requires it. */
  before(action: Action, guardContext: GuardContext): Promise<Verdict> {
    return this.#decide(action, { event: "before_action", guardContext });
  }

  /**
   * Evaluates the rules after an action ran, before the model sees its result. `stop` and a rejection withhold the result;
   * an invoked action runs in addition; messages for the model are in the verdict's notes.
   */
  after(step: Step, guardContext: GuardContext): Promise<Verdict> {
    const { action, observation } = step;
    return this.#decide(action, { event: "after_action", guardContext, observation });
  }

  /**
   * Evaluates the rules after the application's state has changed. An invoked action runs, which may repair the state; `stop`
   * and a rejection end the agent. If the snapshots are equal as JSON, no rule is evaluated.
   *
   * @param before - a snapshot of the state before the change
   * @param after - a snapshot after it, which rules read as `state`
   */
  async stateChanged(before: unknown, after: unknown, guardContext: GuardContext): Promise<StateVerdict> {
    const stateChange = { before, after };
    const tool = lastTool(guardContext);
    const context = await this.#context({ event: "state_change", guardContext, stateChange, tool });
    const action = placeholderAction("state_change", guardContext);
    const result = isUnchanged(stateChange)
      ? allowWithoutPass(action)
      : await validateAndEnforce(newDecision(action, context), context);
    return this.#reported(await createStateVerdict(result, context));
  }

  /**
   * Evaluates the rules when the agent wants to finish: `stop` means that it must continue. An invoked action runs, and the
   * rules are evaluated again.
   */
  async finishing(guardContext: GuardContext): Promise<StateVerdict> {
    const context = await this.#context({ event: "agent_finish", guardContext, tool: lastTool(guardContext) });
    const action = placeholderAction("agent_finish", guardContext);
    const result = await validateAndEnforce(newDecision(action, context), context);
    return this.#reported(await createStateVerdict(result, context));
  }

  /**
   * Continues a decision that waits for an answer. All rules are evaluated again on the trajectory and the state of this moment,
   * and the answer settles only the questions that were asked: a rule that objects now, or for another reason, decides anew.
   * Another engine with the same rules and the same key may have created the verdict. If the rules have changed since, the answer approves
   * nothing, and the new rules decide as about a new action: they may ask again. An answer to another verdict, a second
   * answer and an answer after the token has expired are refused: the result is a `stop`, and nothing runs.
   *
   * @param pending - the pending verdict, unchanged
   * @param answer - a `LateAnswer`: an inspector's answer, with the verdict's token
   */
  async resume(pending: PendingVerdict, answer: unknown, guardContext: GuardContext): Promise<Verdict> {
    // An aborted call must not use up the answer.
    guardContext.signal.throwIfAborted();
    const options = this.#options;
    const { mode, lateAnswers } = options;
    const plan = this.#plan;
    const fingerprint = await plan.fingerprint();
    const requirements = { plan: fingerprint, lateAnswers, acceptedTokens: acceptedTokens(guardContext, options) };
    const accepted =
      mode === "enforce"
        ? await acceptAnswer(pending, answer, requirements)
        : { ok: false as const, reason: `the answer was refused: an engine in the mode "${mode}" resumes nothing` };
    if (accepted.ok === "other rules") {
      const content = freezeCopy(accepted.content, "convert");
      const context = resumedContext(content, { plan, fingerprint, options, guardContext });
      const action = content.decision.passes[0]?.action ?? content.request.action;
      return this.#reported(
        await createVerdict(await validateAndEnforce(newDecision(action, context), context), context),
      );
    }
    if (!accepted.ok) {
      return this.#reported({ kind: "stop", reason: accepted.reason, decision: { plan: fingerprint, passes: [] } });
    }
    if (accepted.answer.decision === "later") {
      return this.#reported(await createPendingVerdict(accepted.content, lateAnswers));
    }
    const content = freezeCopy(accepted.content, "convert");
    const context = resumedContext(content, { plan, fingerprint, options, guardContext });
    return this.#reported(await createVerdict(await resumeDecision(content, accepted.answer, context), context));
  }

  /**
   * Returns the data about the steps so far that the rules need, as JSON. A session that continues in another process passes it to the guards as
   * `earlier` in their context; then `once`, `count`, `sum` and `last` know the steps before it without reading them again, and predicates
   * know what these steps left. For each question the last 10,000 steps are kept; what was asked about older ones is then unknown.
   *
   * @example
   * const kept = engine.snapshot({ trajectory });
   * // In another process:
   * await engine.before(action, { ...context, trajectory: [], earlier: [kept] });
   */
  snapshot(context: Pick<GuardContext, "trajectory" | "earlier">): JsonValue {
    const history = this.#plan.histories.snapshot(context.trajectory, context.earlier);
    const predicates = memorySnapshots(this.#options.predicates.values(), context);
    return freezeCopy({ ...history, predicates }) ?? null;
  }

  /** Decides about an action before or after it runs. */
  async #decide(action: Action, input: EventInput): Promise<Verdict> {
    checkAction(action);
    const context = await this.#context(input);
    const result = await validateAndEnforce(newDecision(action, context), context);
    return this.#reported(await createVerdict(result, context));
  }

  /** A decision ends with the rules it began with. */
  async #context(input: EventInput): Promise<DecisionContext> {
    checkGuardContext(input.guardContext);
    const plan = this.#plan;
    return { ...input, plan, options: this.#options, fingerprint: await plan.fingerprint() };
  }

  #reported<AnyVerdict extends Verdict | StateVerdict>(verdict: AnyVerdict): AnyVerdict {
    callListener(this.#options.report, verdict);
    return verdict;
  }
}

/** Refuses what TypeScript prevents and JavaScript does not, such as a call in place of an action. @throws PlanError */
function checkAction(action: unknown): void {
  if (isObject(action) && typeof action["name"] === "string" && isObject(action["args"])) return;
  const given = isObject(action) ? `an object with ${wordList(Object.keys(action), "and")}` : String(action);
  const message = `an engine decides about an action { id, name, args } (got ${given})`;
  throw new PlanError([{ code: "invalid_action", message }]);
}

/** Checks the context with which a host calls the engine. @throws PlanError without a context, or with one that can't be aborted */
function checkGuardContext(context: unknown): void {
  if (isObject(context) && isObject(context["signal"]) && Array.isArray(context["trajectory"])) return;
  const message = "an engine decides in a guard context, such as executor.guardContext({ prompt, trajectory })";
  throw new PlanError([{ code: "invalid_context", message }]);
}

/** The inputs of a decision besides the action. */
type EventInput = Omit<DecisionContext, "plan" | "options" | "fingerprint">;

/** Returns a decision that allows an action without evaluating rules. */
function allowWithoutPass(action: Action): DecisionResult {
  return { passes: [], result: { kind: "allow", records: [] }, action };
}
