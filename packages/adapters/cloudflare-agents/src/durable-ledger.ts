import { sha256 } from "@helve/core/internal";
import { checkStorage, type DurableStorage, storageKey } from "./durable-storage.ts";

/**
 * Records in the storage of a Durable Object which answers were used, so that none is used again after the object was evicted. It is the `ledger`
 * of an engine's `lateAnswers`.
 *
 * @example
 * const lateAnswers = { key: env.HELVE_KEY, ledger: durableLedger(this.ctx.storage) };
 */
export function durableLedger(storage: DurableStorage): DurableLedger {
  checkStorage(storage, "durableLedger");
  const inUse = new Set<string>();
  return {
    async use(token) {
      const key = storageKey("used", await sha256(token));
      if (inUse.has(key)) return false;
      inUse.add(key); // before the wait, during which another call may come
      try {
        if ((await storage.get(key)) !== undefined) return false;
        await storage.put(key, Date.now());
        return true;
      } finally {
        inUse.delete(key);
      }
    },
  };
}

/** An `AnswerLedger` of `@helve/enforcer`. */
export interface DurableLedger {
  use(token: string): Promise<boolean>;
}
