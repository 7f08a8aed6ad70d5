/** Creates the context that a tool's function receives: store, sandbox, signal and progress. */

/** The interface of a session's store that the executor uses. `Store` of `@helve/store` implements it. */
export interface SessionStore {
  /** @param by - the id of the action */
  begin(by?: string): StoreCall;
}

/** The changes of one run of a tool in a store. */
export interface StoreCall {
  commit(): Promise<unknown>;
  rollback(): void;
}

/** The interface of a session's sandboxes that the executor uses. `SandboxSession` of `@helve/sandbox` implements it. */
export interface SessionSandboxes {
  sandbox(name?: string): Promise<unknown>;
}

/** Resources that a session offers to tools besides their arguments. */
export interface CallResources {
  readonly store?: SessionStore | undefined;
  readonly sandboxes?: SessionSandboxes | undefined;
  /** The model of the run, such as a `Model` of `@helve/agent`. */
  readonly model?: object | undefined;
}

/** The `ToolContext` that a tool receives besides its arguments. A transaction of the store begins when the tool first uses the store. */
export class CallContext {
  readonly signal: AbortSignal;
  readonly actionId: string;
  readonly #idempotencyKey: (() => string) | undefined;
  readonly progress: (update: unknown) => void;
  /** The tool's changes in the store; `undefined` if it has not used the store. */
  #storeCall: StoreCall | undefined;
  readonly #resources: CallResources | undefined;

  constructor(
    signal: AbortSignal,
    {
      actionId,
      idempotencyKey,
      onProgress,
      resources,
    }: {
      actionId: string;
      idempotencyKey?: () => string;
      onProgress: (update: unknown) => void;
      resources: CallResources | undefined;
    },
  ) {
    this.signal = signal;
    this.actionId = actionId;
    this.#idempotencyKey = idempotencyKey;
    this.progress = onProgress;
    this.#resources = resources;
  }

  /** The same for each attempt of the call, and for no other call. */
  get idempotencyKey(): string | undefined {
    return this.#idempotencyKey?.();
  }

  /** The run's transaction. @throws Error if the session has no store */
  get store(): StoreCall {
    const store = this.#resources?.store;
    if (store === undefined) throw new Error("The session has no store: create it with executor.session({ store })");
    this.#storeCall ??= store.begin(this.actionId);
    return this.#storeCall;
  }

  /** The model of the run. @throws Error if the session has none */
  get model(): object {
    const model = this.#resources?.model;
    if (model === undefined)
      throw new Error("The session has no model: generateLoop sets it, or executor.session({ model })");
    return model;
  }

  /** The session's sandbox. Rejects if the session has none. */
  readonly sandbox = async (name?: string): Promise<unknown> => {
    const sandboxes = this.#resources?.sandboxes;
    if (sandboxes === undefined)
      throw new Error("The session has no sandboxes: create it with executor.session({ sandboxes })");
    return sandboxes.sandbox(name);
  };

  /** The run's changes in the store, to be committed or rolled back. */
  get storeCall(): StoreCall | undefined {
    return this.#storeCall;
  }
}
