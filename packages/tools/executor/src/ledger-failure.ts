/** Handles a ledger that can't be reached: it is unknown whether the call ran. */
import { errorJson } from "@helve/core";
import type { OpenCall } from "./open-call.ts";

/** A ledger can't be reached. Then it is not known whether a call may run, or whether its result is recorded. */
class LedgerFailure extends Error {
  constructor(cause: unknown) {
    super(errorJson(cause).message, { cause });
  }
}

/** Waits for a ledger. @throws LedgerFailure */
export async function fromLedger<Result>(use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    throw new LedgerFailure(error);
  }
}

/**
 * Returns what made a call fail. In a session with a journal a ledger that can't be reached does not end the call, which would be recorded as
 * failed although it may have run: it ends this attempt, and a later process continues.
 *
 * @throws LedgerFailure in a session with a journal
 */
export function causeOf(error: unknown, { session }: OpenCall): unknown {
  if (!(error instanceof LedgerFailure)) return error;
  if (session?.journal !== undefined) throw error;
  return error.cause;
}
