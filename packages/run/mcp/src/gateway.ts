import {
  type Action,
  type Args,
  canonicalJson,
  errorJson,
  type Guard,
  type Issue,
  type ToolContext,
} from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { type Tool, ToolError } from "@helve/tool";
import type { Tool as McpSdkTool } from "@modelcontextprotocol/client";
import { McpEndpoint, type McpEndpointOptions } from "./endpoint.ts";
import { GatewayError } from "./gateway-error.ts";
import type { McpTools } from "./mcp-tools.ts";
import { reviewTools, type ToolPins, type WithheldTool } from "./review-tools.ts";
import { type ConnectServer, ServerConnection } from "./server-connection.ts";
import { toolNames } from "./tool-names.ts";

/**
 * Opens a gateway: one endpoint with the tools of many MCP servers, whose calls pass the guards. With several servers a tool is named
 * `server.tool`, on the wire `server-tool`; with one it keeps its name.
 *
 * Tools are pinned at the first connection. One that a server changes or adds later, that looks like a tool of another server, or whose texts
 * hide something is withheld: clients neither see it nor can call it, until its new fingerprint is in the pins.
 *
 * Resources, prompts, instructions and questions of the servers are not passed on.
 *
 * @param servers - by name: letters, digits and `_`, at most 32
 * @throws GatewayError if a name is invalid, or no server can be reached
 *
 * @example
 * const gateway = await openGateway({ files: () => connectServer({ command: "npx", args: ["server-filesystem", "."] }) }, {
 *   guards: [engine],
 * });
 * serveStdio(gateway.endpoint);
 */
export async function openGateway(
  servers: Readonly<Record<string, ConnectServer>>,
  options: GatewayOptions = {},
): Promise<McpGateway> {
  const gateway = createGateway(servers, options);
  try {
    await gateway.connect();
    return gateway;
  } catch (error) {
    await gateway.close();
    throw error;
  }
}

/**
 * Creates a gateway that connects to its servers when a client lists or calls tools for the first time. So a client can find out quickly what the
 * gateway speaks, even if a server takes long to start.
 *
 * @throws GatewayError if the name of a server is invalid
 */
export function createGateway(
  servers: Readonly<Record<string, ConnectServer>>,
  options: GatewayOptions = {},
): McpGateway {
  return new McpGateway(servers, options);
}

/** A gateway, created by {@link openGateway} or {@link createGateway}. */
export class McpGateway {
  readonly endpoint: McpEndpoint;
  readonly #executor: ActionExecutor;
  readonly #options: GatewayOptions;
  readonly #servers: readonly GatewayServer[];
  readonly #memoryPins = memoryPins();
  #connecting: Promise<void> | undefined;
  /** The last of the updates, which run one after the other. */
  #lastUpdate: Promise<void> = Promise.resolve();

  constructor(servers: Readonly<Record<string, ConnectServer>>, options: GatewayOptions) {
    const names = Object.keys(servers);
    const invalid = names.filter((name) => !/^\w{1,32}$/.test(name));
    if (invalid.length > 0) throw new GatewayError(invalid.map(invalidNameIssue));
    const { guards = [], idleTimeout = 120_000, timeout = idleTimeout * 5, isHidden = () => false } = options;
    this.#options = options;
    this.#executor = new ActionExecutor([], { guards, timeout, specialActions: false });
    this.endpoint = new McpEndpoint(this.#executor, {
      name: "helve",
      ...options.endpoint,
      ready: () => this.connect(),
      annotations: ({ name }) => this.#sourceOf(name)?.annotations,
      isListed: ({ name }) => !isHidden(name),
    });
    const isPrefixed = options.prefix ?? names.length > 1;
    this.#servers = Object.entries(servers).map(([name, connect]) => {
      const connection = new ServerConnection(
        connect,
        { idleTimeout, name: isPrefixed ? name : undefined },
        {
          onLost: () => this.#report({ kind: "lost", server: name }),
          onDrift: () => void this.#update(server, { refresh: true }),
        },
      );
      const server: GatewayServer = { name, connection, tools: undefined, offered: new Map(), withheld: [] };
      return server;
    });
  }

  /** The tools that are withheld, by server. */
  get withheld(): Readonly<Record<string, readonly WithheldTool[]>> {
    return Object.fromEntries(this.#servers.map(({ name, withheld }) => [name, withheld]));
  }

  /**
   * Connects to all servers at the same time, once. Those that can't be reached are reported, and their tools are missing.
   *
   * @throws GatewayError if none can be reached; it is tried again then
   */
  connect(): Promise<void> {
    this.#connecting ??= this.#connectAll().catch((error: unknown) => {
      this.#connecting = undefined;
      throw error;
    });
    return this.#connecting;
  }

  async #connectAll(): Promise<void> {
    const failures = new Map<GatewayServer, Issue>();
    const connecting = this.#servers.map((server) =>
      server.connection.tools().catch((error: unknown) => void failures.set(server, unreachableIssue(server, error))),
    );
    await Promise.all(connecting);
    if (failures.size > 0 && failures.size === this.#servers.length) throw new GatewayError([...failures.values()]);
    for (const [{ name }, { message }] of failures) this.#report({ kind: "unreachable", server: name, message });
    // One after the other, so that the first server of two keeps a name that both have.
    for (const server of this.#servers) if (!failures.has(server)) await this.#update(server, {});
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map(({ connection }) => connection.close()));
  }

  /** Reviews the tools of a server, and offers those that are accepted. Failures are reported; the tools of before stay then. */
  #update(server: GatewayServer, { refresh = false }): Promise<void> {
    this.#lastUpdate = this.#lastUpdate.then(async () => {
      try {
        const tools = await (refresh ? server.connection.refresh() : server.connection.tools());
        if (tools !== server.tools) await this.#offer(server, tools);
      } catch (error) {
        this.#report({ kind: "unreachable", server: server.name, message: errorJson(error).message });
      }
    });
    return this.#lastUpdate;
  }

  async #offer(server: GatewayServer, tools: McpTools): Promise<void> {
    const { pins = this.#memoryPins } = this.#options;
    const { name } = server;
    const others = this.#servers.filter((other) => other !== server);
    const otherNames = new Map<string, readonly string[]>();
    for (const other of others)
      otherNames.set(other.name, [...sourceNames(other.tools), ...pinnedNames(await pins.load(other.name))]);
    const known = await pins.load(name);
    const review = await reviewTools([...tools.sources.values()], known, otherNames);
    if (known === undefined) await pins.save(name, review.pins);
    const names = offeredNames(review.accepted, tools);
    const sources = new Map<string, McpSdkTool>();
    const offered = tools.tools.flatMap((tool) => {
      const source = tools.sources.get(tool.name);
      const offeredName = source && names.get(source.name);
      if (source === undefined || offeredName === undefined) return [];
      sources.set(offeredName, source);
      return [
        { ...tool, name: offeredName, execute: this.#executeOf(server, { name: offeredName, own: tool.name }, tools) },
      ];
    });
    const kept = this.#executor.tools.filter((tool) => !server.offered.has(tool.name));
    this.#options.onTools?.([...kept, ...(offered as readonly Tool[])]);
    for (const old of server.offered.keys()) this.#executor.remove(old);
    this.#executor.add(...(offered as readonly Tool[]));
    // A server may announce changes all the time: clients and logs get what is new.
    const isSame = textOf([...server.offered]) === textOf([...sources]);
    const reported = new Set([...server.withheld, ...(server.tools?.issues ?? [])].map(textOf));
    server.tools = tools;
    server.withheld = review.withheld;
    server.offered = sources;
    if (!isSame) this.endpoint.toolsChanged();
    const isNew = (value: unknown): boolean => !reported.has(textOf(value));
    for (const { message } of tools.issues.filter(isNew)) this.#report({ kind: "invalid", server: name, message });
    for (const tool of review.withheld.filter(isNew)) this.#report({ kind: "withheld", server: name, tool });
  }

  /** Runs a tool on the connection of this moment, if the tool there is still the one that was accepted. */
  #executeOf(
    server: GatewayServer,
    { name, own }: { readonly name: string; readonly own: string },
    reviewed: McpTools,
  ): Tool<Args>["execute"] {
    const source = reviewed.sources.get(own)?.name ?? own;
    const accepted = reviewed.fingerprints.get(source);
    return async (args: Args, context: ToolContext) => {
      const tools = await server.connection.tools().catch((error: unknown) => {
        throw new ToolError(`The server ${server.name} can't be reached: ${errorJson(error).message}`, {
          cause: error,
        });
      });
      if (tools !== server.tools) void this.#update(server, {});
      const tool = tools.tools.find((each) => tools.sources.get(each.name)?.name === source);
      if (tool === undefined || tools.fingerprints.get(source) !== accepted) {
        throw new ToolError(`${source} is not called: its server has changed it since it was accepted.`);
      }
      await this.#options.onStart?.({ id: context.actionId, name, args });
      return tool.execute(args, context);
    };
  }

  /** The server's description of an offered tool. */
  #sourceOf(name: string): McpSdkTool | undefined {
    return this.#servers.find(({ offered }) => offered.has(name))?.offered.get(name);
  }

  #report(event: GatewayEvent): void {
    this.#options.onEvent?.(event);
  }
}

/** Options of {@link openGateway}. */
export interface GatewayOptions {
  /** Decide about each call; none by default, which allows everything. */
  readonly guards?: readonly Guard[] | undefined;
  /** Whether clients don't see a tool, such as `hiddenTools(program)`; they see all by default. */
  readonly isHidden?: ((name: string) => boolean) | undefined;
  /** Stores the fingerprints of accepted tools; in memory by default, so that they are pinned until the gateway ends. */
  readonly pins?: PinStore | undefined;
  /** Whether tools are named after their servers; by default if there are several servers. */
  readonly prefix?: boolean | undefined;
  /** How long a server may take without an answer or progress, in milliseconds; two minutes by default. */
  readonly idleTimeout?: number | undefined;
  /** The time limit of each call, in milliseconds; five times `idleTimeout` by default. */
  readonly timeout?: number | undefined;
  /** Options of the endpoint: who is asked, what is recorded. */
  readonly endpoint?: Omit<McpEndpointOptions, "annotations" | "isListed" | "ready"> | undefined;
  /** Receives each call that is allowed, before it is sent to its server. If it throws, the call is not sent. */
  readonly onStart?: ((action: Action) => void | Promise<void>) | undefined;
  /** Receives all tools before a change of them is offered. If it throws, the change is not made. */
  readonly onTools?: ((tools: readonly Tool[]) => void) | undefined;
  /** Receives what happens to the servers. */
  readonly onEvent?: ((event: GatewayEvent) => void) | undefined;
}

/** Stores the fingerprints of the accepted tools of each server. */
export interface PinStore {
  /** Returns the pins of a server; `undefined` if its tools were never accepted. If it throws, the server's tools are not offered. */
  load(server: string): ToolPins | undefined | Promise<ToolPins | undefined>;
  save(server: string, pins: ToolPins): void | Promise<void>;
}

/** What happens to a server of a gateway. */
export type GatewayEvent =
  | { readonly kind: "lost"; readonly server: string }
  | { readonly kind: "unreachable" | "invalid"; readonly server: string; readonly message: string }
  | { readonly kind: "withheld"; readonly server: string; readonly tool: WithheldTool };

interface GatewayServer {
  readonly name: string;
  readonly connection: ServerConnection;
  /** The tools that were reviewed last. */
  tools: McpTools | undefined;
  /** The server's descriptions of those that are offered, by their names in the executor. */
  offered: ReadonlyMap<string, McpSdkTool>;
  withheld: readonly WithheldTool[];
}

/** Keeps pins as long as the process runs. */
function memoryPins(): PinStore {
  const pins = new Map<string, ToolPins>();
  return { load: (server) => pins.get(server), save: (server, saved) => void pins.set(server, saved) };
}

function invalidNameIssue(name: string): Issue {
  const expected = "1 to 32 letters, digits and underscores";
  return {
    code: "invalid_name",
    message: `the name of a server must be ${expected} (got ${JSON.stringify(name)})`,
    expected,
  };
}

/**
 * The names of accepted tools in the executor, by the server's names. Only accepted tools compete for a name: rules name tools, so a server must
 * not rename an accepted one by adding another.
 */
function offeredNames(accepted: readonly McpSdkTool[], { name, isToolkit }: McpTools): ReadonlyMap<string, string> {
  const own = accepted.map((tool) => tool.name);
  const names = toolNames(own, undefined, isToolkit ? 63 - name.length : 64);
  return new Map(own.map((of, index) => [of, isToolkit ? `${name}.${names[index]}` : (names[index] ?? of)]));
}

/** Equal values have the same text. */
function textOf(value: unknown): string {
  return canonicalJson(value);
}

function sourceNames(tools: McpTools | undefined): readonly string[] {
  return [...(tools?.sources.values() ?? [])].map(({ name }) => name);
}

/** The tools of a server as they were accepted: nobody may take their names while it can't be reached. */
function pinnedNames(pins: ToolPins | undefined): readonly string[] {
  return Object.keys(pins ?? {});
}

function unreachableIssue({ name }: GatewayServer, error: unknown): Issue {
  return { code: "unreachable", message: `the server ${name} can't be reached: ${errorJson(error).message}` };
}
