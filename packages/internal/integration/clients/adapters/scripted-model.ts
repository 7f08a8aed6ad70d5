import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ModelTurn, ReadResult, ScriptedCall } from "../../test/adapters/adapter.ts";

/** A model that replies with a script, on loopback. */
export interface ScriptedModel extends AsyncDisposable {
  readonly url: string;
  /** The text that the model read of each call. */
  readonly read: Readonly<Record<string, ReadResult>>;
  /** The errors in the server. */
  readonly errors: readonly unknown[];
}

/** The format in which a client talks with its model. */
export interface ScriptedFormat {
  /** Whether a request continues the conversation. */
  isTurn(url: string, body: unknown): boolean;
  /** The results of the tools so far, by the ids of their calls. */
  resultsOf(body: unknown): ReadonlyMap<string, string>;
  /** How many replies with calls the conversation has. */
  repliesIn(body: unknown): number;
  /** The first message of the conversation, as JSON. */
  firstMessage(body: unknown): string;
  /** Sends a turn. */
  reply(response: ServerResponse, turn: ModelTurn, toolName: (name: string) => string, body: unknown): void;
}

/** The parts in which agents differ. */
export interface ScriptedModelOptions {
  readonly format: ScriptedFormat;
  readonly turns: readonly ModelTurn[];
  /** The name of a tool in the requests. */
  readonly toolName: (name: string) => string;
  /** The call of a sub-agent that makes the calls of the first turn; its prompt contains `subAgentPrompt`. */
  readonly subAgent?: ScriptedCall | undefined;
  /** Refuses to stream, so that the client gets a reply at once. */
  readonly noStream?: boolean | undefined;
}

/** The prompt by which the requests of a sub-agent are known. */
export const subAgentPrompt = "Make the first calls.";

/** Starts a model. */
export async function startScriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  const read: Record<string, ReadResult> = {};
  const errors: unknown[] = [];
  const sent: ModelTurn[] = [];
  const server = createServer(async (request, response) => {
    try {
      const body: unknown = JSON.parse((await text(request)) || "{}");
      const { format, noStream } = options;
      if (!format.isTurn(request.url ?? "", body) || (noStream === true && isStreamed(body))) {
        response.writeHead(404, { "content-type": "application/json" });
        response.end('{"type":"error","error":{"type":"not_found_error","message":"not here"}}');
        return;
      }
      for (const [id, result] of format.resultsOf(body)) read[id] = { text: result };
      let turn = nextTurn(options, body);
      sent.push(turn);
      // A client that drops the calls of a turn would ask for it for ever.
      if (sent.filter((one) => one === turn).length > 3) turn = { text: "done" };
      format.reply(response, turn, options.toolName, body);
    } catch (error) {
      errors.push(error);
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    read,
    errors,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isStreamed(body: unknown): boolean {
  return (body as { readonly stream?: unknown }).stream === true;
}

/** The turn after those that the conversation has. */
function nextTurn({ turns, subAgent, format }: ScriptedModelOptions, body: unknown): ModelTurn {
  const replies = format.repliesIn(body);
  const [first = { text: "done" }, ...rest] = turns;
  if (subAgent === undefined) return turns[replies] ?? { text: "done" };
  if (format.firstMessage(body).includes(subAgentPrompt)) return replies > 0 ? { text: "done" } : first;
  return [{ calls: [subAgent] }, ...rest][replies] ?? { text: "done" };
}
