import type { ToolContext } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { StoreTransaction } from "@helve/store";
import { closePages, type LivePage, type LivePageOptions, newPage, openPage } from "./live-page.ts";

/** The page of a session. */
export interface KeptPage {
  readonly id: string;
  readonly live: LivePage;
  /** Whether it was opened for this call. */
  readonly isNew: boolean;
  readonly notes: readonly string[];
  /** Keeps the page in the store of the session. */
  keep(): void;
}

/** Where a page is kept. */
export interface PageKeeper {
  /** Keeps the page where the session has no store. */
  readonly owner: object;
  readonly instance: string | undefined;
  readonly options: LivePageOptions;
  /** Opens an address in a page. */
  open(page: LivePage, url: string): Promise<void>;
}

/**
 * The page of a session, and of one of its instances. The store of the session has its id and its address: a later process, or a call after the
 * browser was closed, opens the address again.
 */
export async function keptPage(
  context: ToolContext,
  { owner, instance, options, open }: PageKeeper,
): Promise<KeptPage> {
  const store = storeOf(context);
  const key = instance === undefined ? "WebBrowser" : `WebBrowser:${instance}`;
  const stored = store === undefined ? keptByOwner(owner, key) : readState(store.get(key));
  const { id = crypto.randomUUID(), url } = stored ?? {};
  const kept = (live: LivePage, isNew: boolean, notes: readonly string[] = []): KeptPage => {
    const keep = (): void => {
      const state = { id, url: live.page.url() };
      if (store === undefined) keepByOwner(owner, key, state);
      else store.set(key, state);
    };
    return { id, live, isNew, notes, keep };
  };
  const found = openPage(id);
  if (found?.fits(options) === true) {
    found.keepOpen();
    return kept(found, false);
  }
  // Another toolkit with other hosts has opened it.
  if (found !== undefined) await closePages([id]);
  const live = await newPage(id, options);
  if (url === undefined || url === "about:blank") return kept(live, true);
  await open(live, url).catch(() => {});
  return kept(live, true, [
    "The browser was closed meanwhile. The page was opened again: what was typed and log-ins are lost.",
  ]);
}

interface PageState {
  readonly id: string;
  readonly url: string;
}

function readState(value: unknown): PageState | undefined {
  const { id, url } = isObject(value) ? value : {};
  return typeof id === "string" && typeof url === "string" ? { id, url } : undefined;
}

const statesByOwner = new WeakMap<object, Map<string, PageState>>();

function keptByOwner(owner: object, key: string): PageState | undefined {
  return statesByOwner.get(owner)?.get(key);
}

function keepByOwner(owner: object, key: string, state: PageState): void {
  statesByOwner.set(owner, (statesByOwner.get(owner) ?? new Map()).set(key, state));
}

/** The store of the session; `undefined` if it has none. */
function storeOf(context: ToolContext): StoreTransaction | undefined {
  try {
    return context.store as StoreTransaction | undefined;
  } catch {
    return undefined;
  }
}
