import { ToolError } from "@helve/tool";
import type { Client } from "@modelcontextprotocol/client";
import { type McpTools, type McpToolsOptions, mcpTools, type ToolDrift } from "./mcp-tools.ts";

/** Connects to a server: returns a connected client. It is called again when the connection is lost. */
export type ConnectServer = (signal: AbortSignal) => Promise<Client>;

/** The connection to one server of a gateway. After it is lost, the next call connects again; a call that was sent is never sent again. */
export class ServerConnection {
  readonly #connect: ConnectServer;
  readonly #options: McpToolsOptions;
  readonly #events: ConnectionEvents;
  readonly #closing = new AbortController();
  #client: Promise<Client> | undefined;
  #tools: Promise<McpTools> | undefined;

  constructor(connect: ConnectServer, options: McpToolsOptions, events: ConnectionEvents) {
    this.#connect = connect;
    this.#options = options;
    this.#events = events;
  }

  /**
   * The tools of the server; connects if there is no connection.
   *
   * @throws what `connect` throws; an Error after `close`
   */
  tools(): Promise<McpTools> {
    if (this.#closing.signal.aborted) return Promise.reject(this.#closing.signal.reason);
    this.#client ??= this.#open();
    this.#tools ??= this.#list(this.#client);
    return this.#tools;
  }

  /** Lists the tools again. */
  async refresh(): Promise<McpTools> {
    const before = this.#tools;
    this.#tools = undefined;
    (await before?.catch(() => undefined))?.stopWatching();
    return this.tools();
  }

  async close(): Promise<void> {
    this.#closing.abort(new ToolError("the gateway is closing"));
    await (await this.#client?.catch(() => undefined))?.close();
  }

  #open(): Promise<Client> {
    const opening = this.#connect(this.#closing.signal).then((client) => {
      client.onclose = () => {
        if (this.#forget(opening) && !this.#closing.signal.aborted) this.#events.onLost();
      };
      return client;
    });
    opening.catch(() => this.#forget(opening));
    return opening;
  }

  #list(client: Promise<Client>): Promise<McpTools> {
    const listing = client.then((connected) =>
      mcpTools(connected, { ...this.#options, onDrift: this.#events.onDrift }),
    );
    listing.catch(() => {
      if (this.#tools === listing) this.#tools = undefined;
    });
    return listing;
  }

  /** @returns whether it was the current connection */
  #forget(client: Promise<Client>): boolean {
    if (this.#client !== client) return false;
    this.#client = undefined;
    this.#tools = undefined;
    return true;
  }
}

/** What happens to a connection. */
export interface ConnectionEvents {
  readonly onLost: () => void;
  readonly onDrift: (drift: ToolDrift) => void;
}
