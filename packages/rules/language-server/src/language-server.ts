/** Creates the language server: connects the editor's requests with the functions of the language service. */
import { isObject } from "@helve/core/internal";
import type { Policy } from "@helve/predicates";
import * as lsp from "vscode-languageserver";
import { capabilities } from "./capabilities.ts";
import { ChangedTexts } from "./changed-texts.ts";
import type { RuleCounts } from "./code-lenses.ts";
import { Diagnostics } from "./diagnostics.ts";
import { knownNames, namePattern } from "./file-patterns.ts";
import { PublishedTests } from "./published-tests.ts";
import { addEditingRequests } from "./requests/editing.ts";
import { addHelveRequests } from "./requests/helve.ts";
import { addNavigationRequests } from "./requests/navigation.ts";
import { addPresentationRequests } from "./requests/presentation.ts";
import { addTestCommand } from "./requests/test-command.ts";
import { readSettings } from "./settings.ts";
import { showMessage } from "./show-message.ts";
import { comparableUri } from "./uri.ts";
import { Workspace } from "./workspace.ts";
import type { WorkspaceFiles } from "./workspace-files.ts";

/** Options of `createLanguageServer`. */
export interface LanguageServerOptions {
  /** The files of the workspace. Without them, the server knows the documents that the editor has open. */
  readonly files?: WorkspaceFiles;
  /**
   * Members that policy files don't have, such as `languages`: the readers of code that predicates need when tests run. Members of a policy file replace
   * these; its `tools` are added.
   */
  readonly policy?: Policy;
  /**
   * How often rules fired in the last session of an agent in a workspace, for code lenses.
   *
   * @param folders - the URIs of the folders of the workspace
   * @returns `undefined` if there was no session
   */
  readonly ruleCounts?: (folders: readonly string[]) => Promise<RuleCounts | undefined>;
  /** The version of the server, for the editor. */
  readonly version?: string;
}

/** A language server. */
export interface LanguageServer {
  /** The text of an open document as the server knows it. */
  textOf(uri: string): string | undefined;
}

/**
 * Creates a language server on a connection, and listens. It answers requests about rule files, policies, OpenTool documents and lists of MCP
 * servers, and publishes their diagnostics. Nothing that an editor sends makes it throw.
 *
 * @param connection - from `createConnection` of `vscode-languageserver`
 *
 * @example
 * createLanguageServer(createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self)));
 */
export function createLanguageServer(connection: lsp.Connection, options: LanguageServerOptions = {}): LanguageServer {
  const { files, policy = {}, ruleCounts, version } = options;
  const workspace = new Workspace(files, policy);
  const session = new ClientSession(connection, workspace);

  connection.onInitialize((params) => {
    if (!session.initialize(params)) {
      return new lsp.ResponseError(lsp.ErrorCodes.InvalidRequest, "the server is initialized already");
    }
    return { capabilities, serverInfo: { name: "helve", version } };
  });
  connection.onInitialized(() => session.reads(() => session.start()));
  connection.onDidChangeConfiguration(({ settings }) => session.reads(() => session.configurationChanged(settings)));
  connection.onDidChangeWatchedFiles(({ changes }) =>
    session.reads(async () => {
      for (const { uri } of changes) reportChange(uri, await workspace.readFile(uri));
    }),
  );

  const reportChange = (uri: string, type: ReturnType<Workspace["changed"]>): void => {
    if (type === "document") session.changedTexts.allChanged();
    session.changedTexts.changed(uri);
  };
  connection.onDidOpenTextDocument((params) => {
    workspace.open.open(params);
    const { uri } = params.textDocument;
    reportChange(uri, workspace.changed(uri));
  });
  connection.onDidChangeTextDocument((params) => {
    if (!workspace.open.change(params)) return;
    const { uri } = params.textDocument;
    reportChange(uri, workspace.changed(uri));
  });
  connection.onDidCloseTextDocument((params) => {
    workspace.open.close(params);
    const { uri } = params.textDocument;
    reportChange(uri, workspace.closed(uri));
  });

  addEditingRequests(connection, workspace);
  addNavigationRequests(connection, workspace);
  addPresentationRequests(connection, workspace, ruleCounts);
  const upToDate = (): Promise<unknown> => session.upToDate();
  addTestCommand(connection, workspace, upToDate);
  addHelveRequests(connection, workspace, upToDate);
  connection.listen();
  return { textOf: (uri) => workspace.open.get(uri)?.getText() };
}

/** The session of an editor: its capabilities, its folders and its settings. */
class ClientSession {
  readonly #connection: lsp.Connection;
  readonly #workspace: Workspace;
  readonly changedTexts: ChangedTexts;
  #isInitialized = false;
  #capabilities: lsp.ClientCapabilities = {};
  #folders: readonly string[] = [];
  #given: unknown;
  /** The problems of settings that the user has seen. */
  #shown: readonly string[] = [];
  /** Settings and files that are being read. */
  #reading: Promise<unknown> = Promise.resolve();
  #namedFiles: lsp.Disposable | undefined;

  constructor(connection: lsp.Connection, workspace: Workspace) {
    this.#connection = connection;
    this.#workspace = workspace;
    this.changedTexts = new ChangedTexts(workspace, (error) => connection.console.error(String(error)));
    this.changedTexts.publish(new Diagnostics(connection, workspace));
  }

  /** @returns whether the client may do that: it does so once */
  initialize(params: lsp.InitializeParams): boolean {
    if (this.#isInitialized) return false;
    this.#isInitialized = true;
    this.#capabilities = params.capabilities;
    this.#given = params.initializationOptions;
    const { experimental } = params.capabilities;
    if (isObject(experimental) && experimental["helveTests"] === true) {
      this.changedTexts.publish(new PublishedTests(this.#connection, this.#workspace));
    }
    const { workspaceFolders, rootUri } = params;
    this.#folders = workspaceFolders == null ? [rootUri].filter(isString) : urisOf(workspaceFolders);
    return true;
  }

  /** Runs a function that reads settings or files. */
  reads(work: () => Promise<void>): Promise<void> {
    const working = work();
    this.#reading = Promise.allSettled([this.#reading, working]);
    return working;
  }

  /** Waits until the settings and files are read, also those that have changed: a request is answered by the new ones. */
  upToDate(): Promise<unknown> {
    return this.#reading;
  }

  async start(): Promise<void> {
    const { workspace } = this.#capabilities;
    if (this.#watchesFiles()) {
      const watchers = knownNames.map((name) => ({ globPattern: `**/${name}` }));
      await this.#register(lsp.DidChangeWatchedFilesNotification.type, { watchers });
    }
    if (workspace?.didChangeConfiguration?.dynamicRegistration === true) {
      await this.#register(lsp.DidChangeConfigurationNotification.type, { section: "helve" });
    }
    if (workspace?.workspaceFolders === true) {
      this.#connection.workspace.onDidChangeWorkspaceFolders(async ({ added, removed }) => {
        const gone = new Set(urisOf(removed).map(comparableUri));
        const kept = this.#folders.filter((uri) => !gone.has(comparableUri(uri)));
        this.#folders = [...kept, ...urisOf(added)];
        await this.reads(() => this.#load());
      });
    }
    await this.#load();
  }

  async configurationChanged(settings: unknown): Promise<void> {
    if (settings !== null && settings !== undefined) this.#given = settings;
    await this.#load();
  }

  /** Reads the settings and the files. */
  async #load(): Promise<void> {
    let given = this.#given;
    if (this.#capabilities.workspace?.configuration === true) {
      // An editor without such a section answers null.
      const asked: unknown = await this.#connection.workspace.getConfiguration("helve").catch(() => undefined);
      given = asked ?? given;
    }
    const { settings, problems } = readSettings(given);
    for (const problem of problems) {
      if (!this.#shown.includes(problem)) showMessage(this.#connection, lsp.MessageType.Warning, `Helve: ${problem}`);
    }
    this.#shown = problems;
    await this.#workspace.load(this.#folders, settings);
    await this.#watchNamedFiles();
    this.changedTexts.start();
  }

  #watchesFiles(): boolean {
    return this.#capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  }

  /** Asks for the changes of the files that the settings name, in place of those that they named before. */
  async #watchNamedFiles(): Promise<void> {
    if (!this.#watchesFiles()) return;
    this.#namedFiles?.dispose();
    const watchers = this.#workspace.namedFiles().map((uri) => ({ globPattern: globOf(uri) }));
    this.#namedFiles =
      watchers.length === 0
        ? undefined
        : await this.#register(lsp.DidChangeWatchedFilesNotification.type, { watchers });
  }

  /** Asks the editor for notifications. One that refuses sends none. */
  async #register<Params>(
    type: lsp.ProtocolNotificationType<unknown, Params>,
    options: Params,
  ): Promise<lsp.Disposable | undefined> {
    return this.#connection.client.register(type, options).catch(() => undefined);
  }
}

/** The URIs of folders. Invalid folders are left out. */
function urisOf(folders: readonly (lsp.WorkspaceFolder | null)[]): readonly string[] {
  return folders.map((folder) => folder?.uri).filter(isString);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** Returns a glob for all files with the same name. */
function globOf(uri: string): string {
  const name = decodeURIComponent(comparableUri(uri).replace(/^.*\//, ""));
  return `**/${namePattern(name)}`;
}
