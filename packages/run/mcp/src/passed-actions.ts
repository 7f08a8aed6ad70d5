/** Guards what a gateway passes on besides tool calls: resources, prompts, elicitation requests of servers. */
import type { ActionReturn, Args, ResultPart } from "@helve/core";
import { exactJson } from "@helve/core/internal";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

/**
 * Actions of a gateway that are no tools of its servers: reading a resource, getting a prompt, a question of a server. They pass the guards like calls;
 * their results pass as they were sent, unless a rule has stopped or changed them.
 */
export class PassedActions {
  readonly #sent = new Map<string, SentByServer | undefined>();

  /** Stores the result that was sent for an action, if a call waits for it. @param parts - the parts that rules see */
  keep(id: string, result: object, parts: readonly ResultPart[]): readonly ResultPart[] {
    if (this.#sent.has(id)) this.#sent.set(id, { result, parts });
    return parts;
  }

  /** Runs an action, and returns what was sent for it. @throws ProtocolError if it failed, or a rule has stopped or changed it */
  async run({ id, name, args }: PassedAction, run: (call: GuardedCall) => Promise<ActionReturn>): Promise<object> {
    this.#sent.set(id, undefined);
    try {
      const { status, errmsg, observation } = await run({ id, name, arguments: args });
      const sent = this.#sent.get(id);
      const isAsSent = sent !== undefined && exactJson(observation.parts) === exactJson(sent.parts);
      if (status === "success" && isAsSent) return sent.result;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, errmsg ?? `the result of ${name} is withheld by a rule`);
    } finally {
      this.#sent.delete(id);
    }
  }
}

interface SentByServer {
  readonly result: object;
  readonly parts: readonly ResultPart[];
}

interface PassedAction {
  readonly id: string;
  readonly name: string;
  readonly args: Args;
}

/** A call of an executor. */
export interface GuardedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Args;
}

/** A new id of a call. */
export function newCallId(): string {
  return `call_${crypto.randomUUID()}`;
}
