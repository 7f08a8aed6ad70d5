import type { RunLedger } from "@helve/executor";

/**
 * Returns the ledger of one attempt to run a part of a run. Once this attempt has recorded an answer of the model, it does not look up whether
 * calls were begun before: an earlier attempt would have recorded that answer first, and another process can't record anything beside this one.
 *
 * @param isAhead - whether this attempt has recorded an answer of the model
 */
export function attemptLedger(ledger: RunLedger, isAhead: () => boolean): RunLedger {
  return {
    begin: (run, signal) => ledger.begin(run, signal),
    end: (run, result) => ledger.end(run, result),
    forget: (run) => ledger.forget(run),
    leave: (run) => ledger.leave(run),
    find: async (run) => (isAhead() ? undefined : ledger.find?.(run)),
  };
}
