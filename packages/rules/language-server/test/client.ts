import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import {
  createProtocolConnection,
  type DataCallback,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type ShowMessageParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from "vscode-languageserver-protocol/node";
import { runStdioServer } from "../src/node.ts";
import { serverOptions } from "./server-options.ts";

/** An editor in a folder of its own, with a server. */
export interface TestClient {
  readonly connection: ProtocolConnection;
  readonly folder: string;
  readonly initialized: InitializeResult;
  /** The messages that the user has seen. */
  readonly messages: string[];
  /** Everything that was published, in order. */
  readonly published: PublishDiagnosticsParams[];
  uri(name: string): string;
  open(name: string, text: string, languageId?: string): Promise<void>;
  change(name: string, version: number, contentChanges: TextDocumentContentChangeEvent[]): Promise<void>;
  close(name: string): Promise<void>;
  /** Waits for the diagnostics of a version, or if there is none, for the next ones. */
  diagnostics(name: string, version?: number): Promise<readonly Diagnostic[]>;
  /** Waits until something is published that fulfills a condition. */
  publishedWhere(isWanted: (params: PublishDiagnosticsParams) => boolean): Promise<PublishDiagnosticsParams>;
  message(): Promise<string>;
  /** Writes to the standard input of the server. */
  write(text: string): void;
  /** The answer to a request that was written by `write`. */
  rawAnswer(id: string): Promise<unknown>;
}

export interface TestClientOptions {
  readonly params?: Partial<InitializeParams>;
  /** The answer to `workspace/configuration`. */
  readonly configuration?: unknown;
  /** Whether the server runs in the process of the test, as it does by default. */
  readonly inProcess?: boolean;
}

/** Writes files, starts a server in their folder, and initializes it. */
export async function startClient(
  files: Readonly<Record<string, string>> = {},
  { params, configuration, inProcess = true }: TestClientOptions = {},
): Promise<TestClient> {
  const folder = mkdtempSync(join(tmpdir(), "helve-lsp-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const server = inProcess ? startServer() : startProcess(folder);
  const answers = new Map<string, unknown>();
  const reader = new (class extends StreamMessageReader {
    override listen(callback: DataCallback) {
      return super.listen((message) => {
        const { id } = message as { readonly id?: unknown };
        if (typeof id !== "string") return callback(message);
        answers.set(id, message);
        arrived();
      });
    }
  })(server.output);
  const connection = createProtocolConnection(reader, new StreamMessageWriter(server.input));
  const published: PublishDiagnosticsParams[] = [];
  const messages: string[] = [];
  const waiting = new Set<() => void>();
  const waitFor = async <Value>(find: () => Value | undefined): Promise<Value> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          resolve();
        };
        waiting.add(wake);
      });
    }
  };
  const arrived = (): void => {
    for (const wake of [...waiting]) wake();
  };
  connection.onNotification("textDocument/publishDiagnostics", (sent: PublishDiagnosticsParams) => {
    published.push(sent);
    arrived();
  });
  connection.onNotification("window/showMessage", ({ message }: ShowMessageParams) => {
    messages.push(message);
    arrived();
  });
  connection.onRequest("client/registerCapability", () => null);
  connection.onRequest("workspace/configuration", () => [configuration ?? null]);
  connection.listen();
  const root = pathToFileURL(folder).href;
  const initialized: InitializeResult = await connection.sendRequest("initialize", {
    processId: null,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: "test" }],
    capabilities: { workspace: { configuration: configuration !== undefined } },
    ...params,
  });
  await connection.sendNotification("initialized", {});
  const uri = (name: string): string => (/^[a-z-]+:/.test(name) ? name : pathToFileURL(join(folder, name)).href);
  const publishedWhere = (isWanted: (sent: PublishDiagnosticsParams) => boolean): Promise<PublishDiagnosticsParams> =>
    waitFor(() => published.findLast(isWanted));
  return {
    ...{ connection, folder, initialized, messages, published, uri, publishedWhere },
    open: (name, text, languageId = name.endsWith(".agentspec") ? "agentspec" : "json") =>
      connection.sendNotification("textDocument/didOpen", {
        textDocument: { uri: uri(name), languageId, version: 1, text },
      }),
    change: (name, version, contentChanges) =>
      connection.sendNotification("textDocument/didChange", {
        textDocument: { uri: uri(name), version },
        contentChanges,
      }),
    close: (name) => connection.sendNotification("textDocument/didClose", { textDocument: { uri: uri(name) } }),
    diagnostics: async (name, version = 1) =>
      (await publishedWhere((sent) => sent.uri === uri(name) && sent.version === version)).diagnostics,
    message: () => waitFor(() => messages.shift()),
    write: (text) => void server.input.write(text),
    rawAnswer: (id) => waitFor(() => answers.get(id)),
  };
}

/** The streams of a client. */
interface Streams {
  readonly input: Writable;
  readonly output: Readable;
}

function startServer(): Streams {
  const [input, output] = [new PassThrough(), new PassThrough()];
  // It has no end: what it has begun may go on after the test.
  void runStdioServer({ ...serverOptions, input, output });
  return { input, output };
}

function startProcess(cwd: string): Streams {
  const program = fileURLToPath(new URL("stdio-server.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@helve/source", program], {
    cwd,
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  return { input: child.stdin, output: child.stdout };
}
