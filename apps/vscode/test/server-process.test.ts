// The server as the extension starts it: settings of a wrong type, workspaces without trust, servers that hang or end.

import { beforeEach, expect, it } from "vitest";
import type { LogOutputChannel } from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import { clientOptions } from "../src/language-client.ts";
import { servedDocuments } from "../src/served-documents.ts";
import { ServerProcess } from "../src/server-process.ts";
import { namedFiles, serverPath } from "../src/settings.ts";
import { resetShown, shown } from "./stubs/vscode.ts";

const output = { error: () => undefined, warn: () => undefined } as unknown as LogOutputChannel;

beforeEach(resetShown);

/** A client that starts when it is let, and refuses to stop before, as the one of VS Code does. */
class SlowClient {
  starts = (): void => undefined;
  isDisposed = false;
  #isRunning = false;
  readonly #listeners: ((event: { newState: number }) => void)[] = [];
  onDidChangeState(listener: (event: { newState: number }) => void): void {
    this.#listeners.push(listener);
  }
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.starts = resolve;
    });
    this.#isRunning = true;
    for (const listener of this.#listeners) listener({ newState: 2 });
  }
  async dispose(): Promise<void> {
    if (!this.#isRunning) throw new Error("Client is not running and can't be stopped");
    this.isDisposed = true;
  }
  async sendRequest(): Promise<never> {
    throw Object.assign(new Error("Pending response rejected since connection got disposed"), { code: -32097 });
  }
}

function slowServer(): { readonly server: ServerProcess; readonly clients: readonly SlowClient[] } {
  const clients: SlowClient[] = [];
  const server = new ServerProcess(() => {
    const client = new SlowClient();
    clients.push(client);
    return client as unknown as BaseLanguageClient;
  }, output);
  return { server, clients };
}

it("replaces a server that does not start, and stops it when it has started after all", async () => {
  const { server, clients } = slowServer();
  void server.restart();
  await Promise.resolve().then(() => undefined);
  const again = server.restart();
  await expect.poll(() => clients.length).toBe(2);
  clients[1]?.starts();
  await again;
  expect(server.state).toBe("running");
  clients[0]?.starts();
  await expect.poll(() => clients[0]?.isDisposed).toBe(true);
  expect(server.state).toBe("running");
  expect(clients[1]?.isDisposed).toBe(false);
  expect(shown.errors).toEqual([]);
});

it("starts no server after it is disposed", async () => {
  const { server, clients } = slowServer();
  const starting = server.restart();
  await server.dispose();
  await starting;
  await server.restart();
  expect(clients).toHaveLength(0);
});

it("says that the server has stopped while it answers", async () => {
  const { server, clients } = slowServer();
  await expect(server.request("x", {})).rejects.toThrow("Helve's language server does not run");
  const starting = server.restart();
  await expect.poll(() => clients.length).toBe(1);
  clients[0]?.starts();
  await starting;
  await expect(server.request("x", {})).rejects.toThrow("Helve's language server has stopped: see its output");
});

it("says why a server can't be created, and can be restarted after", async () => {
  shown.settings = { "server.path": 5 };
  const server = new ServerProcess(() => {
    serverPath();
    const client = new SlowClient();
    queueMicrotask(() => client.starts());
    return client as unknown as BaseLanguageClient;
  }, output);
  await server.restart();
  expect(shown.errors).toEqual([
    `Helve's language server can't start: the setting "helve.server.path" must be a path (got 5)`,
  ]);
  expect(server.state).toBe("stopped");
  shown.settings = {};
  await server.restart();
  expect(server.state).toBe("running");
});

it("starts no program of a setting in a workspace that is not trusted", () => {
  shown.settings = { "server.path": " helve " };
  expect(serverPath()).toBe("helve");
  shown.isTrusted = false;
  expect(serverPath()).toBe("");
});

it("trusts no Markdown of the server: it quotes files", () => {
  const { markdown } = clientOptions(servedDocuments(), output, () => undefined);
  expect(markdown).toBeUndefined();
});

it("serves the files that settings name, and ignores settings of a wrong type", () => {
  shown.settings = { policy: "config/guard{1}.json", tools: ["a\\tools.yaml", 3, ""] };
  const { json, yaml } = servedDocuments();
  expect(json).toContainEqual({ scheme: "file", pattern: "**/guard?1?.json" });
  expect(yaml).toContainEqual({ scheme: "untitled", pattern: "**/tools.yaml" });
  shown.settings = { policy: {}, tools: "x.json" };
  expect(namedFiles()).toEqual(["x.json"]);
  shown.settings = { policy: null, tools: { a: 1 } };
  expect(namedFiles()).toEqual([]);
});
