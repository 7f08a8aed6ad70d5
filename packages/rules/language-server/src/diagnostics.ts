import type { Issue } from "@helve/core";
import { issuesIn } from "@helve/language-service";
import { documentIssues } from "@helve/language-service/documents";
import type { Connection } from "vscode-languageserver";
import type { Publication } from "./changed-texts.ts";
import { toDiagnostic } from "./conversions.ts";
import { comparableUri } from "./uri.ts";
import type { Workspace } from "./workspace.ts";

/** Publishes the diagnostics of texts. Documents that rules depend on have diagnostics although they are not open. */
export class Diagnostics implements Publication {
  readonly #connection: Connection;
  readonly #workspace: Workspace;
  /** The texts with diagnostics. */
  readonly #published = new Set<string>();

  constructor(connection: Connection, workspace: Workspace) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  published(): Iterable<string> {
    return this.#published;
  }

  async publish(uri: string): Promise<void> {
    const key = comparableUri(uri);
    const document = this.#workspace.open.get(uri);
    const issues = this.#issues(uri, document !== undefined);
    if (issues === undefined && !this.#published.has(key)) return;
    if (issues === undefined || (document === undefined && issues.length === 0)) this.#published.delete(key);
    else this.#published.add(key);
    const diagnostics = (issues ?? []).map(toDiagnostic);
    const version = document?.version;
    const target = document?.uri ?? uri;
    await this.#connection
      .sendDiagnostics({ uri: target, diagnostics, version: isInteger(version) ? version : undefined })
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

/** Whether a document version is valid: a client may send any value. */
function isInteger(version: number | undefined): version is number {
  return Number.isInteger(version);
}
