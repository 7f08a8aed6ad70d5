/** A workspace of an editor: its rule files, policies and OpenTool documents, and how they depend on each other. */
import { type Catalogue, toolsFromDocuments } from "@helve/agentspec";
import { isObject, jsonSyntaxIssue } from "@helve/core/internal";
import { type OpenProgram, openProgram, updateProgram } from "@helve/language-service";
import { mcpServerNames, type OpenDocument, openDocument } from "@helve/language-service/documents";
import { type OpenTool, readOpenTool } from "@helve/opentool";
import { type Policy, predicateCatalogue, predicates } from "@helve/predicates";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type FileKind, kindOfDocument, kindOfName } from "./file-kind.ts";
import { OpenTexts } from "./open-texts.ts";
import { readSettings, type Settings } from "./settings.ts";
import { besideUri, comparableUri } from "./uri.ts";
import type { WorkspaceFiles } from "./workspace-files.ts";

/** A file of the workspace, or an open document: its text and what it contains. */
export interface WorkspaceText {
  /** As the editor writes it. */
  readonly uri: string;
  readonly text: string;
  readonly kind: FileKind;
}

/** A workspace: the files on disk, the documents that are open, and the settings. */
export class Workspace {
  readonly open: OpenTexts = new OpenTexts();
  readonly #files: WorkspaceFiles | undefined;
  readonly #basePolicy: Policy;
  /** The texts on disk, by comparable URIs. */
  readonly #onDisk = new Map<string, WorkspaceText>();
  #folders: readonly string[] = [];
  #settings: Settings = readSettings(undefined).settings;
  /** By the URI of the policy. Emptied when a document changes that is no rule file. */
  readonly #catalogues = new Map<string, Catalogue>();
  readonly #programs = new Map<string, OpenProgram>();
  readonly #documents = new Map<string, OpenDocument>();

  /** @param basePolicy - what policies don't say, such as the readers of languages */
  constructor(files: WorkspaceFiles | undefined, basePolicy: Policy) {
    this.#files = files;
    this.#basePolicy = basePolicy;
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** The URIs of the folders of the workspace. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Replaces the settings and the folders, and reads the files of the folders again. */
  async load(folders: readonly string[], settings: Settings): Promise<void> {
    this.#folders = folders;
    this.#settings = settings;
    const files = this.#files;
    const listed = await Promise.all(
      folders.map((folder) => files?.list(folder, (name) => kindOfName(name) !== undefined) ?? []),
    );
    const uris = [...new Set([...listed.flat(), ...this.namedFiles()])];
    this.#onDisk.clear();
    this.forget();
    // A process can't open any number of files at once.
    for (let at = 0; at < uris.length; at += maxOpenFiles) {
      await Promise.all(uris.slice(at, at + maxOpenFiles).map((uri) => this.readFile(uri)));
    }
  }

  /** The URIs of the files that the settings name. */
  namedFiles(): readonly string[] {
    const { tools, policy } = this.#settings;
    return [...tools, ...(policy === undefined ? [] : [policy])].flatMap((path) => this.resolve(path) ?? []);
  }

  /** Reads a file of the workspace again, or forgets it if it is gone. */
  async readFile(uri: string): Promise<FileKind["type"] | undefined> {
    const kind = this.#kindOfFile(uri);
    const text = kind === undefined ? undefined : await this.#files?.read(uri);
    const key = comparableUri(uri);
    const before = this.#onDisk.get(key)?.kind.type;
    if (kind === undefined || text === undefined) this.#onDisk.delete(key);
    else this.#onDisk.set(key, { uri, text, kind });
    const now = this.changed(uri);
    if (before !== "document") return now ?? before;
    this.forget();
    return before;
  }

  /**
   * Forgets what was computed from a text.
   *
   * @returns what the text contains: other texts may depend on a document; `undefined` if the server has nothing to say about it
   */
  changed(uri: string): FileKind["type"] | undefined {
    const key = comparableUri(uri);
    const type = this.textOf(uri)?.kind.type;
    const wasDocument = this.#documents.has(key);
    if (type === "document" || wasDocument) {
      this.forget();
      return "document";
    }
    // The program of an open text is updated from its last one.
    if (this.open.get(uri) === undefined) this.#programs.delete(key);
    return type;
  }

  /** Forgets everything that was computed from texts. */
  forget(): void {
    this.#catalogues.clear();
    this.#programs.clear();
    this.#documents.clear();
  }

  /** Forgets a document that was closed; the file on disk remains. */
  closed(uri: string): FileKind["type"] | undefined {
    this.#programs.delete(comparableUri(uri));
    return this.changed(uri);
  }

  /** The text with a URI: the open document, or else the file on disk. */
  textOf(uri: string): WorkspaceText | undefined {
    const document = this.open.get(uri);
    return document === undefined ? this.#onDisk.get(comparableUri(uri)) : this.#openText(document);
  }

  /** All texts of the workspace and all open documents. */
  texts(): readonly WorkspaceText[] {
    const keys = new Set([...this.#onDisk.keys(), ...Array.from(this.open.all(), ({ uri }) => comparableUri(uri))]);
    return [...keys].flatMap((key) => this.textOf(key) ?? []);
  }

  /** The rules of a text; `undefined` if it has none. */
  program(uri: string): OpenProgram | undefined {
    const text = this.textOf(uri);
    if (text?.kind.type !== "rules") return undefined;
    const key = comparableUri(uri);
    const catalogue = this.#catalogueOf(uri);
    const known = this.#programs.get(key);
    if (known?.text === text.text && known.catalogue === catalogue) return known;
    const program =
      known === undefined ? openProgram(text.text, catalogue) : updateProgram(known, text.text, catalogue);
    this.#programs.set(key, program);
    return program;
  }

  /** The document of a text; `undefined` if it is one of rules. */
  document(uri: string): OpenDocument | undefined {
    const text = this.textOf(uri);
    if (text?.kind.type !== "document") return undefined;
    const key = comparableUri(uri);
    const { kind, format } = text.kind;
    const known = this.#documents.get(key);
    if (known?.text === text.text && known.kind === kind && known.format === format) return known;
    const { languages } = this.#basePolicy;
    const document = openDocument(text.text, kind, { format, languages });
    this.#documents.set(key, document);
    return document;
  }

  /** The texts that belong to the same rules: for `rules.agentspec` the tests in `rules.test.agentspec`, and the other way round. */
  linked(uri: string): readonly { readonly uri: string; readonly program: OpenProgram }[] {
    const other = uri.endsWith(".test.agentspec")
      ? uri.replace(/\.test\.agentspec$/, ".agentspec")
      : uri.replace(/\.agentspec$/, ".test.agentspec");
    const text = other === uri ? undefined : this.textOf(other);
    const program = text && this.program(text.uri);
    return text === undefined || program === undefined ? [] : [{ uri: text.uri, program }];
  }

  /** The policy of rules: the one of the settings, or else the one beside them. An invalid one is left out. */
  policyOf(uri: string): Policy {
    const text = this.textOf(this.#policyUri(uri))?.text;
    const policy = text === undefined ? undefined : validPolicy(text, this.#basePolicy);
    return policy ?? this.#basePolicy;
  }

  /** The URI of a path in the settings. */
  resolve(path: string): string | undefined {
    const [folder] = this.#folders;
    const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/.test(path);
    if (folder === undefined && !isAbsolute) return undefined;
    const base = isAbsolute ? "file:///" : folder?.replace(/\/?$/, "/");
    return URL.parse(encodeURI(path.replaceAll("\\", "/")), base)?.href;
  }

  #policyUri(uri: string): string {
    const named = this.#settings.policy === undefined ? undefined : this.resolve(this.#settings.policy);
    return named ?? besideUri(uri, "policy.json");
  }

  #openText(document: TextDocument): WorkspaceText | undefined {
    const { uri, languageId } = document;
    const text = document.getText();
    const kind = kindOfDocument(uri, languageId, text) ?? this.#kindOfFile(uri);
    return kind === undefined || this.#isForeignPolicy(uri, kind) ? undefined : { uri, text, kind };
  }

  /** Returns the kind of a file by its name, or because the settings name the file. */
  #kindOfFile(uri: string): FileKind | undefined {
    const isNamed = (path: string): boolean => comparableUri(this.resolve(path) ?? "") === comparableUri(uri);
    if (this.#settings.policy !== undefined && isNamed(this.#settings.policy)) {
      return { type: "document", kind: "policy", format: "json" };
    }
    if (this.#settings.tools.some(isNamed)) {
      return { type: "document", kind: "opentool", format: /\.ya?ml$/i.test(uri) ? "yaml" : "json" };
    }
    return kindOfName(uri);
  }

  /** Whether a `policy.json` is one of something else: there are no rules beside it. */
  #isForeignPolicy(uri: string, kind: FileKind): boolean {
    if (kind.type !== "document" || kind.kind !== "policy" || !uri.endsWith("/policy.json")) return false;
    if (this.#settings.policy !== undefined && comparableUri(this.#policyUri(uri)) === comparableUri(uri)) return false;
    const rules = besideUri(comparableUri(uri), "rules.agentspec");
    return !this.#onDisk.has(rules) && this.open.get(rules) === undefined;
  }

  /** The tools, toolkits and predicates that rules can name. */
  #catalogueOf(uri: string): Catalogue {
    const key = comparableUri(this.#policyUri(uri));
    const known = this.#catalogues.get(key);
    if (known !== undefined) return known;
    const texts = this.texts();
    const documents = texts.flatMap((text) => openToolOf(text) ?? []);
    const toolkits = texts.flatMap(({ kind, text }) =>
      kind.type === "document" && kind.kind === "mcp-servers" ? mcpServerNames(text) : [],
    );
    const catalogue: Catalogue = {
      predicates: predicatesOf(this.policyOf(uri)),
      tools: documents.length > 0 && this.#settings.checkTools ? toolsFromDocuments(documents) : undefined,
      toolkits: toolkits.length > 0 ? toolkits : undefined,
    };
    this.#catalogues.set(key, catalogue);
    return catalogue;
  }
}

const maxOpenFiles = 64;

/** Reads the OpenTool document of a workspace; undefined for other files. */
function openToolOf({ kind, text }: WorkspaceText): OpenTool | undefined {
  return kind.type === "document" && kind.kind === "opentool" ? readOpenTool(text).value : undefined;
}

/** A policy of a file on top of another; `undefined` if it is invalid. */
function validPolicy(text: string, base: Policy): Policy | undefined {
  const json = text.replace(/^\uFEFF/, " ");
  if (jsonSyntaxIssue(json) !== undefined) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    if (!isObject(value) || Array.isArray(value)) return undefined;
    const { $schema: _, ...own }: Policy & { readonly $schema?: unknown } = value;
    const policy: Policy = { ...base, ...own, tools: own.tools ? { ...base.tools, ...own.tools } : base.tools };
    predicates(policy);
    return policy;
  } catch {
    // Reported in the policy.
    return undefined;
  }
}

/** Returns the predicates of a policy; if it is invalid, only their names and parameters. */
function predicatesOf(policy: Policy): NonNullable<Catalogue["predicates"]> {
  try {
    return predicates(policy);
  } catch {
    return predicateCatalogue;
  }
}
