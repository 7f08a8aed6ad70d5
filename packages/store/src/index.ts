// The public API: stores, what is kept in them, then where.

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
