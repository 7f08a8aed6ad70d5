/** Options that all calls of a service have, and the paging of its lists. */

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

/**
 * The part of a query about the page of a list.
 *
 * @param max - how many items a page can have
 * @param pageToken - an empty text for the first page
 */
export function pageQuery(
  limit: number,
  max: number,
  pageToken: string,
): { readonly limit: number; readonly pageToken: string | undefined } {
  return { limit: Math.min(max, Math.max(1, Math.floor(limit))), pageToken: pageToken || undefined };
}
