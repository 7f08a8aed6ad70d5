import type { ApprovalStore } from "@helve/adapter";
import { checkStorage, type DurableStorage, storageKey } from "./durable-storage.ts";
import { DurableText } from "./durable-text.ts";

/**
 * Stores the calls that wait for a person in the storage of a Durable Object, so that an answer is accepted after the object was evicted. It is the
 * option `approvals` of every Helve adapter.
 *
 * @param name - the conversation, if an object has several: ids of calls are unique only in one
 *
 * @example
 * const helve = toAiTools(executor, { approvals: durableApprovals(this.ctx.storage) });
 */
export function durableApprovals(storage: DurableStorage, name = ""): ApprovalStore {
  checkStorage(storage, "durableApprovals");
  const question = (id: string): DurableText => new DurableText(storage, storageKey("question", name, id));
  return {
    get: (id) => question(id).read(),
    set: (id, waiting) => question(id).write(waiting),
    delete: (id) => question(id).delete(),
  };
}
