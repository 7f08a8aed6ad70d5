import type { Args, ResultPart } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { type Tool, ToolError, tool } from "@helve/tool";
import { type Client, UriTemplate } from "@modelcontextprotocol/client";
import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { anyResult } from "./any-result.ts";
import type { RunGuarded } from "./endpoint-options.ts";
import { listPages } from "./list-pages.ts";
import { newCallId, PassedActions } from "./passed-actions.ts";
import type { ServerConnection } from "./server-connection.ts";

/**
 * Passes resources, prompts, completions and log messages of the servers on to the clients of a gateway. Reading a resource and getting a prompt are
 * actions, `server.resource` and `server.prompt`, so that rules apply to them: `trigger files.resource check args.uri matches "secret" enforce stop`.
 *
 * A prompt is named after its server like a tool. The URI of a resource stays; it belongs to the server that has listed it, or whose template it fits.
 */
export class GatewayFeatures {
  readonly #servers: () => readonly FeatureServer[];
  readonly #connect: () => Promise<void>;
  readonly #isPrefixed: boolean;
  readonly #nameOf: FeatureOptions["nameOf"];
  readonly #passed = new PassedActions();
  readonly #clients = new Set<Server>();

  constructor({ servers, connect, isPrefixed, nameOf }: FeatureOptions) {
    this.#servers = servers;
    this.#connect = connect;
    this.#isPrefixed = isPrefixed;
    this.#nameOf = nameOf;
  }

  /** The capabilities that the gateway declares. If no server has resources or prompts, their lists are empty. */
  readonly capabilities = {
    resources: { listChanged: true, subscribe: true },
    prompts: { listChanged: true },
    completions: {},
    logging: {},
  };

  /** Answers the requests of a client. @param run - runs an action through the guards */
  serve(server: Server, run: RunGuarded): () => void {
    this.#clients.add(server);
    server.setRequestHandler("resources/list", async () => ({ resources: (await this.#list("resources")) as never }));
    server.setRequestHandler("resources/templates/list", async () => ({
      resourceTemplates: (await this.#list("resourceTemplates")) as never,
    }));
    server.setRequestHandler("prompts/list", async () => ({ prompts: (await this.#list("prompts")) as never }));
    server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
      const owner = await this.#ownerOf(uri);
      const action = { id: newCallId(), name: this.#nameOf(owner.name, "resource"), args: { uri } };
      return (await this.#passed.run(action, (call) => run(call, context))) as never;
    });
    server.setRequestHandler("prompts/get", async ({ params }, context) => {
      const { owner, name } = this.#promptOf(params.name);
      const args = { name, arguments: params.arguments ?? {} };
      const action = { id: newCallId(), name: this.#nameOf(owner.name, "prompt"), args };
      return (await this.#passed.run(action, (call) => run(call, context))) as never;
    });
    server.setRequestHandler("completion/complete", async ({ params }) => {
      const { ref } = params;
      const isPrompt = ref.type === "ref/prompt";
      const { owner, name } = isPrompt ? this.#promptOf(ref.name) : { owner: await this.#ownerOf(ref.uri), name: "" };
      const asked = isPrompt ? { ...params, ref: { ...ref, name } } : params;
      const client = await owner.connection.client();
      return (await client.request({ method: "completion/complete", params: asked }, anyResult)) as never;
    });
    for (const method of ["resources/subscribe", "resources/unsubscribe"] as const) {
      server.setRequestHandler(method, async ({ params }) => {
        const client = await (await this.#ownerOf(params.uri)).connection.client();
        await client.request({ method, params: { uri: params.uri } }, anyResult);
        return {};
      });
    }
    server.setRequestHandler("logging/setLevel", async ({ params }) => {
      const clients = await this.#clientsWith("logging");
      await Promise.all(clients.map(({ client }) => client.setLoggingLevel(params.level).catch(() => undefined)));
      return {};
    });
    return () => this.#clients.delete(server);
  }

  /** Passes the notifications of a server on. */
  watch(name: string, client: Client): void {
    const each = (send: (server: Server) => Promise<unknown>): void => {
      for (const server of this.#clients) send(server).catch(() => undefined);
    };
    client.setNotificationHandler("notifications/resources/list_changed", () =>
      each((server) => server.sendResourceListChanged()),
    );
    client.setNotificationHandler("notifications/prompts/list_changed", () =>
      each((server) => server.sendPromptListChanged()),
    );
    client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
      each((server) => server.sendResourceUpdated(params)),
    );
    client.setNotificationHandler("notifications/message", ({ params }) =>
      each((server) =>
        server.sendLoggingMessage({ ...params, logger: [name, params.logger].filter(Boolean).join("/") }),
      ),
    );
  }

  /** The actions of a server, as tools that clients don't see, by what they do: `resource` if it has resources, `prompt` if it has prompts. */
  async actionsOf(server: FeatureServer): Promise<ReadonlyMap<string, Tool<Args>>> {
    const capabilities = (await server.connection.client()).getServerCapabilities();
    const actions = new Map<string, Tool<Args>>();
    const { resource, prompt } = this.#toolsOf(server);
    if (capabilities?.resources !== undefined) actions.set("resource", resource);
    if (capabilities?.prompts !== undefined) actions.set("prompt", prompt);
    return actions;
  }

  #toolsOf(server: FeatureServer): { readonly resource: Tool<Args>; readonly prompt: Tool<Args> } {
    const { connection } = server;
    const request = async (id: string, method: "resources/read" | "prompts/get", params: object): Promise<unknown> => {
      const client = await connection.client();
      const result = await client.request({ method, params } as never, anyResult);
      if (!isObject(result)) throw new ToolError(`${server.name} answered ${method} without a result.`);
      return this.#passed.keep(id, result, partsOf(result));
    };
    const resource = tool({
      name: "resource",
      description: "Read a resource.",
      parameters: {
        type: "object",
        properties: { uri: { type: "string", description: "the path or URL of the resource" } },
        required: ["uri"],
      },
      execute: ({ uri }, { actionId }) => request(actionId, "resources/read", { uri }) as never,
    });
    const prompt = tool({
      name: "prompt",
      description: "Get a prompt.",
      parameters: {
        type: "object",
        properties: {
          name: { type: "string", description: "the name of the prompt" },
          arguments: { type: "object", description: "its arguments", additionalProperties: true },
        },
        required: ["name"],
      },
      execute: (args, { actionId }) => request(actionId, "prompts/get", args) as never,
    });
    const named = (created: unknown, action: "resource" | "prompt"): Tool<Args> => ({
      ...(created as Tool<Args>),
      name: this.#nameOf(server.name, action),
    });
    return { resource: named(resource, "resource"), prompt: named(prompt, "prompt") };
  }

  async #clientsWith(capability: "resources" | "prompts" | "logging") {
    await this.#connect();
    const open = this.#servers().filter(({ connection }) => connection.listed !== undefined);
    const clients = await Promise.all(
      open.map(async (server) => ({ server, client: await server.connection.client() })),
    );
    return clients.filter(({ client }) => client.getServerCapabilities()?.[capability] !== undefined);
  }

  /** Lists the members of all servers. A server that fails has none. */
  async #list(member: ListMember): Promise<readonly object[]> {
    const found = await this.#clientsWith(member === "prompts" ? "prompts" : "resources");
    const lists = found.map(async ({ server, client }) => {
      const items = await listAll(client, member).catch(() => []);
      if (member !== "prompts" || !this.#isPrefixed) return items;
      return items.map((item) => ({ ...item, name: `${server.name}-${item["name"]}` }));
    });
    return (await Promise.all(lists)).flat();
  }

  /** The server of a resource: it has listed it, or has a template that it fits, or is the only one with resources. */
  async #ownerOf(uri: string): Promise<FeatureServer> {
    const found = await this.#clientsWith("resources");
    if (found.length === 1 && found[0] !== undefined) return found[0].server;
    for (const member of ["resources", "resourceTemplates"] as const) {
      for (const { server, client } of found) {
        const items = await listAll(client, member).catch(() => []);
        if (items.some((item) => item["uri"] === uri || fits(item["uriTemplate"], uri))) return server;
      }
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "no server has a resource with this URI");
  }

  /** The server of a prompt, and the server's own name of it. */
  #promptOf(name: string): { readonly owner: FeatureServer; readonly name: string } {
    const owner = this.#servers().find((server) => !this.#isPrefixed || name.startsWith(`${server.name}-`));
    if (owner === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "there is no prompt with this name");
    return { owner, name: this.#isPrefixed ? name.slice(owner.name.length + 1) : name };
  }
}

interface FeatureOptions {
  readonly servers: () => readonly FeatureServer[];
  /** Connects to the servers that are not connected. */
  readonly connect: () => Promise<void>;
  /** Whether tools are named after their servers. */
  readonly isPrefixed: boolean;
  /** The name of an action of a server in rules. */
  readonly nameOf: (server: string, action: string) => string;
}

/** A server of a gateway. */
export interface FeatureServer {
  readonly name: string;
  readonly connection: ServerConnection;
}

type ListMember = "resources" | "resourceTemplates" | "prompts";

/** Requests all items of a list from a server. */
async function listAll(client: Client, member: ListMember): Promise<readonly Record<string, unknown>[]> {
  const method = member === "resourceTemplates" ? "resources/templates/list" : (`${member}/list` as const);
  const items: Record<string, unknown>[] = [];
  for await (const listed of listPages(client, method)) {
    if (!isObject(listed) || !Array.isArray(listed[member])) break;
    items.push(...listed[member].filter(isObject));
  }
  return items;
}

/** Whether a URI matches a template. */
function fits(template: unknown, uri: string): boolean {
  if (typeof template !== "string") return false;
  try {
    return template === uri || new UriTemplate(template).match(uri) !== null;
  } catch {
    return false;
  }
}

/** Returns the texts of a resource or a prompt, for the rules. */
function partsOf(result: Record<string, unknown>): readonly ResultPart[] {
  const items = [result["contents"], result["messages"]].find(Array.isArray) ?? [];
  return items.map((item: unknown): ResultPart => {
    const content = isObject(item) && isObject(item["content"]) ? item["content"] : item;
    const text = isObject(content) ? content["text"] : undefined;
    return { type: "text", content: typeof text === "string" ? text : JSON.stringify(item) };
  });
}
