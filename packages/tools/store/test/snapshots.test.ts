import { openStore, type StoreTransaction } from "@helve/store";
import fc from "fast-check";
import { expect, it } from "vitest";

const key = fc.constantFrom("a", "b", "1", "__proto__");
const transaction = fc.nat({ max: 2 });
const step = fc.oneof(
  fc.record({ op: fc.constant("begin" as const), transaction }),
  fc.record({ op: fc.constant("commit" as const), transaction }),
  fc.record({ op: fc.constant("set" as const), transaction, key, value: fc.nat({ max: 2 }) }),
  fc.record({ op: fc.constant("delete" as const), transaction, key }),
);

/** A transaction, with copies of the values as they were when it began and as it sees them. */
interface Open {
  readonly transaction: StoreTransaction;
  readonly before: ReadonlyMap<string, number>;
  readonly seen: Map<string, number>;
}

it("sees the values of the moment when it began, with its own changes, whatever is committed meanwhile", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      await using store = await openStore();
      let stored = new Map<string, number>();
      const open = new Map<number, Open>();
      for (const step of steps) {
        if (step.op === "begin" || !open.has(step.transaction)) {
          open.set(step.transaction, { transaction: store.begin(), before: stored, seen: new Map(stored) });
        }
        const { transaction, before, seen } = open.get(step.transaction) as Open;
        if (step.op === "set") {
          transaction.set(step.key, step.value);
          seen.set(step.key, step.value);
        }
        if (step.op === "delete") expect(transaction.delete(step.key)).toBe(seen.delete(step.key));
        if (step.op === "commit") {
          open.delete(step.transaction);
          const changed = ["a", "b", "1", "__proto__"].filter((key) => seen.get(key) !== before.get(key));
          const isConflict = changed.some((key) => stored.get(key) !== before.get(key));
          const committed = transaction.commit();
          if (isConflict) await expect(committed).rejects.toMatchObject({ code: "conflict" });
          else {
            await committed;
            stored = new Map(stored);
            for (const key of changed) {
              const value = seen.get(key);
              if (value === undefined) stored.delete(key);
              else stored.set(key, value);
            }
          }
        }
        for (const { transaction, seen } of open.values()) {
          expect([...transaction.keys()].sort()).toEqual([...seen.keys()].sort());
          for (const key of ["a", "b", "1", "__proto__"]) expect(transaction.get(key)).toBe(seen.get(key));
        }
        expect(store.values()).toEqual(Object.fromEntries(stored));
      }
    }),
  );
});
