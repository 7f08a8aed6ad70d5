/** `StoreError`: an operation of a store failed. */
import { HelveError, type Issue } from "@helve/core";
import type { StoreChange } from "./store-backend.ts";

/**
 * The kind of an error in a store:
 *
 * - `invalid_value`: a value is no JSON, or does not fit its model;
 * - `conflict`: another transaction changed the same value, and both changes can't be kept; begin again;
 * - `closed`: the transaction has ended, the store is closed, or its session was removed;
 * - `unreadable`: what a backend has stored can't be read.
 */
export type StoreErrorKind = "invalid_value" | "conflict" | "closed" | "unreadable";

/** An operation of a store failed. */
export class StoreError extends HelveError {
  /** The kind of error. */
  override readonly code: StoreErrorKind;
  /** The problems of a value: where they are, and what would be right. */
  readonly issues: readonly Issue[];

  constructor(code: StoreErrorKind, message: string, { issues = [], cause }: StoreErrorDetails = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.issues = issues;
  }
}

/** Details of a {@link StoreError}. */
export interface StoreErrorDetails {
  readonly issues?: readonly Issue[] | undefined;
  readonly cause?: unknown;
}

/** The error for a change whose version the session already has. */
export function versionConflict(session: string, { version }: StoreChange): StoreError {
  return new StoreError("conflict", `Something else has written change ${version} of the session ${session}`);
}
