import type {
  CanUseTool,
  PermissionRequestHookInput,
  PostToolUseFailureHookInput,
  PostToolUseHookInput,
  PreToolUseHookInput,
  SyncHookJSONOutput,
} from "@anthropic-ai/claude-agent-sdk";
import {
  type ApprovalAnswer,
  type AskPerson,
  askPerson,
  type BegunCall,
  type ExternalCalls,
  type ExternalTool,
  observationText,
  questionText,
} from "@helve/adapter";
import { canonicalJson, errorJson, type ToolCall } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import { withheldClaudeOutput } from "@helve/hooks";

/** The calls of one conversation, between the hooks before and after them. */
export class ToolUseGuard {
  readonly #calls: ExternalCalls;
  readonly #options: GuardOptions;
  readonly #running = new Map<string, RunningCall>();
  /** Decisions, for the second hook of the same event. */
  readonly #deciding = new Map<string, Promise<SyncHookJSONOutput>>();
  /** The texts of rules that replace errors withheld from the model, by the ids of their calls. */
  readonly #withheldErrors = new Map<string, string>();
  /** The call that ends the run with its question. */
  #deferred: { readonly id: string; readonly name: string } | undefined;

  constructor(calls: ExternalCalls, options: GuardOptions) {
    this.#calls = calls;
    this.#options = options;
  }

  /** Decides about a call. Both hooks of an event get the same answer. */
  before(input: PreToolUseHookInput, { signal }: CallbackOptions): Promise<SyncHookJSONOutput> {
    const { tool_use_id: id } = input;
    const known = this.#deciding.get(id);
    if (known !== undefined) {
      this.#deciding.delete(id);
      return known;
    }
    const deciding = this.#before(input, signal).catch((error: unknown) =>
      deny(`helve failed: ${errorJson(error).message}`),
    );
    if (this.#options.defer) this.#deciding.set(id, deciding);
    return deciding;
  }

  async #before(input: PreToolUseHookInput, hookSignal: AbortSignal): Promise<SyncHookJSONOutput> {
    const { tool_use_id: id, tool_name, tool_input, agent_id: agent } = input;
    if (typeof id !== "string" || typeof tool_name !== "string") return deny("the call has no id or no name");
    const described = this.#options.tools.get(tool_name);
    const call: ToolCall = { id, name: described?.name ?? tool_name, arguments: tool_input as ToolCall["arguments"] };
    // Claude Code leaves the call out of the conversation, so that the model would make it again and again.
    if (this.#calls.calls.session.trajectory.some(({ action }) => action.id === id)) return end(usedText(call));
    // The hook ends before Claude Code stops waiting for it, so that no call is begun that was denied.
    const signal = AbortSignal.any([hookSignal, AbortSignal.timeout(this.#options.timeout * 0.95)]);
    const decision = await this.#calls.decide(call, { tool: described, signal });
    const kept = Object.hasOwn(this.#options.answers, id) ? this.#options.answers[id] : undefined;
    // Also if no rule asks any more, a call does not run that a person has rejected, and not as it was if it was edited.
    let answer: ApprovalAnswer | undefined = kept?.decision === "approve" ? undefined : kept;
    if (decision.kind === "ask") {
      answer =
        (decision.isNew ? undefined : kept) ?? (await askPerson(this.#options.onAsk, call, decision.request, signal));
      if (answer === undefined && this.#options.defer && !signal.aborted) return this.#defer(call, tool_name);
      answer ??= { decision: "reject", reason: `${questionText(decision.request)}\nNobody has answered.` };
    }
    if (this.#deferred?.id === id) this.#deferred = undefined;
    if (signal.aborted) answer = { decision: "reject", reason: "the hook took too long, or the run was aborted" };
    const begun = await this.#calls.begin(call, { tool: described, answer });
    if (begun.kind === "ended") {
      const text = observationText(begun.actionReturn);
      return this.#calls.calls.ended === undefined ? deny(text) : end(text);
    }
    this.#running.set(id, { end: begun.end, agent });
    const isChanged = canonicalJson(begun.args) !== canonicalJson(tool_input);
    if (!isChanged && answer === undefined) return {};
    return {
      hookSpecificOutput: withoutUndefined({
        hookEventName: "PreToolUse",
        // A person has approved exactly this, so Claude Code need not ask again.
        permissionDecision: answer === undefined ? undefined : "allow",
        permissionDecisionReason: answer === undefined ? undefined : "a person approved it",
        updatedInput: isChanged ? begun.args : undefined,
      }),
    };
  }

  /** Ends the run with a question. Claude Code resumes one call only, so another question is a denial. */
  #defer(call: ToolCall, name: string): SyncHookJSONOutput {
    if (this.#deferred !== undefined && this.#deferred.id !== call.id) {
      return deny(`${call.name} was stopped: another call waits for a person. Call it again afterwards.`);
    }
    this.#deferred = { id: call.id, name };
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "defer",
        permissionDecisionReason: "a person has to decide",
      },
    };
  }

  /** Denies a call that Claude Code could not defer, and asks about instead. */
  permission({ tool_name }: PermissionRequestHookInput): SyncHookJSONOutput {
    if (this.#deferred?.name !== tool_name) return {};
    const message = cantWait(tool_name);
    return { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message } } };
  }

  /** `canUseTool` for calls that don't wait, and without changes of their arguments. */
  checked(canUseTool: CanUseTool): CanUseTool {
    return async (name, input, options) => {
      if (this.#deferred?.id === options.toolUseID) {
        return { behavior: "deny", message: cantWait(name) };
      }
      const decided = canonicalJson(input);
      const result = await canUseTool(name, input, options);
      if (result?.behavior !== "allow" || result.updatedInput === undefined) return result;
      if (canonicalJson(result.updatedInput) === decided) return result;
      const message = `${name} was stopped: canUseTool changed the arguments that the rules have decided on`;
      return { behavior: "deny", message };
    };
  }

  async after({ tool_use_id: id, tool_name, tool_response }: PostToolUseHookInput): Promise<SyncHookJSONOutput> {
    const running = this.#take(id);
    if (running === undefined) return {};
    let text: string;
    try {
      const actionReturn = await running.end({ result: tool_response });
      const { status, observation, verdict } = actionReturn;
      if (status === "success") {
        const notes = observation.parts.length > 1 && verdict?.kind === "allow" ? (verdict.notes ?? []) : [];
        if (notes.length === 0) return {};
        return { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: notes.join("\n") } };
      }
      text = observationText(actionReturn);
    } catch (error) {
      text = `the result is withheld: helve failed: ${errorJson(error).message}`;
    }
    const { output, isCertain } = withheldClaudeOutput(tool_name, tool_response, text);
    return {
      hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: output },
      // The agent ends rather than that its model reads the result.
      continue: !isCertain || this.#calls.calls.ended !== undefined ? false : undefined,
      stopReason: !isCertain || this.#calls.calls.ended !== undefined ? text : undefined,
    };
  }

  async failed({ tool_use_id: id, error }: PostToolUseFailureHookInput): Promise<SyncHookJSONOutput> {
    const running = this.#take(id);
    if (running === undefined) return {};
    try {
      const actionReturn = await running.end({ error: new Error(error) });
      // Claude Code replaces no error: the run ends before the model reads it.
      if (actionReturn.status !== "failed") this.#withheldErrors.set(id, observationText(actionReturn));
    } catch (thrown) {
      this.#withheldErrors.set(id, `the error is withheld: helve failed: ${errorJson(thrown).message}`);
    }
    return {};
  }

  /**
   * Ends the calls that did not run although they were allowed: Claude Code asked, and a person refused. Ends the run if one of the calls has
   * an error that the model must not read.
   */
  ended(ids: readonly string[]): SyncHookJSONOutput {
    for (const id of ids) this.#abandon(id);
    const reasons = ids.flatMap((id) => this.#withheldErrors.get(id) ?? []);
    for (const id of ids) this.#withheldErrors.delete(id);
    return reasons.length === 0 ? {} : { continue: false, stopReason: reasons.join("\n") };
  }

  /** Ends the calls of an agent whose turn has ended. */
  agentEnded(agent: string | undefined): void {
    for (const [id, running] of this.#running) if (running.agent === agent) this.#abandon(id);
    if (agent === undefined) this.#deciding.clear();
  }

  abandon(): void {
    for (const id of this.#running.keys()) this.#abandon(id);
  }

  #abandon(id: string): void {
    void this.#take(id)?.end({ error: new Error("the call did not run, or its end was not reported") });
  }

  #take(id: string): RunningCall | undefined {
    const running = this.#running.get(id);
    this.#running.delete(id);
    return running;
  }
}

/** The options that Claude Code calls a hook with. */
export interface CallbackOptions {
  readonly signal: AbortSignal;
}

/** The engines and options of the decisions. */
export interface GuardOptions {
  readonly timeout: number;
  readonly onAsk: AskPerson | undefined;
  readonly defer: boolean;
  readonly answers: Readonly<Record<string, ApprovalAnswer>>;
  readonly tools: ReadonlyMap<string, DescribedTool>;
}

type Begun = BegunCall & { readonly kind: "run" };

interface RunningCall {
  readonly end: Begun["end"];
  readonly agent: string | undefined;
}

/** A tool as the guard knows it. */
export interface DescribedTool extends ExternalTool {
  /** Its name in rules. */
  readonly name?: string | undefined;
}

/** Writes the message for a call that needs a person but can't wait. */
function cantWait(name: string): string {
  return `${name} was stopped: a person has to decide, and this call can't wait. Call it alone.`;
}

function usedText({ id, name }: ToolCall): string {
  return `${name} was stopped: an earlier call has its id "${id}", and Claude Code drops the results of such calls. Use a model that gives each call its own id.`;
}

/** Denies a call and ends the run. */
function end(reason: string): SyncHookJSONOutput {
  return { ...deny(reason), continue: false, stopReason: reason };
}

/** Returns the hook output that denies a call. */
function deny(reason: string): SyncHookJSONOutput {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason === "" ? "a rule stops the call" : reason,
    },
  };
}
