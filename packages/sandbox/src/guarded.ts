import type { Action, Args, Guard, GuardContext, Step, StepStatus, Verdict } from "@helve/core";
import type {
  CommandOptions,
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
import { SandboxError } from "./sandbox-error.ts";
import type { SandboxProcess } from "./sandbox-process.ts";
import { shellQuote } from "./shell-quote.ts";
import { checkArgv, checkContents, checkEnv, checkOptions, checkPath } from "./validate.ts";

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

/** Options of {@link guarded}. */
export interface GuardedOptions {
  /** The user's request, for rules that read it. */
  readonly prompt?: string | undefined;
  /** The state of the host, for rules that read it. */
  readonly state?: unknown;
  /** The time in milliseconds since 1970; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
}

class GuardedSandbox implements Sandbox {
  readonly #inner: Sandbox;
  readonly #guard: Guard;
  readonly #options: GuardedOptions;
  readonly #steps: Step[] = [];
  readonly #running = new Map<string, Action>();
  #lastDecision: Promise<unknown> = Promise.resolve();
  #count = 0;

  constructor(inner: Sandbox, guard: Guard, options: GuardedOptions) {
    this.#inner = inner;
    this.#guard = guard;
    this.#options = options;
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
    return this.#perform("Terminal.Execute", commandArgs(command, options), options.signal, {
      run: (args) => this.#inner.exec(...asRun(args, command, copied)),
      text: ({ stdout, stderr }) => stdout + stderr,
      failed: ({ success }) => !success,
    });
  }

  async spawn(argv: readonly string[], options: SpawnOptions = {}): Promise<SandboxProcess> {
    const copied = copyOf(argv, options);
    const command = commandText(copied.argv, copied.options, undefined);
    return this.#perform("Terminal.Execute", commandArgs(command, options), options.signal, {
      run: (args) => this.#inner.spawn(...asRun(args, command, copied)),
      text: () => "",
    });
  }

  readFile(path: string, options: ReadOptions = {}): Promise<string> {
    return this.#perform("Files.Read", { path }, options.signal, {
      run: (args) => this.#inner.readFile(textOf(args, "path"), options),
      text: (contents) => contents,
    });
  }

  readBytes(path: string, options: ReadOptions = {}): Promise<Uint8Array> {
    return this.#perform("Files.Read", { path }, options.signal, {
      run: (args) => this.#inner.readBytes(textOf(args, "path"), options),
      text: (bytes) => new TextDecoder().decode(bytes),
    });
  }

  async writeFile(path: string, contents: string | Uint8Array, options: FileOptions = {}): Promise<void> {
    checkContents("The contents of a file", contents);
    const copied = typeof contents === "string" ? contents : contents.slice();
    const content = typeof copied === "string" ? copied : new TextDecoder().decode(copied);
    return this.#perform("Files.Write", { path, content }, options.signal, {
      run: (args) => {
        const written = textOf(args, "content");
        return this.#inner.writeFile(textOf(args, "path"), written === content ? copied : written, options);
      },
      text: () => "",
    });
  }

  list(path: string, options: FileOptions = {}): Promise<readonly DirectoryEntry[]> {
    return this.#perform("Files.List", { path }, options.signal, {
      run: (args) => this.#inner.list(textOf(args, "path"), options),
      text: (entries) => entries.map(({ name }) => name).join("\n"),
    });
  }

  remove(path: string, options: RemoveOptions = {}): Promise<void> {
    const args = options.recursive === true ? { path, recursive: true } : { path };
    return this.#perform("Files.Delete", args, options.signal, {
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

  /** Lets the guard decide, does the work, and lets the guard look at the result. */
  async #perform<Result>(
    name: string,
    args: Args,
    signal: AbortSignal = new AbortController().signal,
    operation: Operation<Result>,
  ): Promise<Result> {
    const action: Action = { id: `sandbox-${++this.#count}`, name, args };
    const admitted = await this.#inTurn(() => this.#admit(action, signal));
    let status: StepStatus = "failed";
    let text = "";
    try {
      const result = await operation.run(admitted.args);
      status = operation.failed?.(result) === true ? "failed" : "success";
      text = operation.text(result);
      await this.#inTurn(() => this.#complete(admitted, text, status, signal));
      return result;
    } catch (error) {
      if (this.#running.has(action.id)) {
        const isUnknown = signal.aborted || (error instanceof SandboxError && error.code === "timeout");
        const ended = isUnknown ? "timed_out" : "failed";
        await this.#inTurn(() => this.#complete(admitted, String(error), ended, signal));
      }
      throw error;
    }
  }

  /** Does work after the work before it has ended. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lastDecision.then(work);
    this.#lastDecision = result.catch(() => {});
    return result;
  }

  /**
   * @returns the action that happens
   * @throws SandboxError `denied` unless the guard allows it
   */
  async #admit(action: Action, signal: AbortSignal): Promise<Action> {
    signal.throwIfAborted();
    const verdict = await this.#guard.before(action, this.#context(signal));
    const reason = denialOf(verdict);
    if (reason === undefined && verdict.kind === "allow" && verdict.action.name === action.name) {
      this.#running.set(action.id, verdict.action);
      return verdict.action;
    }
    const message = reason ?? `The rules put another action in the place of ${action.name}`;
    this.#steps.push(this.#step(action, message, "stopped"));
    throw new SandboxError("denied", message);
  }

  /** @throws SandboxError `denied` if the guard withholds the result */
  async #complete(action: Action, text: string, status: StepStatus, signal: AbortSignal): Promise<void> {
    this.#running.delete(action.id);
    const step = this.#step(action, text, status);
    const verdict = await this.#guard.after?.(step, this.#context(signal));
    this.#steps.push(step);
    const reason = verdict === undefined ? undefined : denialOf(verdict);
    if (reason !== undefined) throw new SandboxError("denied", reason);
  }

  #step(action: Action, text: string, status: StepStatus): Step {
    const observation = { parts: [{ type: "text" as const, content: text }], isError: status !== "success" };
    return { action, observation, ran: status !== "stopped", endedAt: this.#now(), status };
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  #context(signal: AbortSignal): GuardContext {
    const inFlight = Array.from(
      this.#running.values(),
      (action): Step => ({ action, observation: { parts: [], isError: false }, ran: false, inFlight: true }),
    );
    const { prompt = "", state } = this.#options;
    return {
      trajectory: [...this.#steps, ...inFlight],
      prompt,
      ...(state !== undefined && { state }),
      now: this.#now(),
      signal,
      decode: async (action) => ({ ok: true, action, repairs: [] }),
    };
  }
}

/** An operation that a guard has admitted. */
interface Operation<Result> {
  run(args: Args): Promise<Result>;
  /** What a model would read of the result. */
  text(result: Result): string;
  failed?(result: Result): boolean;
}

/** Why a verdict forbids an operation; `undefined` if it allows it. */
function denialOf(verdict: Verdict): string | undefined {
  switch (verdict.kind) {
    case "allow":
      return undefined;
    case "pending":
      return ["A person would have to allow this", ...(verdict.request.messages ?? [])].join(": ");
    default:
      return verdict.reason;
  }
}

/** A command as a shell would read it, with its directory, variables and input. */
function commandText(
  argv: readonly string[],
  { cwd, env = {} }: CommandOptions,
  input: string | Uint8Array | undefined,
): string {
  const entries = Object.entries(env);
  // A shell reads an assignment only before `=` without quotes, and no other names than these.
  const isPlain = entries.every(([name]) => /^[A-Za-z_]\w*$/.test(name));
  const assigned = isPlain
    ? entries.map(([name, value]) => `${name}=${shellQuote([value])} `)
    : ["env ", ...entries.map(([name, value]) => `${shellQuote([`${name}=${value}`])} `)];
  const text = typeof input === "string" ? input : input && new TextDecoder().decode(input);
  const piped = text === undefined || text === "" ? "" : `printf %s ${shellQuote([text])} | `;
  const command = `${piped}${assigned.join("")}${shellQuote(argv)}`;
  // `cd` would read what begins with `-` as an option.
  return cwd === undefined ? command : `cd ${shellQuote([cwd.startsWith("-") ? `./${cwd}` : cwd])} && ${command}`;
}

/** What a guard decides about: the command, and who runs it if the caller says so. */
function commandArgs(command: string, { user }: CommandOptions): Args {
  return user === undefined ? { command } : { command, user };
}

/** A command that its caller can't change while the guard decides. */
interface CopiedCommand<Options extends CommandOptions> {
  readonly argv: readonly string[];
  readonly options: Options & { readonly input?: string | Uint8Array | undefined };
}

/** @throws SandboxError `invalid_argument` if it is no command */
function copyOf<Options extends CommandOptions & { readonly input?: string | Uint8Array | undefined }>(
  argv: readonly string[],
  options: Options,
): CopiedCommand<Options> {
  checkOptions(options);
  checkArgv(argv);
  const { env, input, cwd } = options;
  if (env !== undefined) checkEnv(env);
  if (cwd !== undefined) checkPath(cwd);
  if (input !== undefined) checkContents('"input"', input);
  const copiedInput = input instanceof Uint8Array ? input.slice() : input;
  return { argv: [...argv], options: { ...options, ...(env && { env: { ...env } }), input: copiedInput } };
}

/** The arguments of `exec` and `spawn`: those of the caller, or a shell with the command that the guard put in their place. */
function asRun<Options extends CommandOptions>(
  args: Args,
  command: string,
  { argv, options }: CopiedCommand<Options>,
): readonly [readonly string[], Options] {
  const allowed = textOf(args, "command");
  const user = args["user"] === undefined ? undefined : textOf(args, "user");
  if (allowed === command) return [argv, { ...options, user }];
  // Directory, variables and input are parts of the command.
  return [["sh", "-c", allowed], { ...options, user, cwd: undefined, env: undefined, input: undefined }];
}

function textOf(args: Args, name: string): string {
  const value = args[name];
  if (typeof value === "string") return value;
  throw new SandboxError("denied", `The rules removed the argument ${name}`);
}
