/** Builds the pages of the reference: title, table cells, code and links to the repository. */
import { readFileSync } from "node:fs";
import { posix } from "node:path";

/** A page of the reference that is generated. */
export interface ReferencePage {
  /** Its path in the folder of pages: `reference/grammar.md`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Its place in the sidebar. */
  readonly order: number;
  readonly text: string;
}

/** The text of the page's file, with its front matter. */
export function pageText({ title, description, order, text }: ReferencePage): string {
  const front = { title, description, editUrl: false, sidebar: { order } };
  const lines = Object.entries(front).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n${text}\n`;
}

/** A Markdown file of the repository as a page: without its title, and with links that lead to the same files as before. */
export function repositoryPage(source: string, page: Omit<ReferencePage, "text">): ReferencePage {
  const markdown = readFileSync(new URL(`../../../../${source}`, import.meta.url), "utf8").replace(/^# .*\n+/, "");
  const target = posix.dirname(posix.join("apps/docs/src/content/docs", page.path));
  const text = markdown.replace(/\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (_, path: string, hash = "") => {
    const file = posix.join(posix.dirname(source), path);
    return `](${posix.relative(target, file)}${hash})`;
  });
  return { ...page, text };
}

/** A text in a cell of a Markdown table. */
export function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** A text as code in a line of Markdown. */
export function code(text: string): string {
  const fence = "`".repeat(Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length)) + 1);
  const space = /^`|`$/.test(text) ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}
