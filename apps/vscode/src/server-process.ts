import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

/** What the server does at the moment. */
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
  #state: ServerState = "stopped";
  /** Restarts happen one after the other. */
  #restarting: Promise<void> = Promise.resolve();

  constructor(createClient: () => BaseLanguageClient, output: vscode.LogOutputChannel) {
    this.#createClient = createClient;
    this.#output = output;
  }

  get state(): ServerState {
    return this.#state;
  }

  request<Result>(method: string, params: object, token?: vscode.CancellationToken): Promise<Result> {
    const client = this.#client;
    if (client === undefined) return Promise.reject(new Error("Helve's language server does not run"));
    return token === undefined ? client.sendRequest(method, params) : client.sendRequest(method, params, token);
  }

  /** Starts the server, or stops it and starts it again. An error is shown to the user. */
  restart(): Promise<void> {
    this.#restarting = this.#restarting.then(() => this.#restart());
    return this.#restarting;
  }

  async #restart(): Promise<void> {
    await this.#stop();
    const client = this.#createClient();
    // vscode-languageclient: 1 stopped, 2 running, 3 starting.
    client.onDidChangeState(({ newState }) => {
      if (this.#client === client) this.#become(newState === 2 ? "running" : newState === 3 ? "starting" : "stopped");
    });
    this.#client = client;
    try {
      await client.start();
    } catch (error) {
      this.#become("stopped");
      const message = `Helve's language server can't start: ${error instanceof Error ? error.message : String(error)}`;
      this.#output.error(message);
      void vscode.window.showErrorMessage(message);
    }
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    // A server that does not answer, or has not started, is left behind.
    await client?.dispose().catch((error: unknown) => this.#output.warn(String(error)));
    this.#become("stopped");
  }

  #become(state: ServerState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#changed.fire(state);
  }

  async dispose(): Promise<void> {
    await this.#stop();
    this.#changed.dispose();
  }
}
