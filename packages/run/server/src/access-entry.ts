/** A request in the access log. It contains no arguments, results or keys, and no part of a path that doesn't exist. */
export interface AccessEntry {
  /** When the request arrived, in milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  /** The path, or `unknown`. */
  readonly path: string;
  /** The HTTP status. */
  readonly status: number;
  /** How long it took until the response ended, streams included, in milliseconds. */
  readonly duration: number;
  /** The name of the caller's key; absent if there was none. */
  readonly key?: string;
  /** The name of the called function; absent if empty of this name. */
  readonly function?: string;
  /** The status of the call's action return. Absent if nothing was called. */
  readonly outcome?: string;
}
