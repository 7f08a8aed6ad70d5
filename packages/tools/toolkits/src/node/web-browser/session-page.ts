/** The page of a session, which a later process can open again. */
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
  /** Stores the page in the store of the session. */
  keep(): void;
}

/** The id and the address of pages by instance, in the store of a session or in a map. */
type PageStates = Pick<StoreTransaction, "get" | "set">;

/** Where a page is kept. */
export interface PageKeeper {
  /** Used if the session has no store. */
  readonly states: PageStates;
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
  { states, instance, options, open }: PageKeeper,
): Promise<KeptPage> {
  const store: PageStates = storeOf(context) ?? states;
  const key = instance === undefined ? "WebBrowser" : `WebBrowser:${instance}`;
  const { id = crypto.randomUUID(), url } = readState(store.get(key)) ?? {};
  const kept = (live: LivePage, isNew: boolean, notes: readonly string[] = []): KeptPage => {
    return { id, live, isNew, notes, keep: () => void store.set(key, { id, url: live.page.url() }) };
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

/** The store of the session; `undefined` if it has none. */
function storeOf(context: ToolContext): StoreTransaction | undefined {
  try {
    return context.store as StoreTransaction | undefined;
  } catch {
    return undefined;
  }
}
