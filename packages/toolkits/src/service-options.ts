/** Options of each call of a service behind a toolkit. */
export interface ServiceOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
}

/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next part begins; `undefined` after the last one. */
  readonly nextPageToken: string | undefined;
}
