/** Converts between the names of Gmail's labels and their ids. */
import { didYouMean } from "@helve/core/internal";
import { ToolError } from "@helve/tool";
import type { ApiRequest } from "../authorized-api.ts";

/** The names of labels instead of the ids that the API of Gmail uses. */
export interface GmailLabels {
  /** @throws ToolError if there is no such label */
  id(name: string, signal: AbortSignal | undefined): Promise<string>;
  names(signal: AbortSignal | undefined): Promise<readonly string[]>;
  /** A mail with the names of its labels. */
  named<Item extends { readonly labels: readonly string[] }>(
    item: Item,
    signal: AbortSignal | undefined,
  ): Promise<Item>;
}

/** The labels behind the API of Gmail. Those of the user are requested when they are needed, and again for an unknown name. */
export function gmailLabels(call: (path: string, request: ApiRequest) => Promise<unknown>): GmailLabels {
  let known: readonly GmailLabel[] | undefined;
  const request = async (signal: AbortSignal | undefined): Promise<readonly GmailLabel[]> => {
    const { labels = [] } = (await call("labels", { signal })) as { readonly labels?: readonly GmailLabel[] };
    known = labels;
    return labels;
  };
  return {
    async id(name, signal) {
      const isNamed = (label: GmailLabel): boolean =>
        label.id === name || label.name?.toLowerCase() === name.toLowerCase();
      if (isSystemLabel(name.toUpperCase())) return name.toUpperCase();
      const labels = known?.some(isNamed) === true ? known : await request(signal);
      const id = labels.find(isNamed)?.id;
      if (id !== undefined) return id;
      throw noLabel(
        name,
        labels.flatMap((label) => label.name ?? []),
      );
    },
    async names(signal) {
      return (await request(signal)).flatMap(({ name }) => name ?? []);
    },
    async named(item, signal) {
      if (item.labels.every(isSystemLabel)) return item;
      const labels = known ?? (await request(signal));
      const named = item.labels.map((id) => labels.find((label) => label.id === id)?.name ?? id);
      return { ...item, labels: named };
    },
  };
}

/** The error about a label that doesn't exist. */
export function noLabel(name: string, names: readonly string[]): ToolError {
  return new ToolError(`There is no label ${JSON.stringify(name)}${didYouMean(name, names)}.`);
}

/** Whether a label is one of Gmail's own, whose name is its id. */
export function isSystemLabel(id: string): boolean {
  return systemLabels.has(id) || id.startsWith("CATEGORY_");
}

const systemLabels: ReadonlySet<string> = new Set(
  "INBOX UNREAD STARRED IMPORTANT SENT DRAFT SPAM TRASH CHAT".split(" "),
);

interface GmailLabel {
  readonly id?: string;
  readonly name?: string;
}
