/** The public API: stores, what is kept in them, then where. */
import type { StoreTransaction } from "./store-transaction.ts";

declare module "@helve/core" {
  interface ToolContext {
    /**
     * The call's transaction of its session's store. It is committed when the call succeeds, and discarded when the call fails.
     *
     * @throws Error if the session has no store
     */
    readonly store: StoreTransaction;
  }
}

export type { Store, StoreOptions } from "./store.ts";
export { openStore } from "./store.ts";
export type { StoreModel } from "./store-model.ts";
export { storeModel } from "./store-model.ts";
export { StoreTransaction } from "./store-transaction.ts";
export type { StoreErrorDetails, StoreErrorKind } from "./store-error.ts";
export { StoreError } from "./store-error.ts";

export type { PatchOperation } from "./json-patch.ts";
export type { StoreBackend, StoreChange, StoreValues } from "./store-backend.ts";
export { memoryBackend } from "./memory-backend.ts";
export type { SqlDriver } from "./postgres-backend.ts";
export { postgresBackend } from "./postgres-backend.ts";
