/** The connection of a gateway to one MCP server, which is opened again when it is lost. */
import { ToolError } from "@helve/tool";
import type { Client, ClientCapabilities } from "@modelcontextprotocol/client";
import { type McpTools, type McpToolsOptions, mcpTools, type ToolDrift } from "./mcp-tools.ts";

/**
 * Connects to a server: returns a connected client. It is called again when the connection is lost.
 *
 * @param capabilities - what the client may tell the server that it answers: `elicitation`, `sampling` and `roots`, as the client of the gateway has declared them
 */
export type ConnectServer = (signal: AbortSignal, capabilities: ClientCapabilities) => Promise<Client>;

/**
 * The connection to one server of a gateway. After it is lost it is opened again: at the next call or list, and by itself after 1, 2, 4, … seconds, at
 * most a minute. A call that was sent is never sent again.
 */
export class ServerConnection {
  readonly #connect: (signal: AbortSignal) => Promise<Client>;
  readonly #options: McpToolsOptions;
  readonly #events: ConnectionEvents;
  readonly #closing = new AbortController();
  #open: OpenConnection | undefined;
  #failure: { readonly error: unknown; readonly at: number } | undefined;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(connect: (signal: AbortSignal) => Promise<Client>, options: McpToolsOptions, events: ConnectionEvents) {
    this.#connect = connect;
    this.#options = options;
    this.#events = events;
  }

  /** The tools of the connection that is open; `undefined` if not found, or they were not listed yet. */
  get listed(): McpTools | undefined {
    return this.#open?.listed;
  }

  /**
   * The tools of the server; connects if there is no connection. An attempt that has just failed is not repeated at once.
   *
   * @throws what `connect` throws; an Error after `close`
   */
  tools(): Promise<McpTools> {
    if (this.#closing.signal.aborted) return Promise.reject(this.#closing.signal.reason);
    if (this.#open === undefined) {
      const failure = this.#failure;
      if (failure !== undefined && performance.now() - failure.at < shortestPause) return Promise.reject(failure.error);
      return this.#start().tools;
    }
    return this.#open.tools;
  }

  /** The client of the connection; connects if there is none. @throws what `tools` throws */
  async client(): Promise<Client> {
    await this.tools();
    if (this.#open === undefined) throw new ToolError("the connection was lost");
    return this.#open.client;
  }

  /** Lists the tools again. */
  async refresh(): Promise<McpTools> {
    const open = this.#open;
    if (open === undefined) return this.tools();
    const before = open.tools;
    open.listed = undefined;
    open.tools = open.client.then((client) => this.#list(client));
    open.tools.then(
      (tools) => {
        open.listed = tools;
      },
      (error: unknown) => this.#fail(open, error),
    );
    (await before.catch(() => undefined))?.stopWatching();
    return open.tools;
  }

  /**
   * Forgets the connection that tools belong to, because its server does not know it any more: the next use opens a new connection.
   */
  async renew(tools: McpTools): Promise<void> {
    const open = this.#open;
    const current = await open?.tools.catch(() => undefined);
    if (open === undefined || current !== tools || this.#open !== open) return;
    this.#open = undefined;
    (await open.client).close().catch(() => undefined);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#closing.abort(new ToolError("the gateway is closing"));
    await (await this.#open?.client.catch(() => undefined))?.close();
  }

  #start(): OpenConnection {
    clearTimeout(this.#timer);
    const client = this.#connected();
    const open: OpenConnection = { client, tools: client.then((connected) => this.#list(connected)) };
    this.#open = open;
    open.tools.then(
      (tools) => {
        open.listed = tools;
        this.#attempts = 0;
        this.#failure = undefined;
        this.#events.onConnected?.();
      },
      (error: unknown) => this.#fail(open, error),
    );
    client.then(
      (connected) => {
        connected.onclose = () => this.#lose(open);
        this.#events.onClient?.(connected);
      },
      () => undefined,
    );
    return open;
  }

  async #connected(): Promise<Client> {
    return this.#connect(this.#closing.signal);
  }

  #list(client: Client): Promise<McpTools> {
    return mcpTools(client, { ...this.#options, onDrift: this.#events.onDrift });
  }

  #lose(open: OpenConnection): void {
    if (this.#open !== open) return;
    this.#open = undefined;
    if (this.#closing.signal.aborted) return;
    this.#events.onLost();
    this.#tryLater();
  }

  #fail(open: OpenConnection, error: unknown): void {
    if (this.#open !== open) return;
    this.#open = undefined;
    this.#failure = { error, at: performance.now() };
    open.client.then((client) => client.close()).catch(() => undefined);
    this.#tryLater();
  }

  #tryLater(): void {
    if (this.#closing.signal.aborted) return;
    clearTimeout(this.#timer);
    const pause = Math.min(longestPause, shortestPause * 2 ** this.#attempts++);
    this.#timer = setTimeout(() => {
      if (this.#open === undefined && !this.#closing.signal.aborted) this.#start();
    }, pause);
    // Where there is no Node, a timer keeps nothing alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }
}

interface OpenConnection {
  readonly client: Promise<Client>;
  tools: Promise<McpTools>;
  listed?: McpTools | undefined;
}

/** Between two attempts to connect, in milliseconds. */
const shortestPause = 1000;
const longestPause = 60_000;

/** The events of a connection. */
export interface ConnectionEvents {
  /** Receives each client that is connected. */
  readonly onClient?: (client: Client) => void;
  /** The tools were listed after a connection was opened. */
  readonly onConnected?: () => void;
  readonly onLost: () => void;
  readonly onDrift: (drift: ToolDrift) => void;
}
