import { type ExternalCalls, observationText } from "@helve/adapter";
import type { Args, ToolCall } from "@helve/core";
import type { SdkCalls } from "./sdk-calls.ts";

/** Calls of a local tool whose function gets an action without the id of its call. */
export class ActionCalls {
  readonly #name: string;
  readonly #external: ExternalCalls;
  readonly #sdkCalls: SdkCalls;
  /** Decided calls by the very object of their action: an equal one is another call, about which nobody was asked. */
  readonly #decided = new WeakMap<object, { readonly id: string; readonly isAsked: boolean }>();

  constructor(name: string, external: ExternalCalls, sdkCalls: SdkCalls) {
    this.#name = name;
    this.#external = external;
    this.#sdkCalls = sdkCalls;
  }

  /** Decides about an action. @returns whether a person has to */
  async needsApproval(action: object, callId: string | undefined): Promise<boolean | "run"> {
    const id = callId ?? crypto.randomUUID();
    const { kind } = await this.#external.decide(this.#call(id, action));
    this.#decided.set(action, { id, isAsked: kind === "ask" });
    return kind === "run" ? "run" : kind === "ask";
  }

  /**
   * Runs an action that the SDK has let through: a person approved it if `needsApproval` asked. An action that was never decided about, because
   * the SDK did not ask, has no answer.
   *
   * @returns the result, or the text with which a guard refused or withheld it
   */
  async run<Result>(
    action: object,
    execute: (args: Args) => Promise<Result>,
  ): Promise<{ readonly result: Result } | { readonly refused: string }> {
    const decided = this.#decided.get(action);
    this.#decided.delete(action);
    const call = this.#call(decided?.id ?? crypto.randomUUID(), action);
    const answer = decided?.isAsked === true ? ({ decision: "approve" } as const) : undefined;
    const outcome = await this.#external.run(call, { answer }, execute);
    if ("error" in outcome) throw outcome.error;
    await this.#sdkCalls.forget(outcome.actionReturn);
    return "result" in outcome && outcome.actionReturn.status === "success"
      ? { result: outcome.result as Result }
      : { refused: observationText(outcome.actionReturn) };
  }

  #call(id: string, action: object): ToolCall {
    return { id, name: this.#name, arguments: action as Args };
  }
}
