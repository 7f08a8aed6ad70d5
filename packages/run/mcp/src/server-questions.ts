/** Passes elicitation and sampling requests of MCP servers on to the client, under the rules. */
import type { ActionReturn, Args } from "@helve/core";
import { escapeInvisible, isObject } from "@helve/core/internal";
import { type Tool, ToolError, tool } from "@helve/tool";
import { type Client, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client";
import type { Server } from "@modelcontextprotocol/server";
import { anyResult } from "./any-result.ts";
import type { ServerQuestion } from "./open-call.ts";
import { type GuardedCall, newCallId, PassedActions } from "./passed-actions.ts";

/**
 * Passes the questions of servers on to the client whose call a server works on: to a person by `elicitation/create`, to a model by
 * `sampling/createMessage`. Each is an action, `server.elicitation` or `server.sampling`, so that rules apply to it. A person sees which server asks.
 *
 * A server before 2026-07-28 does not say which call a question belongs to. If it works on calls of several clients, none of them is asked.
 *
 * The folders that a client offers (`roots/list`) are passed on unchanged, also while no call runs, if one client alone offers folders.
 */
export class ServerQuestions {
  readonly #client: () => QuestionedClient;
  readonly #nameOf: (server: string, action: string) => string;
  /** The calls that each server works on, by their ids. */
  readonly #working = new Map<string, Map<string, Hold>>();
  /** The calls that questions belong to, by the ids of the questions. */
  readonly #calls = new Map<string, string>();
  readonly #passed = new PassedActions();
  readonly #clients = new Set<Server>();
  /** The connections to the servers, by their names. */
  readonly #servers = new Map<string, Client>();

  constructor({ client, nameOf }: QuestionOptions) {
    this.#client = client;
    this.#nameOf = nameOf;
  }

  /** The handlers that the calls of a server's tools need. */
  of(server: string): CallQuestions {
    return {
      started: (id, hold) => {
        const working = this.#workOf(server);
        working.set(id, hold);
        return () => void working.delete(id);
      },
      ask: (id, question) => this.#ask(server, id, question),
    };
  }

  /** Notifies the servers when a client offers other folders. @returns the function to call when the client has gone */
  serve(client: Server): () => void {
    this.#clients.add(client);
    client.setNotificationHandler("notifications/roots/list_changed", () => {
      for (const server of this.#servers.values()) server.sendRootsListChanged().catch(() => undefined);
    });
    return () => this.#clients.delete(client);
  }

  /** Answers the requests of a server before 2026-07-28. A client that has not declared that it answers them gets none. */
  watch(server: string, client: Client): void {
    this.#servers.set(server, client);
    const answer = async (method: ServerQuestion["method"], params: object = {}): Promise<object> => {
      const working = this.#workOf(server);
      const ids = [...working.keys()];
      const id = ids.at(-1);
      if (id === undefined && method === "roots/list") return this.#rootsOfOneClient();
      if (id === undefined || !this.#client().isOneClient(ids)) throw unclear();
      const releases = [...working.values()].map((hold) => hold());
      try {
        return await this.#ask(server, id, { method, params: { ...params } });
      } finally {
        for (const release of releases) release();
      }
    };
    for (const method of questionMethods) {
      try {
        client.setRequestHandler(method, ({ params }) => answer(method, params) as never);
      } catch {
        // The client has not declared the capability, so the server does not ask.
      }
    }
  }

  /** The actions of a server, as tools that clients don't see. */
  actionsOf(server: string): ReadonlyMap<string, Tool<Args>> {
    const actions = Object.entries(actionNames).map(([method, action]) => {
      const created = tool({
        name: action,
        description: action === "elicitation" ? "Ask the person at the client." : "Ask the model of the client.",
        parameters: { type: "object", additionalProperties: true },
        execute: async (params: Args, { actionId }) => {
          const call = this.#calls.get(actionId);
          if (call === undefined) throw new ToolError("Only a server asks this.");
          const question = { method: method as ServerQuestion["method"], params };
          const answer = await this.#client().ask(call, withAsker(server, question));
          if (!isObject(answer)) throw new ToolError("The client has not answered.");
          return this.#passed.keep(actionId, answer, [{ type: "text", content: JSON.stringify(answer) }]) as never;
        },
      });
      return [action, { ...(created as unknown as Tool<Args>), name: this.#nameOf(server, action) }] as const;
    });
    return new Map(actions);
  }

  async #rootsOfOneClient(): Promise<object> {
    const [client, ...others] = [...this.#clients].filter((each) => each.getClientCapabilities()?.roots !== undefined);
    if (client === undefined || others.length > 0) throw unclear();
    return (await client.request({ method: "roots/list" }, anyResult)) as object;
  }

  #workOf(server: string): Map<string, Hold> {
    const working = this.#working.get(server) ?? new Map<string, Hold>();
    this.#working.set(server, working);
    return working;
  }

  async #ask(server: string, call: string, { method, params }: ServerQuestion): Promise<object> {
    if (method === "roots/list") return (await this.#client().ask(call, { method, params })) as object;
    const id = newCallId();
    this.#calls.set(id, call);
    try {
      const action = { id, name: this.#nameOf(server, actionNames[method]), args: params };
      return await this.#passed.run(action, (guarded) => this.#client().run(call, guarded));
    } finally {
      this.#calls.delete(id);
    }
  }
}

/** Stops the idle time of a call until the returned function is called. */
type Hold = () => () => void;

interface QuestionOptions {
  readonly client: () => QuestionedClient;
  /** The name of an action of a server in rules. */
  readonly nameOf: (server: string, action: string) => string;
}

/** The clients of a gateway, by the ids of their calls that run. */
export interface QuestionedClient {
  /** Asks the client of a call. @throws Error if it can't be asked such a question */
  ask(call: string, question: ServerQuestion): Promise<unknown>;
  /** Runs an action in the session of a call, through the guards. */
  run(call: string, action: GuardedCall): Promise<ActionReturn>;
  /** Whether calls are of the same client. */
  isOneClient(calls: readonly string[]): boolean;
}

/** The questions of the server that a call of a tool runs on. */
export interface CallQuestions {
  /** A call begins. @param hold - stops its idle time until the returned function is called @returns the function that says that it has ended */
  started(id: string, hold: Hold): () => void;
  /** Asks the client of a call. @throws ProtocolError if it can't be asked, or a rule has stopped the question */
  ask(id: string, question: ServerQuestion): Promise<object>;
}

/** Creates the error of an elicitation request that fits several calls. */
function unclear(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidRequest, "it is not clear which client this is a question for");
}

const actionNames = { "elicitation/create": "elicitation", "sampling/createMessage": "sampling" } as const;
const questionMethods: readonly ServerQuestion["method"][] = [
  "elicitation/create",
  "sampling/createMessage",
  "roots/list",
];

/** Adds the name of the asking server to a question, so that a person does not take it for a question of Helve or of another server. */
function withAsker(server: string, { method, params }: ServerQuestion): ServerQuestion {
  if (method === "sampling/createMessage") {
    const meta = isObject(params["_meta"]) ? params["_meta"] : {};
    return { method, params: { ...params, _meta: { ...meta, [serverMetaKey]: server } } };
  }
  const lines = escapeInvisible(String(params["message"])).split("\n");
  const message = [`The MCP server ${server} asks:`, ...lines.map((line) => `  │ ${line}`)].join("\n");
  return { method, params: { ...params, message } };
}

/** The key in the `_meta` of a sampling request whose value is the name of the server that asks. */
const serverMetaKey = "dev.helve/server";
