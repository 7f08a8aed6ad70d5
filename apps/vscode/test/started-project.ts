// Starts the extension with its real server in a folder of its own, against stubs of the API of VS Code.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ExtensionContext } from "vscode";
import { bundleServer } from "../scripts/stage-extension.ts";
import { startExtension } from "../src/start-extension.ts";
import { type StartedClient, serverClient } from "./server-client.ts";
import {
  CancellationTokenSource,
  resetShown,
  type StubController,
  type StubItem,
  type StubRun,
  shown,
  type TestRunRequest,
  Uri,
} from "./stubs/vscode.ts";

/** A project in which the extension runs. */
export interface StartedProject {
  readonly root: string;
  /** The clients that the extension has created. */
  readonly clients: readonly StartedClient[];
  readonly controller: StubController;
  /** The URI of a file, as Node writes it. */
  uriOf(name: string): string;
  /** The item of a file in the test explorer. */
  fileItem(name: string): StubItem;
  /** Runs tests as VS Code does, and waits for the end. */
  run(request: TestRunRequest, kind?: "run" | "coverage"): Promise<StubRun>;
  /** Runs a command of the extension. */
  command(name: string, ...args: readonly unknown[]): unknown;
  /** Ends the extension, and removes the files. */
  dispose(): Promise<void>;
}

/** Writes files, and starts the extension. `dispose` it after the tests. */
export async function startProject(files: Readonly<Record<string, string>>): Promise<StartedProject> {
  resetShown();
  const temporary = mkdtempSync(join(tmpdir(), "helve-vscode-"));
  const root = join(temporary, "project");
  const program = join(temporary, "server.js");
  const clients: StartedClient[] = [];
  const subscriptions: { dispose(): unknown }[] = [];
  const dispose = async (): Promise<void> => {
    for (const subscription of subscriptions.splice(0)) await subscription.dispose();
    rmSync(temporary, { recursive: true, force: true });
  };
  await bundleServer(program);
  const uriOf = (name: string): string => pathToFileURL(join(root, name)).href;
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
    if (name.endsWith(".agentspec")) shown.files.push(Uri.parse(uriOf(name)).toString());
  }
  const context = { subscriptions, extensionUri: Uri.parse("file:///extension") };
  startExtension(context as unknown as ExtensionContext, (options) =>
    serverClient(program, pathToFileURL(root).href, clients, options),
  );
  const [controller] = shown.controllers;
  if (controller === undefined) throw new Error("there is no test controller");
  return {
    ...{ root, clients, controller, uriOf, dispose },
    fileItem(name) {
      const item = controller.items.get(Uri.parse(uriOf(name)).toString());
      if (item === undefined) throw new Error(`there is no item of ${name}`);
      return item;
    },
    async run(request, kind = "run") {
      const profile = controller.profiles.find((one) => one.kind === (kind === "run" ? 1 : 3));
      await profile?.run(request, new CancellationTokenSource().token);
      const last = controller.runs.at(-1);
      if (last === undefined) throw new Error("there is no run");
      return last;
    },
    command(name, ...args) {
      const run = shown.commands.get(name) as ((...args: readonly unknown[]) => unknown) | undefined;
      return run?.(...args);
    },
  };
}

/** Waits until something is true: the server and the extension answer in their own time. */
export async function until<Value>(find: () => Value | undefined | false): Promise<Value> {
  for (;;) {
    const found = find();
    if (found !== undefined && found !== false) return found;
    await new Promise<void>((resolve) => void setImmediate(resolve));
  }
}
