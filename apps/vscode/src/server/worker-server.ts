/** The language server in a worker, for VS Code in a browser. */
import { createLanguageServer } from "@helve/language-server";
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { basePolicy } from "./base-policy.ts";
import { fileMethods } from "./file-methods.ts";

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const connection = createConnection(new BrowserMessageReader(scope), new BrowserMessageWriter(scope));
createLanguageServer(connection, {
  policy: basePolicy,
  files: {
    async list(folder, isWanted) {
      const found: readonly string[] = await connection.sendRequest(fileMethods.list, { folder });
      return found.filter((uri) => isWanted(uri.slice(uri.lastIndexOf("/") + 1)));
    },
    async read(uri) {
      const text: string | null = await connection.sendRequest(fileMethods.read, { uri });
      return text ?? undefined;
    },
  },
});
