/** Parses a user's request: the acts that it asks for and the values that it names. */
import type { ActKind } from "./lexicon.ts";

/** A user's request to an assistant, as far as it can be parsed without a model. */
export interface UserRequest {
  readonly acts: readonly RequestedAct[];
  /** Words of the sentences that ask for nothing: "the deal with Stark is won". */
  readonly subjects: readonly string[];
  /** Names of people, companies and titles, mail addresses, and people by what they are to the user (`landlord`). */
  readonly people: readonly string[];
  /** Amounts of money, shares and counts: `20 euros`, `half`, `3`. */
  readonly amounts: readonly string[];
  /** Addresses, paths and channels. */
  readonly places: readonly string[];
  /** Dates and times of the day. */
  readonly times: readonly string[];
  /** Limits that must not be exceeded: `under 200 euros`. */
  readonly limits: readonly string[];
}

/** One act of a request. */
export interface RequestedAct {
  /**
   * `asked`: the user wants it done. `not asked`: the user says not to do it. `open`: a text or the assistant shall say what to do, as in
   * "do what her mail says".
   */
  readonly status: "asked" | "not asked" | "open";
  /** The verb as written, in lower case. */
  readonly verb: string;
  /** The possible kinds of the act; empty if the verb is unknown. */
  readonly kinds: readonly ActKind[];
  /** The other words of the act that say what it is about, in lower case. */
  readonly objects: readonly string[];
  /** The sorts of things among the objects: `message`, `file`, `money`. */
  readonly sorts: readonly string[];
  /** The clause as written. */
  readonly text: string;
}
