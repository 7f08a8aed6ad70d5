/**
 * The part of a Durable Object's storage that this package uses; `ctx.storage` of either backend fits. Its writes without an `await` between them are atomic.
 */
export interface DurableStorage {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<boolean>;
  list(options: { readonly prefix: string }): Promise<ReadonlyMap<string, unknown>>;
}

/**
 * Checks that a value can be used as a Durable Object's storage.
 *
 * @param what - what needs it, for the message
 * @throws TypeError for something that is no storage
 */
export function checkStorage(storage: unknown, what: string): void {
  const methods = ["get", "put", "delete", "list"] as const;
  const given = storage as Partial<DurableStorage> | null | undefined;
  if (methods.every((name) => typeof given?.[name] === "function")) return;
  throw new TypeError(`${what} needs the storage of a Durable Object, such as "this.ctx.storage" of an Agent`);
}

/** Returns the storage key of a value, with encoded names. */
export function storageKey(...names: readonly string[]): string {
  return ["helve", ...names.map((name) => encodeURIComponent(name))].join("/");
}
