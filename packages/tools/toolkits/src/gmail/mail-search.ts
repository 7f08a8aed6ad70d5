/** Searches a mailbox in memory with Gmail's search syntax. */
import { ToolError } from "@helve/tool";
import type { Mail } from "./mail-service.ts";

/**
 * Whether a mail matches a search: words and phrases, `from:`, `to:`, `cc:`, `bcc:`, `subject:`, `label:`, `in:`, `is:`, `has:attachment`, `filename:`,
 * `before:`, `after:`, `older_than:` and `newer_than:`. `-` before a term negates it.
 *
 * @throws ToolError for another operator
 */
export function matchesSearch(search: string, mail: Mail, now: Date): boolean {
  return searchTerms(search).every((term) => matchesTerm(term, mail, now) !== term.isNegated);
}

/** Whether a search names a label, as `in:trash` and `in:anywhere` do, whose mails are otherwise left out. */
export function searchesIn(search: string, label: string): boolean {
  return searchTerms(search).some(
    ({ operator, value }) => (operator === "in" || operator === "label") && (value === label || value === "anywhere"),
  );
}

interface SearchTerm {
  readonly isNegated: boolean;
  readonly operator: string | undefined;
  readonly value: string;
}

function searchTerms(search: string): readonly SearchTerm[] {
  const terms = search.matchAll(/(-?)(?:([a-z_]{2,20}):)?(?:"([^"]*)"|\(([^()]*)\)|(\S+))/gi);
  return Array.from(terms, ([text, minus, operator, phrase, group, word]) => {
    if (text === "OR" || text === "AND" || text.startsWith("{") || text.startsWith("(")) throw notUnderstood(text);
    const value = (phrase ?? group ?? word ?? "").toLowerCase();
    return { isNegated: minus === "-", operator: operator?.toLowerCase(), value };
  });
}

function matchesTerm({ operator, value }: SearchTerm, mail: Mail, now: Date): boolean {
  const has = (...texts: readonly string[]): boolean => texts.some((text) => text.toLowerCase().includes(value));
  const hasLabel = (label: string): boolean => mail.labels.some((each) => each.toLowerCase() === label);
  const age = now.getTime() - Date.parse(mail.date);
  switch (operator) {
    case undefined:
      return has(mail.subject, mail.body, mail.from, ...mail.to, ...mail.cc);
    case "from":
      return has(mail.from);
    case "to":
      return has(...mail.to);
    case "cc":
      return has(...mail.cc);
    case "bcc":
      return has(...mail.bcc);
    case "subject":
      return has(mail.subject);
    case "filename":
      return has(...mail.attachments.map(({ name }) => name));
    case "label":
    case "in":
      return value === "anywhere" || hasLabel(value);
    case "is":
      return value === "read" ? !hasLabel("unread") : hasLabel(value);
    case "has":
      if (value === "attachment") return mail.attachments.length > 0;
      throw notUnderstood(`has:${value}`);
    case "before":
      return Date.parse(mail.date) < dateOf(value);
    case "after":
      return Date.parse(mail.date) >= dateOf(value);
    case "older_than":
      return age > durationOf(value);
    case "newer_than":
      return age <= durationOf(value);
    default:
      throw notUnderstood(`${operator}:`);
  }
}

/** Reads a date of a search, `2026/5/1`, as the milliseconds at which it begins. */
function dateOf(text: string): number {
  const time = /^\d{4}[/-]\d{1,2}[/-]\d{1,2}$/.test(text)
    ? Date.parse(`${text.replaceAll("/", "-")}T00:00:00Z`)
    : Number.NaN;
  const padded = Number.isNaN(time) ? Date.parse(text.replaceAll("/", "-")) : time;
  if (Number.isNaN(padded)) throw notUnderstood(text);
  return padded;
}

/** A duration such as `2d`, in milliseconds. */
function durationOf(text: string): number {
  const [, number, unit = ""] = /^(\d{1,4})([dmy])$/.exec(text) ?? [];
  const days = { d: 1, m: 30, y: 365 }[unit];
  if (days === undefined) throw notUnderstood(text);
  return Number(number) * days * 86_400_000;
}

/** Creates the error of a search that is not understood. */
function notUnderstood(text: string): ToolError {
  return new ToolError(
    `The search does not understand ${JSON.stringify(text)}. Use words, from:, subject:, is:, label:, after: and before:.`,
  );
}
