import type { GuardedCalls, GuardedCallsOptions } from "@helve/adapter";
import type { ActionReturn, Args, JsonValue, Step, ToolCall } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { readActionReturn } from "@helve/executor";
import { durableApprovals } from "./durable-approvals.ts";
import { checkStorage, type DurableStorage, storageKey } from "./durable-storage.ts";
import { DurableText } from "./durable-text.ts";

/**
 * The past of a session for the rules, in the storage of a Durable Object. It survives the object's eviction: the session's snapshot, the
 * call that ended the agent, the calls that were running, and the questions to a person.
 *
 * @example
 * const history = await DurableHistory.open(this.ctx.storage);
 * const helve = toAiTools(executor, history.options);
 * // After each step:
 * await history.save(helve.calls);
 */
export class DurableHistory {
  /** For any Helve adapter: what it knows of the calls before. */
  readonly options: Pick<GuardedCallsOptions, "earlier" | "trajectory" | "ended" | "approvals">;
  readonly #storage: DurableStorage;
  readonly #name: string;
  readonly #snapshot: DurableText;
  /** The calls that an eviction cut short: their marks are removed once a snapshot knows them. */
  #cutShort: readonly string[];

  private constructor(stored: Stored) {
    const { storage, name, snapshot, earlier, ended, cutShort } = stored;
    this.#storage = storage;
    this.#name = name;
    this.#snapshot = snapshot;
    this.#cutShort = [...cutShort.keys()];
    this.options = {
      earlier,
      trajectory: cutShort.size > 0 ? [...cutShort.values()] : undefined,
      ended,
      approvals: durableApprovals(storage, name),
    };
  }

  /**
   * Reads what is stored. Open one for each conversation, and keep it while the object lives.
   *
   * @param name - the conversation, if an object has several
   * @throws TypeError for something that is no storage; Error if what is stored can't be read
   */
  static async open(storage: DurableStorage, name = ""): Promise<DurableHistory> {
    checkStorage(storage, "DurableHistory");
    const snapshot = new DurableText(storage, storageKey("history", name));
    const running = await storage.list({ prefix: `${storageKey("running", name)}/` });
    return new DurableHistory({
      storage,
      name,
      snapshot,
      ...readHistory(await snapshot.read(), name),
      cutShort: new Map([...running].map(([key, mark]) => [key, cutShortStep(mark)])),
    });
  }

  /** Writes what the rules need to know of the calls so far. Await it before the model reads a result. */
  async save(calls: GuardedCalls): Promise<void> {
    const { session, ended } = calls;
    const stored = { version: 1, earlier: session.snapshot(), ended };
    const removed = this.#cutShort;
    this.#cutShort = [];
    const writes = [this.#snapshot.write(JSON.stringify(stored)), ...removed.map((key) => this.#storage.delete(key))];
    await Promise.all(writes);
  }

  /** Marks a call that is about to run. If the object is evicted before `save`, rules see it as a call whose outcome is unknown. */
  async mark({ id, name, arguments: args }: ToolCall): Promise<void> {
    const mark = { id, name, args: isObject(args) ? args : {}, at: Date.now() };
    await this.#storage.put(this.#markKey(id), JSON.stringify(mark));
  }

  /** Saves the calls so far, and removes the mark of the call that has ended. */
  async end(id: string, calls: GuardedCalls): Promise<void> {
    await Promise.all([this.save(calls), this.#storage.delete(this.#markKey(id))]);
  }

  /** Forgets all calls, for a conversation that starts again. Objects that were created with these options must not be used any more. */
  async clear(): Promise<void> {
    const kinds = ["history", "running", "question", "asked", "answer", "notes"];
    const stored = await Promise.all(
      kinds.map((kind) => this.#storage.list({ prefix: `${storageKey(kind, this.#name)}/` })),
    );
    await Promise.all(stored.flatMap((values) => [...values.keys()].map((key) => this.#storage.delete(key))));
    await this.#snapshot.read();
    this.#cutShort = [];
  }

  #markKey(id: string): string {
    return storageKey("running", this.#name, id);
  }
}

interface Stored {
  readonly storage: DurableStorage;
  readonly name: string;
  readonly snapshot: DurableText;
  readonly earlier?: readonly JsonValue[] | undefined;
  readonly ended?: ActionReturn | undefined;
  readonly cutShort: ReadonlyMap<string, Step>;
}

/** Reads the stored history; throws if it is unreadable, because rules must not forget. */
function readHistory(text: string | undefined, name: string): Pick<Stored, "earlier" | "ended"> {
  if (text === undefined) return {};
  const stored = JSON.parse(text) as {
    readonly version?: unknown;
    readonly earlier: readonly JsonValue[];
    readonly ended?: unknown;
  };
  if (stored.version !== 1) throw new Error(`the stored history "${name}" is of another version of Helve`);
  if (stored.ended === undefined) return { earlier: stored.earlier };
  const { value } = readActionReturn(stored.ended);
  if (value === undefined) throw new Error(`the stored history "${name}" has a call that can't be read`);
  return { earlier: stored.earlier, ended: value };
}

/** Builds the step of a call that was running when the Durable Object was evicted. */
function cutShortStep(mark: unknown): Step {
  const { id, name, args, at } = JSON.parse(String(mark)) as Mark;
  const content = "it is not known how the call ended: the object was evicted while it ran";
  return {
    action: { id, name, args },
    observation: { parts: [{ type: "text", content }], isError: true },
    ran: true,
    status: "timed_out",
    endedAt: at,
  };
}

interface Mark {
  readonly id: string;
  readonly name: string;
  readonly args: Args;
  readonly at: number;
}
