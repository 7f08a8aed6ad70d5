import type { Connection } from "vscode-languageserver";
import type { Publication } from "./changed-texts.ts";
import { helveMethods, type PublishTestsParams } from "./protocol.ts";
import { testLocations } from "./test-locations.ts";
import { comparableUri } from "./uri.ts";
import type { Workspace } from "./workspace.ts";

/** Publishes the tests of all rule files, for clients that show them. */
export class PublishedTests implements Publication {
  readonly #connection: Connection;
  readonly #workspace: Workspace;
  /** What was published of each text, as JSON. */
  readonly #published = new Map<string, string>();

  constructor(connection: Connection, workspace: Workspace) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  published(): Iterable<string> {
    return this.#published.keys();
  }

  async publish(uri: string): Promise<void> {
    const key = comparableUri(uri);
    const program = this.#workspace.program(uri);
    const tests = program === undefined ? [] : testLocations(program);
    const json = JSON.stringify(tests);
    if ((this.#published.get(key) ?? "[]") === json) return;
    if (tests.length === 0) this.#published.delete(key);
    else this.#published.set(key, json);
    const params: PublishTestsParams = { uri: this.#workspace.textOf(uri)?.uri ?? uri, tests };
    // The connection may be closed meanwhile.
    await this.#connection.sendNotification(helveMethods.publishTests, params).catch(() => undefined);
  }
}
