import { type ActionReturn, canonicalJson, type JsonValue, type ToolCall } from "@helve/core";
import { unlessAborted } from "@helve/core/internal";
import { readActionReturn } from "@helve/executor";
import { ApprovalStoreError } from "./approval-store-error.ts";

/**
 * Stores the calls that wait for a person, as JSON by the id of the call. A `Map` stores them in the same process. For approvals in
 * another process, pass a store that both share, one for each conversation: ids of calls are unique only there.
 *
 * The JSON is trusted, so only the application may write it. Verdicts in it are signed if the engine has a key for late answers.
 */
export interface ApprovalStore {
  get(id: string): string | undefined | null | Promise<string | undefined | null>;
  set(id: string, waiting: string): unknown;
  /**
   * Stores `waiting` in place of `before`, in one step, and only if `before` is still stored. Without it, an answer to the same call from another process
   * between reading and writing is undone, and its question is open again. A store whose `get` returns no promise, such as a `Map`, does not need it.
   *
   * @returns false if something else is stored, or nothing
   */
  replace?(id: string, before: string, waiting: string): boolean | Promise<boolean>;
  /** @returns false if there was none: then somebody else has used the answer, and the call does not run */
  delete(id: string): unknown;
}

/** The answer of a person about a call. */
export type ApprovalAnswer =
  | { readonly decision: "approve" }
  /** The model reads the reason. */
  | { readonly decision: "reject"; readonly reason?: string | undefined }
  /** Run the call with these arguments. */
  | { readonly decision: "edit"; readonly args: Readonly<Record<string, unknown>> }
  /** Apply one of the fixes that the rules offer, by its name. */
  | { readonly decision: "fix"; readonly fix: string };

/**
 * Calls that wait for a person: `ApprovalStore` with the checks that a kept call needs. Its methods throw an `ApprovalStoreError` if the store
 * fails. After an abort they don't wait for a store that does not answer: it is as if no call waited then.
 */
export class Approvals {
  readonly #store: ApprovalStore;

  constructor(store: ApprovalStore) {
    this.#store = store;
  }

  /** Stores a call that waits for a person. A call whose tool waits by itself can't be answered here, and is not stored. */
  async keep(actionReturn: ActionReturn, signal?: AbortSignal): Promise<void> {
    if (actionReturn.verdict?.kind !== "pending") return;
    const text = JSON.stringify(actionReturn);
    await storing("keep", actionReturn.type, () => this.#store.set(actionReturn.id, text), signal);
  }

  /**
   * Adds a member to a kept call, for the process that continues the call: it is deleted with the question.
   *
   * @returns false if the call does not wait
   */
  async add(call: ToolCall, member: AddedMember, value: JsonValue, signal?: AbortSignal): Promise<boolean> {
    for (;;) {
      const before = await this.#read(call.id, signal);
      const waiting = waitingCall(before);
      if (before === undefined || waiting === undefined || !isSameCall(waiting.call, call)) return false;
      const text = JSON.stringify({ ...waiting, [member]: value });
      const replaced = await storing("keep", call.name, () => replace(this.#store, call.id, before, text), signal);
      if (replaced !== false) return replaced === true;
    }
  }

  /** Finds what `add` has added to a call that waits. */
  async added(call: ToolCall, member: AddedMember, signal?: AbortSignal): Promise<JsonValue | undefined> {
    const waiting = await this.find(call, signal);
    return waiting === undefined ? undefined : (Reflect.get(waiting, member) as JsonValue | undefined);
  }

  /** Finds the call of this id that waits. */
  async get(id: string, signal?: AbortSignal): Promise<ActionReturn | undefined> {
    return waitingCall(await this.#read(id, signal));
  }

  /** Finds the waiting call; `undefined` if none waits, or one with this id that is another call. */
  async find(call: ToolCall, signal?: AbortSignal): Promise<ActionReturn | undefined> {
    const waiting = await this.get(call.id, signal);
    return waiting !== undefined && isSameCall(waiting.call, call) ? waiting : undefined;
  }

  /** Finds the waiting call and forgets it, so that an answer counts once. */
  async take(call: ToolCall, signal?: AbortSignal): Promise<ActionReturn | undefined> {
    const found = await this.find(call, signal);
    if (found === undefined) return undefined;
    const deleted = await storing("delete", call.name, () => this.#store.delete(call.id), signal);
    return deleted === false || deleted === 0 || deleted === "aborted" ? undefined : found;
  }

  async #read(id: string, signal: AbortSignal | undefined): Promise<string | undefined> {
    const text = await storing("read", `the call "${id}"`, () => this.#store.get(id), signal);
    return typeof text !== "string" || text === "aborted" ? undefined : text;
  }
}

/** Reads a kept call; `undefined` for what does not wait for a person. */
function waitingCall(text: string | undefined): ActionReturn | undefined {
  if (text === undefined) return undefined;
  const { value } = readActionReturn(text);
  return value?.status === "pending" && value.verdict?.kind === "pending" ? value : undefined;
}

/** Replaces a kept call if it is unchanged: by the store, or by reading it again just before. */
function replace(store: ApprovalStore, id: string, before: string, waiting: string): boolean | Promise<boolean> {
  if (store.replace !== undefined) return store.replace(id, before, waiting);
  const now = store.get(id);
  if (typeof now !== "object" || now === null) {
    if (now !== before) return false;
    const set = store.set(id, waiting);
    return set instanceof Promise ? set.then(() => true) : true;
  }
  return now.then(async (text) => {
    if (text !== before) return false;
    await store.set(id, waiting);
    return true;
  });
}

/** The members that are added to a kept call: the note of an adapter, and an answer that other questions hold up. */
type AddedMember = "adapterNote" | "heldAnswer";

async function storing<Value>(
  verb: string,
  about: string,
  call: () => Value,
  signal: AbortSignal | undefined,
): Promise<Awaited<Value> | "aborted"> {
  try {
    const stored = (async () => await call())();
    stored.catch(() => undefined); // after an abort nobody waits for it
    return await unlessAborted(() => stored, signal);
  } catch (cause) {
    throw new ApprovalStoreError(`the store of approvals failed to ${verb} the question about ${about}`, { cause });
  }
}

/** Whether two calls are the same: id, name and arguments. Arguments that JSON can't represent equal nothing. */
export function isSameCall(a: ToolCall, b: ToolCall): boolean {
  if (a.id !== b.id || a.name !== b.name) return false;
  if (typeof a.arguments === "string" || typeof b.arguments === "string") return a.arguments === b.arguments;
  try {
    // The order of names does not matter; but usually it is the same, which is faster to tell.
    return (
      JSON.stringify(a.arguments) === JSON.stringify(b.arguments) ||
      canonicalJson(a.arguments ?? null) === canonicalJson(b.arguments ?? null)
    );
  } catch {
    return false;
  }
}
