import type { Issue } from "@helve/core";
import { issuesIn } from "@helve/language-service";
import { documentIssues } from "@helve/language-service/documents";
import type { Connection } from "vscode-languageserver";
import { toDiagnostic } from "./conversions.ts";
import { nextTurn } from "./turn.ts";
import { comparableUri } from "./uri.ts";
import type { Workspace } from "./workspace.ts";

/** How many times changes that follow each other at once delay diagnostics. */
const maxWaits = 100;

/**
 * Publishes the diagnostics of texts soon after they change, each once however often it has changed meanwhile. Documents that rules depend on
 * have diagnostics although they are not open.
 */
export class Diagnostics {
  readonly #connection: Connection;
  readonly #workspace: Workspace;
  /** The texts whose diagnostics are outdated: their URIs by comparable ones. */
  readonly #outdated = new Map<string, string>();
  /** The texts with diagnostics. */
  readonly #published = new Set<string>();
  #isRunning = false;
  #isStarted = false;
  /** How many changes there were. */
  #changes = 0;

  constructor(connection: Connection, workspace: Workspace) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  /** Begins to publish: the settings and the files of the workspace are known. */
  start(): void {
    this.#isStarted = true;
    this.allChanged();
  }

  /** A text has changed, was opened, or is gone. */
  changed(uri: string): void {
    this.#changes++;
    this.#outdated.set(comparableUri(uri), uri);
    void this.#run();
  }

  /** All texts may have other diagnostics: a document, which rules depend on, has changed. */
  allChanged(): void {
    this.#changes++;
    for (const { uri } of this.#workspace.texts()) this.#outdated.set(comparableUri(uri), uri);
    for (const uri of this.#published) if (!this.#outdated.has(uri)) this.#outdated.set(uri, uri);
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isRunning || !this.#isStarted) return;
    this.#isRunning = true;
    try {
      for (;;) {
        await this.#quiet();
        const [next] = this.#outdated;
        if (next === undefined) return;
        this.#outdated.delete(next[0]);
        await this.#publish(...next);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** Waits until the changes that have arrived are handled: of an edit that is outdated already, nothing is published. */
  async #quiet(): Promise<void> {
    for (let waits = 0; waits < maxWaits; waits++) {
      const before = this.#changes;
      await nextTurn();
      if (before === this.#changes) return;
    }
  }

  async #publish(key: string, uri: string): Promise<void> {
    const document = this.#workspace.open.get(uri);
    const issues = this.#issues(uri, document !== undefined);
    if (issues === undefined && !this.#published.has(key)) return;
    if (issues === undefined || (document === undefined && issues.length === 0)) this.#published.delete(key);
    else this.#published.add(key);
    const diagnostics = (issues ?? []).map(toDiagnostic);
    const version = document?.version;
    const target = document?.uri ?? uri;
    await this.#connection
      .sendDiagnostics({ uri: target, diagnostics, ...(version !== undefined && { version }) })
      // The connection was closed meanwhile.
      .catch(() => undefined);
  }

  /** The issues of a text; `undefined` if it has no diagnostics. */
  #issues(uri: string, isOpen: boolean): readonly Issue[] | undefined {
    const program = isOpen ? this.#workspace.program(uri) : undefined;
    if (program !== undefined) return issuesIn(program);
    const document = this.#workspace.document(uri);
    if (document === undefined || (!isOpen && document.kind === "mcp-servers")) return undefined;
    return documentIssues(document);
  }
}
