// Stands in for the module `vscode` in tests: the part of its API that the extension uses. What the extension shows is recorded in `shown`.

import type * as vscode from "vscode";
import { URI, Utils } from "vscode-uri";

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }
}

/** The implementation of VS Code itself. */
export const Uri = { parse: URI.parse, joinPath: Utils.joinPath };
export type Uri = URI;

export class Location {
  readonly uri: Uri;
  readonly range: Range;
  constructor(uri: Uri, range: Range) {
    this.uri = uri;
    this.range = range;
  }
}

export class Disposable {
  readonly dispose: () => void;
  constructor(dispose: () => void) {
    this.dispose = dispose;
  }
  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }
}

export class EventEmitter<Value> {
  readonly #listeners = new Set<(value: Value) => unknown>();
  readonly event = (listener: (value: Value) => unknown): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => void this.#listeners.delete(listener));
  };
  fire(value: Value): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
  get size(): number {
    return this.#listeners.size;
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#cancelled.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#cancelled.fire();
  }
  dispose(): void {
    this.#cancelled.dispose();
  }
}

export class CancellationError extends Error {}

/** `findFiles` ignores it. */
export class RelativePattern {}

export class TestMessage {
  location?: Location;
  expectedOutput?: string;
  actualOutput?: string;
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
  static diff(message: string, expected: string, actual: string): TestMessage {
    return Object.assign(new TestMessage(message), { expectedOutput: expected, actualOutput: actual });
  }
}

export class TestRunRequest {
  readonly include: readonly vscode.TestItem[] | undefined;
  readonly exclude: readonly vscode.TestItem[] | undefined;
  readonly continuous: boolean | undefined;
  constructor(
    include?: readonly vscode.TestItem[],
    exclude?: readonly vscode.TestItem[],
    _profile?: vscode.TestRunProfile,
    continuous?: boolean,
  ) {
    this.include = include;
    this.exclude = exclude;
    this.continuous = continuous;
  }
}

export class BranchCoverage {
  readonly executed: boolean;
  readonly label: string;
  constructor(executed: boolean, _location: Range, label: string) {
    this.executed = executed;
    this.label = label;
  }
}

export class StatementCoverage {
  readonly executed: boolean;
  readonly location: Range;
  readonly branches: readonly BranchCoverage[];
  constructor(executed: boolean, location: Range, branches: readonly BranchCoverage[]) {
    this.executed = executed;
    this.location = location;
    this.branches = branches;
  }
}

export class DeclarationCoverage {
  readonly name: string;
  readonly executed: boolean;
  readonly location: Range;
  constructor(name: string, executed: boolean, location: Range) {
    this.name = name;
    this.executed = executed;
    this.location = location;
  }
}

export class FileCoverage {
  readonly uri: Uri;
  private constructor(uri: Uri) {
    this.uri = uri;
  }
  static fromDetails(uri: Uri): FileCoverage {
    return new FileCoverage(uri);
  }
}

export const TestRunProfileKind = { Run: 1, Debug: 2, Coverage: 3 };
export const LanguageStatusSeverity = { Information: 0, Warning: 1, Error: 2 };
export const ViewColumn = { Beside: -2, One: 1 };

/** The objects that the extension has registered and shown, for tests. */
export const shown = {
  controllers: [] as StubController[],
  commands: new Map<string, (...args: never[]) => unknown>(),
  statuses: [] as { text?: string; command?: { command: string }; dispose(): void }[],
  errors: [] as string[],
  /** The settings of the section `helve`. */
  settings: {} as Readonly<Record<string, unknown>>,
  isTrusted: true,
  panels: [] as StubPanel[],
  serializers: [] as { deserializeWebviewPanel(panel: StubPanel): Promise<void> }[],
  documents: [] as { uri: string; line: number }[],
  /** The files that `findFiles` finds, and the texts of those that can be read. */
  files: [] as string[],
  texts: new Map<string, string>(),
  configuration: new EventEmitter<{ affectsConfiguration(section: string): boolean }>(),
  saved: new EventEmitter<{ languageId: string; uri: Uri }>(),
  changed: new EventEmitter<{ document: { languageId: string; uri: Uri } }>(),
  trusted: new EventEmitter<void>(),
  activeEditor: new EventEmitter<{ document: { languageId: string; uri: Uri } } | undefined>(),
};

/** Forgets what was registered and shown by the tests of another file, which may have run in the same process. */
export function resetShown(): void {
  for (const list of [shown.controllers, shown.statuses, shown.errors, shown.panels, shown.serializers]) list.splice(0);
  for (const list of [shown.documents, shown.files]) list.splice(0);
  shown.commands.clear();
  shown.texts.clear();
  shown.settings = {};
  shown.isTrusted = true;
}

class ItemCollection {
  readonly #items = new Map<string, StubItem>();
  readonly #parent: StubItem | undefined;
  constructor(parent?: StubItem) {
    this.#parent = parent;
  }
  get size(): number {
    return this.#items.size;
  }
  get(id: string): StubItem | undefined {
    return this.#items.get(id);
  }
  add(item: StubItem): void {
    item.parent = this.#parent;
    this.#items.set(item.id, item);
  }
  delete(id: string): void {
    this.#items.delete(id);
  }
  /** Refuses items with the same identifier, as VS Code does. */
  replace(items: readonly StubItem[]): void {
    if (new Set(items.map(({ id }) => id)).size < items.length) throw new Error("duplicate test item");
    this.#items.clear();
    for (const item of items) this.add(item);
  }
  [Symbol.iterator](): Iterator<[string, StubItem]> {
    return this.#items[Symbol.iterator]();
  }
}

/** An item of the test explorer. */
export class StubItem {
  readonly id: string;
  readonly label: string;
  readonly uri: Uri;
  readonly children: ItemCollection = new ItemCollection(this);
  parent: StubItem | undefined;
  range?: Range;
  constructor(id: string, label: string, uri: Uri) {
    this.id = id;
    this.label = label;
    this.uri = uri;
  }
}

/** A run of tests: what was reported, in order. */
export class StubRun {
  readonly events: (readonly [kind: string, id: string, message?: TestMessage])[] = [];
  readonly coverage: FileCoverage[] = [];
  output = "";
  isEnded = false;
  started(item: StubItem): void {
    this.events.push(["started", item.id]);
  }
  passed(item: StubItem): void {
    this.events.push(["passed", item.id]);
  }
  skipped(item: StubItem): void {
    this.events.push(["skipped", item.id]);
  }
  failed(item: StubItem, message: TestMessage): void {
    this.events.push(["failed", item.id, message]);
  }
  errored(item: StubItem, message: TestMessage): void {
    this.events.push(["errored", item.id, message]);
  }
  appendOutput(text: string): void {
    this.output += text;
  }
  addCoverage(coverage: FileCoverage): void {
    this.coverage.push(coverage);
  }
  end(): void {
    this.isEnded = true;
  }
}

/** A test controller. */
export class StubController {
  readonly items = new ItemCollection();
  readonly runs: StubRun[] = [];
  readonly profiles: {
    kind: number;
    supportsContinuousRun: boolean;
    run: (request: TestRunRequest, token: CancellationTokenSource["token"]) => Promise<void>;
    loadDetailedCoverage?: (run: StubRun, file: FileCoverage) => Promise<readonly unknown[]>;
  }[] = [];
  createTestItem(id: string, label: string, uri: Uri): StubItem {
    return new StubItem(id, label, uri);
  }
  createRunProfile(
    _label: string,
    kind: number,
    run: (request: TestRunRequest, token: CancellationTokenSource["token"]) => Promise<void>,
    _isDefault: boolean,
    _tag: unknown,
    supportsContinuousRun: boolean,
  ): object {
    const profile = { kind, run, supportsContinuousRun };
    this.profiles.push(profile);
    return profile;
  }
  createTestRun(): StubRun {
    const run = new StubRun();
    this.runs.push(run);
    return run;
  }
  dispose(): void {}
}

/** A panel with a page. */
export class StubPanel {
  readonly #received = new EventEmitter<unknown>();
  readonly #disposed = new EventEmitter<void>();
  /** The messages that the extension has sent to the page. */
  readonly sent: { readonly type: string; readonly [name: string]: unknown }[] = [];
  readonly #waiting = new Set<() => void>();
  readonly webview = {
    html: "",
    options: {},
    cspSource: "https://csp.example",
    asWebviewUri: (uri: Uri) => uri,
    onDidReceiveMessage: this.#received.event,
    postMessage: async (message: { readonly type: string }) => {
      this.sent.push(message);
      for (const wake of [...this.#waiting]) wake();
      this.#waiting.clear();
      return true;
    },
  };
  readonly onDidDispose = this.#disposed.event;
  iconPath: unknown;
  /** Sends a message as the page does. */
  receive(message: unknown): void {
    this.#received.fire(message);
  }
  /** Waits for a message to the page. */
  async message(type: string): Promise<StubPanel["sent"][number]> {
    for (;;) {
      const index = this.sent.findIndex((message) => message.type === type);
      const [found] = index < 0 ? [] : this.sent.splice(index, 1);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => void this.#waiting.add(resolve));
    }
  }
  reveal(): void {}
  isDisposed = false;
  dispose(): void {
    this.isDisposed = true;
    this.#disposed.fire();
  }
}

export const tests = {
  createTestController(): StubController {
    const controller = new StubController();
    shown.controllers.push(controller);
    return controller;
  },
};

export const commands = {
  registerCommand(name: string, run: (...args: never[]) => unknown): Disposable {
    shown.commands.set(name, run);
    return new Disposable(() => void shown.commands.delete(name));
  },
};

export const languages = {
  createLanguageStatusItem(): { dispose(): void } {
    const item: (typeof shown.statuses)[number] = { dispose: () => undefined };
    shown.statuses.push(item);
    return item;
  },
};

export const window = {
  activeTextEditor: undefined,
  onDidChangeActiveTextEditor: shown.activeEditor.event,
  createOutputChannel: () => ({ error: () => undefined, warn: () => undefined, dispose: () => undefined }),
  showErrorMessage: async (message: string) => void shown.errors.push(message),
  registerWebviewPanelSerializer(_type: string, serializer: (typeof shown.serializers)[number]): Disposable {
    shown.serializers.push(serializer);
    return new Disposable(() => undefined);
  },
  createWebviewPanel(): StubPanel {
    const panel = new StubPanel();
    shown.panels.push(panel);
    return panel;
  },
  async showTextDocument(uri: Uri, { selection }: { readonly selection: Range }): Promise<void> {
    if (!shown.files.includes(uri.toString())) throw new Error(`there is no ${uri.path}`);
    shown.documents.push({ uri: uri.toString(), line: selection.start.line });
  },
};

export const workspace = {
  asRelativePath: (uri: Uri): string => uri.path.split("/").slice(-2).join("/"),
  findFiles: async (): Promise<readonly Uri[]> => shown.files.map((uri) => Uri.parse(uri)),
  workspaceFolders: undefined,
  get isTrusted(): boolean {
    return shown.isTrusted;
  },
  getConfiguration: () => ({ get: (name: string): unknown => shown.settings[name] }),
  fs: {
    stat: async (uri: Uri) => ({ size: textOf(uri).length }),
    readFile: async (uri: Uri) => new TextEncoder().encode(textOf(uri)),
  },
  onDidChangeConfiguration: shown.configuration.event,
  onDidGrantWorkspaceTrust: shown.trusted.event,
  onDidSaveTextDocument: shown.saved.event,
  onDidChangeTextDocument: shown.changed.event,
};

function textOf(uri: Uri): string {
  const text = shown.texts.get(uri.toString());
  if (text === undefined) throw new Error(`there is no ${uri.path}`);
  return text;
}
