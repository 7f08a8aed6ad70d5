import { type Args, canonicalJson, errorJson, type Issue } from "@helve/core";
import { longestTimer, withoutUndefined } from "@helve/core/internal";
import { ActionExecutor } from "@helve/executor";
import type { Tool } from "@helve/tool";
import type { ClientCapabilities, Tool as McpSdkTool } from "@modelcontextprotocol/client";
import { type AcceptedTool, executeAccepted } from "./accepted-tool.ts";
import { McpEndpoint } from "./endpoint.ts";
import { GatewayError } from "./gateway-error.ts";
import { GatewayFeatures } from "./gateway-features.ts";
import type { GatewayEvent, GatewayOptions } from "./gateway-options.ts";
import {
  type GatewayServer,
  invalidNameIssue,
  newGatewayServer,
  twinFingerprints,
  unreachableIssue,
  unreachableText,
} from "./gateway-server.ts";
import type { McpTools } from "./mcp-tools.ts";
import { memoryPins } from "./memory-pins.ts";
import { offeredNames, ownNames } from "./offered-names.ts";
import { PassThrough } from "./pass-through.ts";
import { reviewTools, type WithheldTool } from "./review-tools.ts";
import { serverArguments } from "./server-arguments.ts";
import { type ConnectServer, ServerConnection } from "./server-connection.ts";
import { ServerQuestions } from "./server-questions.ts";
import { unavailableMeta, unavailableText } from "./unavailable.ts";
import { withinTime } from "./within-time.ts";

/**
 * Opens a gateway: one endpoint with the tools of many MCP servers, whose calls pass the guards. With several servers a tool is named
 * `server.tool`, on the wire `server-tool`; with one it keeps its name.
 *
 * Tools are pinned at the first connection. One that a server changes or adds later, that looks like a tool of another server, or whose texts
 * hide something is withheld: clients neither see it nor can call it, until its new fingerprint is in the pins.
 *
 * Resources and prompts are passed on, and reading one is an action that the guards decide about: `server.resource`, `server.prompt`. So are the
 * questions that a server has for the person or the model at the client, while it works on a call: `server.elicitation`, `server.sampling`. Instructions
 * of the servers are not passed on.
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
  readonly #passed = new PassThrough();
  readonly #features: GatewayFeatures;
  readonly #questions: ServerQuestions;
  /** The client's capabilities, which the gateway declares to the servers so that they may send the client such requests. */
  #capabilities: ClientCapabilities = {};
  /** How many calls of `connect` wait for servers. */
  #connecting = 0;
  /** The last of the updates, which run one after the other. */
  #lastUpdate: Promise<void> = Promise.resolve();

  constructor(servers: Readonly<Record<string, ConnectServer>>, options: GatewayOptions) {
    const names = Object.keys(servers);
    const invalid = names.filter((name) => !/^\w{1,32}$/.test(name));
    if (invalid.length > 0) throw new GatewayError(invalid.map(invalidNameIssue));
    const { guards = [], places = {}, idleTimeout = 120_000, timeout = longestTimer, isHidden = () => false } = options;
    const isPrefixed = options.prefix ?? names.length > 1;
    this.#options = options;
    const nameOf = (server: string, action: string) => (isPrefixed ? `${server}.${action}` : action);
    this.#features = new GatewayFeatures({
      servers: () => this.#servers,
      connect: () => this.connect(),
      isPrefixed,
      nameOf,
    });
    this.#questions = new ServerQuestions({ client: () => this.endpoint, nameOf });
    this.#executor = new ActionExecutor([], { guards, timeout, specialActions: false, parser: serverArguments });
    this.endpoint = new McpEndpoint(this.#executor, {
      name: "helve",
      ...options.endpoint,
      ready: ({ elicitation, sampling, roots }) => {
        // The servers may serve several clients. They get the capabilities of the first client.
        if (this.#servers.every(({ tools }) => tools === undefined))
          this.#capabilities = withoutUndefined({ elicitation, sampling, roots });
        return this.connect();
      },
      listed: ({ name }) => this.#sourceOf(name),
      isListed: ({ name }) => !isHidden(name) && this.#sourceOf(name) !== undefined,
      capabilities: this.#features.capabilities,
      onServer: (server, run) => {
        const forgets = [this.#features.serve(server, run), this.#questions.serve(server)];
        return () => {
          for (const forget of forgets) forget();
        };
      },
      listMeta: () => unavailableMeta(this.#servers),
      unknownTool: (name) => unavailableText(this.#servers, { name, isPrefixed }),
      onArguments: (id, args) => this.#passed.keepArguments(id, args),
      resultOf: (actionReturn) => this.#passed.takeResult(actionReturn),
    });
    this.#servers = Object.entries(servers).map(([name, connect]) => {
      const connection = new ServerConnection(
        (signal) => connect(signal, this.#capabilities),
        {
          idleTimeout,
          questions: this.#questions.of(name),
          place: Object.hasOwn(places, name) ? places[name] : undefined,
          name: isPrefixed ? name : undefined,
          argumentsOf: (id, args) => this.#passed.argumentsOf(id, args),
          onResult: (id, sent) => this.#passed.keepResult(id, sent),
        },
        {
          onConnected: () => {
            // `connect` updates the servers in their order.
            if (this.#connecting === 0) void this.#update(server, {});
          },
          onClient: (client) => {
            this.#features.watch(name, client);
            this.#questions.watch(name, client);
          },
          onLost: () => this.#report({ kind: "lost", server: name }),
          onDrift: () => void this.#update(server, { refresh: true }),
        },
      );
      const server = newGatewayServer(name, connection);
      return server;
    });
  }

  /** The tools that are withheld, by server. */
  get withheld(): Readonly<Record<string, readonly WithheldTool[]>> {
    return Object.fromEntries(this.#servers.map(({ name, withheld }) => [name, withheld]));
  }

  /**
   * Connects to all servers that are not connected, at the same time. Those that can't be reached within `listTimeout` are reported, and their tools are
   * missing. They are tried again by themselves, and their tools are offered when they have come back.
   *
   * @throws GatewayError if none can be reached
   */
  async connect(): Promise<void> {
    // Tools that were listed are offered a moment later.
    if (this.#servers.every(({ connection, tools }) => tools !== undefined && connection.listed === tools)) return;
    const closed = this.#servers.filter(({ connection }) => connection.listed === undefined);
    const isUseless = this.#servers.every(({ tools }) => tools === undefined);
    const isAwaited = ({ tools, problem }: GatewayServer) =>
      tools === undefined && (problem === undefined || isUseless);
    this.#connecting++;
    const failures = await Promise.all(closed.map((server) => this.#open(server, isAwaited(server)))).finally(() => {
      this.#connecting--;
    });
    // One after the other, so that the first server of two keeps a name that both have.
    for (const server of this.#servers) {
      if (server.connection.listed !== server.tools && server.connection.listed !== undefined)
        await this.#update(server, {});
    }
    const issues = failures.filter((issue) => issue !== undefined);
    if (issues.length === this.#servers.length) throw new GatewayError(issues);
  }

  /** Opens the connection to a server. @returns why that has failed, if it was waited for */
  async #open(server: GatewayServer, isAwaited: boolean): Promise<Issue | undefined> {
    const { listTimeout = 10_000 } = this.#options;
    const tools = server.connection.tools();
    // A failure is noticed by the connection.
    tools.catch(() => undefined);
    if (!isAwaited) return undefined;
    try {
      await withinTime(tools, listTimeout);
      return undefined;
    } catch (error) {
      this.#setProblem(server, errorJson(error).message);
      return unreachableIssue(server, error);
    }
  }

  /** Reports a problem of a server once. */
  #setProblem(server: GatewayServer, problem: string | undefined): void {
    if (problem !== undefined && server.problem !== problem) {
      this.#report({ kind: "unreachable", server: server.name, message: unreachableText(server, problem) });
    }
    server.problem = problem;
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
        this.#setProblem(server, undefined);
      } catch (error) {
        const { message } = errorJson(error);
        if (server.connection.listed === undefined) this.#setProblem(server, message);
        else if (server.problem !== message) this.#report({ kind: "unreachable", server: server.name, message });
        server.problem = message;
      }
    });
    return this.#lastUpdate;
  }

  async #offer(server: GatewayServer, tools: McpTools): Promise<void> {
    const { pins = this.#memoryPins } = this.#options;
    const { name } = server;
    const others = this.#servers.filter((other) => other !== server);
    const otherNames = new Map<string, readonly string[]>();
    for (const other of others) otherNames.set(other.name, ownNames(other.tools, await pins.load(other.name)));
    const known = await pins.load(name);
    const twins = tools.isToolkit ? twinFingerprints(server, this.#servers, this.#options.programs) : undefined;
    const review = await reviewTools([...tools.sources.values()], known, otherNames, twins);
    if (known === undefined) await pins.save(name, review.pins);
    const actions = new Map([...(await this.#features.actionsOf(server)), ...this.#questions.actionsOf(name)]);
    const names = offeredNames(review.accepted, tools, [...actions.keys()]);
    const sources = new Map<string, McpSdkTool>();
    const offered = tools.tools.flatMap((tool) => {
      const source = tools.sources.get(tool.name);
      const offeredName = source && names.get(source.name);
      if (source === undefined || offeredName === undefined) return [];
      sources.set(offeredName, source);
      return [
        { ...tool, name: offeredName, execute: this.#executeOf(server, { tool, name: offeredName, reviewed: tools }) },
      ];
    });
    const added = [...offered, ...actions.values()] as readonly Tool[];
    for (const old of server.added) this.#executor.remove(old);
    this.#executor.add(...added);
    server.added = added.map((tool) => tool.name);
    // A server may announce changes all the time: clients and logs get what is new.
    const isSame = canonicalJson([...server.offered]) === canonicalJson([...sources]);
    const reported = new Set([...server.withheld, ...(server.tools?.issues ?? [])].map(canonicalJson));
    server.tools = tools;
    server.withheld = review.withheld;
    server.offered = sources;
    if (!isSame) this.endpoint.toolsChanged();
    const isNew = (value: unknown): boolean => !reported.has(canonicalJson(value));
    for (const { message } of tools.issues.filter(isNew)) this.#report({ kind: "invalid", server: name, message });
    for (const tool of review.withheld.filter(isNew)) this.#report({ kind: "withheld", server: name, tool });
  }

  #executeOf(server: GatewayServer, accepted: Pick<AcceptedTool, "tool" | "name" | "reviewed">): Tool<Args>["execute"] {
    const { onStart } = this.#options;
    return executeAccepted({
      ...accepted,
      server: server.name,
      connection: server.connection,
      onStart,
      onTools: (tools) => {
        if (tools !== server.tools) void this.#update(server, {});
      },
    });
  }

  /** The server's description of an offered tool. */
  #sourceOf(name: string): McpSdkTool | undefined {
    return this.#servers.find(({ offered }) => offered.has(name))?.offered.get(name);
  }

  #report(event: GatewayEvent): void {
    this.#options.onEvent?.(event);
  }
}
