/** Runs the language server over standard input and output. */
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { createConnection } from "vscode-languageserver/node";
import { createLanguageServer, type LanguageServerOptions } from "../language-server.ts";
import { diskFiles } from "./disk-files.ts";

/** Options of `runStdioServer`. */
export interface StdioServerOptions extends LanguageServerOptions {
  /** Standard input by default. */
  readonly input?: Readable;
  /** Standard output by default. */
  readonly output?: Writable;
  readonly signal?: AbortSignal;
}

/**
 * Serves one editor over standard input and output, until it closes the input. After the editor's `exit`, the process ends.
 *
 * @example
 * await runStdioServer({ policy: { languages: { shell } } });
 */
export async function runStdioServer(options: StdioServerOptions = {}): Promise<void> {
  const { input = process.stdin, output = process.stdout, signal, ...rest } = options;
  const connection = createConnection(input, output);
  createLanguageServer(connection, { files: diskFiles(), ...rest });
  await once(input, "close", signal === undefined ? {} : { signal }).catch((error: unknown) => {
    if (signal?.aborted !== true) throw error;
  });
  connection.dispose();
}
