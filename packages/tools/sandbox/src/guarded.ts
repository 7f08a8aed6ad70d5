import type { Guard } from "@helve/core";
import { asRun, commandArgs, commandText, copyOf, textOf } from "./guarded/guarded-command.ts";
import { GuardedOperations, type GuardedOptions } from "./guarded/guarded-operations.ts";
import type {
  DirectoryEntry,
  ExecOptions,
  ExecResult,
  FileOptions,
  FileStat,
  ReadOptions,
  RemoveOptions,
  Sandbox,
  SandboxCapabilities,
  SandboxConnection,
  SandboxPort,
  SandboxSnapshot,
  SpawnOptions,
} from "./sandbox.ts";
import type { SandboxProcess } from "./sandbox-process.ts";
import { checkContents } from "./validate.ts";

/**
 * Puts rules in front of a sandbox: each command and each access to a file is an action that the guard decides about before it
 * happens, as if a model had called a tool. Commands are `Terminal.Execute` with `command`, a text that a shell would read (and `user`); files
 * are `Files.Read`, `Files.Write`, `Files.List` and `Files.Delete` with `path`, as the caller wrote it (and `content` or `recursive`). The presets of
 * `@helve/predicates` know them. `stat`, `connection`, `snapshot` and `restore` are not guarded. What a guard withholds afterwards is the result:
 * `onOutput` and the streams of `spawn` have passed the output on by then.
 *
 * Decisions are made one after the other, so that rules that look back see every earlier operation. What the guard stops, and what it
 * would ask a person about without getting an answer, rejects with a `SandboxError` of the kind `denied`. If the guard replaces an
 * operation by another one of the same name, that one happens.
 *
 * Source: AgentSpec Algorithm 1, for what runs inside of tools.
 *
 * @param guard - an `Engine` of `@helve/enforcer`, or a guard of one's own
 *
 * @example
 * const safe = guarded(await localSandbox(), new Engine(program, { predicates: predicates({ languages: { shell } }) }));
 * await safe.exec(["rm", "-rf", "/"]); // SandboxError: denied
 */
export function guarded(sandbox: Sandbox, guard: Guard, options: GuardedOptions = {}): Sandbox {
  return new GuardedSandbox(sandbox, guard, options);
}

class GuardedSandbox implements Sandbox {
  readonly #inner: Sandbox;
  readonly #operations: GuardedOperations;

  constructor(inner: Sandbox, guard: Guard, options: GuardedOptions) {
    this.#inner = inner;
    this.#operations = new GuardedOperations(guard, options);
  }

  get kind(): string {
    return this.#inner.kind;
  }

  get description(): string {
    return this.#inner.description;
  }

  get workingDirectory(): string {
    return this.#inner.workingDirectory;
  }

  get capabilities(): SandboxCapabilities {
    return this.#inner.capabilities;
  }

  get ports(): readonly SandboxPort[] {
    return this.#inner.ports;
  }

  async exec(argv: readonly string[], options: ExecOptions = {}): Promise<ExecResult> {
    const copied = copyOf(argv, options);
    const command = commandText(copied.argv, copied.options, copied.options.input);
    return this.#operations.perform("Terminal.Execute", commandArgs(command, options), options.signal, {
      run: (args) => this.#inner.exec(...asRun(args, command, copied)),
      text: ({ stdout, stderr }) => stdout + stderr,
      failed: ({ success }) => !success,
    });
  }

  async spawn(argv: readonly string[], options: SpawnOptions = {}): Promise<SandboxProcess> {
    const copied = copyOf(argv, options);
    const command = commandText(copied.argv, copied.options, undefined);
    return this.#operations.perform("Terminal.Execute", commandArgs(command, options), options.signal, {
      run: (args) => this.#inner.spawn(...asRun(args, command, copied)),
      text: () => "",
    });
  }

  readFile(path: string, options: ReadOptions = {}): Promise<string> {
    return this.#operations.perform("Files.Read", { path }, options.signal, {
      run: (args) => this.#inner.readFile(textOf(args, "path"), options),
      text: (contents) => contents,
    });
  }

  readBytes(path: string, options: ReadOptions = {}): Promise<Uint8Array> {
    return this.#operations.perform("Files.Read", { path }, options.signal, {
      run: (args) => this.#inner.readBytes(textOf(args, "path"), options),
      text: (bytes) => new TextDecoder().decode(bytes),
    });
  }

  async writeFile(path: string, contents: string | Uint8Array, options: FileOptions = {}): Promise<void> {
    checkContents("The contents of a file", contents);
    const copied = typeof contents === "string" ? contents : contents.slice();
    const content = typeof copied === "string" ? copied : new TextDecoder().decode(copied);
    return this.#operations.perform("Files.Write", { path, content }, options.signal, {
      run: (args) => {
        const written = textOf(args, "content");
        return this.#inner.writeFile(textOf(args, "path"), written === content ? copied : written, options);
      },
      text: () => "",
    });
  }

  list(path: string, options: FileOptions = {}): Promise<readonly DirectoryEntry[]> {
    return this.#operations.perform("Files.List", { path }, options.signal, {
      run: (args) => this.#inner.list(textOf(args, "path"), options),
      text: (entries) => entries.map(({ name }) => name).join("\n"),
    });
  }

  remove(path: string, options: RemoveOptions = {}): Promise<void> {
    const args = options.recursive === true ? { path, recursive: true } : { path };
    return this.#operations.perform("Files.Delete", args, options.signal, {
      run: (args) => this.#inner.remove(textOf(args, "path"), { ...options, recursive: args["recursive"] === true }),
      text: () => "",
    });
  }

  stat(path: string, options?: FileOptions): Promise<FileStat> {
    return this.#inner.stat(path, options);
  }

  connection(options?: { readonly user?: string | undefined }): Promise<SandboxConnection> {
    return this.#inner.connection(options);
  }

  snapshot(): Promise<SandboxSnapshot> {
    return this.#inner.snapshot();
  }

  restore(snapshot: SandboxSnapshot): Promise<void> {
    return this.#inner.restore(snapshot);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
