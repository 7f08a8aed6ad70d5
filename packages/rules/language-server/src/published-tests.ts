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
  /** The texts that were read, and what was published of each, as JSON: a change of a policy changes no tests. */
  readonly #published = new Map<string, { readonly text: string; readonly json: string }>();

  constructor(connection: Connection, workspace: Workspace) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  published(): Iterable<string> {
    return this.#published.keys();
  }

  async publish(uri: string): Promise<void> {
    const key = comparableUri(uri);
    const source = this.#workspace.textOf(uri);
    const text = source?.kind.type === "rules" ? source.text : undefined;
    const known = this.#published.get(key);
    if (text === known?.text) return;
    const program = this.#workspace.program(uri);
    const tests = program === undefined ? [] : testLocations(program);
    const json = JSON.stringify(tests);
    if (text === undefined) this.#published.delete(key);
    else this.#published.set(key, { text, json });
    if ((known?.json ?? "[]") === json) return;
    const params: PublishTestsParams = { uri: source?.uri ?? uri, tests };
    // The connection may be closed meanwhile.
    await this.#connection.sendNotification(helveMethods.publishTests, params).catch(() => undefined);
  }
}
