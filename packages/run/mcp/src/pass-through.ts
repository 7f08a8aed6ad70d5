import type { ActionReturn, Args } from "@helve/core";
import { exactJson, hasExactNumbers, readableNumbers } from "@helve/core/internal";
import type { CallToolResult } from "@modelcontextprotocol/client";
import type { SentResult } from "./mcp-tools.ts";

/**
 * Arguments and results that pass a gateway exactly as they were sent, by the ids of calls. Numbers that JavaScript can't represent stay exact.
 * If a rule has changed the arguments or the result, the changed value is used.
 */
export class PassThrough {
  readonly #arguments = new Map<string, unknown>();
  readonly #results = new Map<string, SentResult>();

  /** Stores the arguments that a client has sent, if their numbers need it. */
  keepArguments(id: string, args: unknown): void {
    if (hasExactNumbers(args)) this.#arguments.set(id, args);
  }

  /** The arguments of a call as its client has sent them, unless a rule has changed them. */
  argumentsOf(id: string, args: Args): Args {
    const sent = this.#arguments.get(id);
    return sent !== undefined && exactJson(readableNumbers(sent)) === exactJson(args) ? (sent as Args) : args;
  }

  keepResult(id: string, sent: SentResult): void {
    this.#results.set(id, sent);
  }

  /** Returns the result of a call as its server has sent it, unless a rule has changed it, and forgets the call. */
  takeResult({ id, observation, status }: ActionReturn): CallToolResult | undefined {
    if (status === "pending") return undefined;
    this.#arguments.delete(id);
    const sent = this.#results.get(id);
    if (sent === undefined) return undefined;
    this.#results.delete(id);
    const { result, failure, parts } = sent;
    const isAsSent =
      observation.isError === (failure !== undefined) && exactJson(observation.parts) === exactJson(parts);
    return isAsSent ? result : undefined;
  }
}
