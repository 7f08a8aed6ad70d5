/** The interface of a backend, which keeps the changes of a store. */
import type { JsonValue } from "@helve/core";
import type { PatchOperation } from "./json-patch.ts";

/** One change of a store: what a transaction has changed. Plain JSON. */
export interface StoreChange {
  /** 1 for the first change of a session, then one more each. */
  readonly version: number;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Who changed it, such as the id of an action. */
  readonly by?: string;
  /** JSON Patch (RFC 6902) of an object with all values by their keys. */
  readonly patch: readonly PatchOperation[];
}

/** Where the changes of stores are kept. */
export interface StoreBackend {
  /**
   * The changes of a session, oldest first; none if the session is new.
   *
   * @param after - only changes with a higher version; all by default
   * @throws StoreError `unreadable`
   */
  load(session: string, after?: number): Promise<readonly StoreChange[]>;
  /**
   * Adds a change. When the promise is resolved, it is stored for good.
   *
   * @throws StoreError `conflict` if the session already has a change with this version
   */
  append(session: string, change: StoreChange): Promise<void>;
  /** Deletes a session. */
  remove(session: string): Promise<void>;
  close?(): Promise<void>;
}

/** The values of a store by their keys. */
export type StoreValues = Readonly<Record<string, JsonValue>>;
