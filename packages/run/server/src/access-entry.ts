/** What the access log records of a request. It has no arguments, no results, no keys, and nothing of a path that doesn't exist. */
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
  /** The name of the called function; absent if there is none of this name. */
  readonly function?: string;
  /** How the call ended: the status of its action return. Absent if nothing was called. */
  readonly outcome?: string;
}
