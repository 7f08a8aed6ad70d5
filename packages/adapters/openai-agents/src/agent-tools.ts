import { type ApprovalAnswer, type GuardedCalls, observationText, unwrapArguments } from "@helve/adapter";
import type { InspectionRequest, ToolCall } from "@helve/core";
import type {
  FunctionToolResult,
  RunContext,
  RunState,
  RunToolApprovalItem,
  ToolsToFinalOutputResult,
} from "@openai/agents";
import type { SdkCalls } from "./sdk-calls.ts";

/**
 * Guarded tools of one run of an agent, with the questions about their calls. Agents that hand off to each other, and agents as tools, may
 * share it: then rules look back at the calls of all of them.
 *
 * @example
 * const helve = toAgentTools(executor);
 * const agent = new Agent({ name: "Bank", tools: helve.tools });
 */
export class AgentTools<Tool> {
  /** The tools, for `new Agent({ tools })`. */
  readonly tools: Tool[];
  readonly #sdkCalls: SdkCalls;

  constructor(tools: Tool[], sdkCalls: SdkCalls) {
    this.tools = tools;
    this.#sdkCalls = sdkCalls;
  }

  /** The calls of the run, with their session. */
  get calls(): GuardedCalls {
    return this.#sdkCalls.calls;
  }

  /**
   * The question about a call that waits for a person, with the rules, their reasons and the fixes; `undefined` if not found.
   *
   * @param item - one of `result.interruptions`
   */
  async question(item: RunToolApprovalItem): Promise<InspectionRequest | undefined> {
    const verdict = (await this.#waiting(item))?.verdict;
    return verdict?.kind === "pending" ? verdict.request : undefined;
  }

  /**
   * Answers a question. The SDK itself only knows `state.approve` and `state.reject`, which may be called directly; an edit or a fix is kept
   * here until the call runs, so continue with the same object.
   *
   * @throws TypeError if the question is not open
   *
   * @example
   * await helve.answer(result.state, item, { decision: "edit", args: { amount: 20, to: "Ann" } });
   * await run(agent, result.state);
   */
  // biome-ignore lint/suspicious/noExplicitAny: a state of any agent
  async answer(state: RunState<any, any>, item: RunToolApprovalItem, answer: ApprovalAnswer): Promise<void> {
    const call = callOf(item);
    if ((await this.#waiting(item)) === undefined)
      throw new TypeError(`no question about the call "${call?.id}" is open`);
    if (call === undefined) return;
    if (answer.decision === "reject") {
      state.reject(item, { message: observationText(await this.calls.execute(call, { answer })) });
    } else {
      this.#sdkCalls.keep(call, answer);
      state.approve(item);
    }
  }

  /** Ends the run if a rule has ended the agent: for `new Agent({ toolUseBehavior })`. */
  get endByRule(): (context: RunContext<unknown>, results: FunctionToolResult<unknown>[]) => ToolsToFinalOutputResult {
    return () => {
      const { ended } = this.calls;
      return ended === undefined
        ? { isFinalOutput: false, isInterrupted: undefined }
        : { isFinalOutput: true, isInterrupted: undefined, finalOutput: observationText(ended) };
    };
  }

  async #waiting(item: RunToolApprovalItem): ReturnType<GuardedCalls["waiting"]> {
    const call = callOf(item);
    return call === undefined ? undefined : this.calls.waiting(call.id);
  }
}

/** Returns the function call that waits for approval; undefined for other kinds of calls. */
function callOf({ rawItem }: RunToolApprovalItem): ToolCall | undefined {
  if (rawItem.type !== "function_call") return undefined;
  return {
    id: rawItem.callId,
    name: rawItem.name, // without its namespace, as the tool knows it
    arguments: unwrapArguments(rawItem.arguments) as ToolCall["arguments"],
  };
}
