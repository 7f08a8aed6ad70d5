/** Starts, restarts and stops the language server, and reports its state. */
import { errorJson } from "@helve/core";
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { showError } from "./plain-text.ts";

/** The state of the server. */
export type ServerState = "starting" | "running" | "stopped";

/** Sends requests to the server. */
export interface HelveServer {
  /** @throws Error if the server does not run, or the request fails */
  request<Result>(method: string, params: object, token?: vscode.CancellationToken): Promise<Result>;
}

/** The server, which can be restarted with other settings. */
export class ServerProcess implements HelveServer, vscode.Disposable {
  readonly #createClient: () => BaseLanguageClient;
  readonly #output: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<ServerState>();
  readonly onDidChangeState: vscode.Event<ServerState> = this.#changed.event;
  #client: BaseLanguageClient | undefined;
  #started: Promise<void> = Promise.resolve();
  /** Earlier servers are stopped one after the other. A new one starts while an earlier one hangs. */
  #stopped: Promise<void> = Promise.resolve();
  #state: ServerState = "stopped";
  #isDisposed = false;

  constructor(createClient: () => BaseLanguageClient, output: vscode.LogOutputChannel) {
    this.#createClient = createClient;
    this.#output = output;
  }

  get state(): ServerState {
    return this.#state;
  }

  async request<Result>(method: string, params: object, token?: vscode.CancellationToken): Promise<Result> {
    const client = this.#client;
    if (client === undefined) throw new Error("Helve's language server does not run");
    try {
      return await (token === undefined
        ? client.sendRequest<Result>(method, params)
        : client.sendRequest<Result>(method, params, token));
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      throw new Error("Helve's language server has stopped: see its output", { cause: error });
    }
  }

  /** Starts the server, or stops it and starts it again. An error is shown to the user. */
  restart(): Promise<void> {
    this.#stopped = this.#stopped.then(() => this.#stop());
    return this.#stopped.then(() => this.#start());
  }

  async #start(): Promise<void> {
    if (this.#isDisposed) return;
    let client: BaseLanguageClient | undefined;
    try {
      client = this.#createClient();
      this.#follow(client);
      this.#started = client.start();
      await this.#started;
    } catch (error) {
      // It was stopped meanwhile.
      if (this.#client !== client) return;
      this.#become("stopped");
      const message = `Helve's language server can't start: ${errorJson(error).message}`;
      this.#output.error(message);
      showError(message);
    }
  }

  #follow(client: BaseLanguageClient): void {
    this.#client = client;
    // vscode-languageclient: 1 stopped, 2 running, 3 starting.
    client.onDidChangeState(({ newState }) => {
      if (this.#client === client) this.#become(newState === 2 ? "running" : newState === 3 ? "starting" : "stopped");
    });
  }

  async #stop(): Promise<void> {
    const [client, started] = [this.#client, this.#started];
    this.#client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      // A client that is starting refuses to stop. Its server is ended, or it is stopped as soon as it has started.
      if (!this.#isDisposed) this.#output.warn(String(error));
      void started.then(() => client?.dispose()).catch(() => undefined);
    }
    this.#become("stopped");
  }

  #become(state: ServerState): void {
    if (this.#state === state || this.#isDisposed) return;
    this.#state = state;
    this.#changed.fire(state);
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#changed.dispose();
    await this.#stop();
  }
}

/** Whether a request has failed because there is no server any more. */
function isConnectionError(error: unknown): boolean {
  // vscode-jsonrpc: PendingResponseRejected, ConnectionInactive, and a closed or disposed connection.
  return error instanceof Error && "code" in error && [-32097, -32096, 1, 2].some((code) => code === error.code);
}
