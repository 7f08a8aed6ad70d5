/** Formats mails for models. */
import type { Page } from "../service-options.ts";
import { singleLine } from "./encoded-word.ts";
import type { Mail, MailAttachment, MailSummary } from "./mail-service.ts";

/** A list of mails: a line for each, with its id, when it was sent, by whom, and its subject. */
export function mailList({ items, nextPageToken }: Page<MailSummary>, emptyText: string): string {
  const lines = items.map(({ id, date, from, to, subject, labels }) => {
    const isOwn = labels.includes("SENT") || labels.includes("DRAFT");
    const who = isOwn ? `to ${to.join(", ")}` : from;
    const flags = [labels.includes("UNREAD") ? "unread" : "", labels.includes("STARRED") ? "starred" : ""].filter(
      Boolean,
    );
    return singleLine(
      [id, minuteOf(date), who, subject, ...(flags.length === 0 ? [] : [`(${flags.join(", ")})`])].join("  "),
    );
  });
  if (lines.length === 0 && nextPageToken === undefined) return emptyText;
  return [
    ...lines,
    ...(nextPageToken === undefined ? [] : [`More with page_token ${JSON.stringify(nextPageToken)}.`]),
  ].join("\n");
}

/** A mail: its headers, its text, its attachments. */
export function mailText(mail: Mail): string {
  const { from, to, cc, bcc, subject, date, labels, body, attachments } = mail;
  return [
    `From: ${from}`,
    `To: ${to.join(", ")}`,
    ...(cc.length === 0 ? [] : [`Cc: ${cc.join(", ")}`]),
    ...(bcc.length === 0 ? [] : [`Bcc: ${bcc.join(", ")}`]),
    `Date: ${date}`,
    `Subject: ${subject}`,
    `Labels: ${labels.join(", ")}`,
    ...(attachments.length === 0 ? [] : [`Attachments: ${attachments.map(({ name }) => name).join(", ")}`]),
    "",
    body,
  ].join("\n");
}

/** A list of attachments: a line for each, with its name, type and size. */
export function attachmentList(attachments: readonly MailAttachment[]): string {
  const lines = attachments.map(({ name, mimeType, size }) => singleLine(`${name}  ${mimeType}  ${size} bytes`));
  return lines.join("\n") || "The mail has no attachments.";
}

/** The text of a forwarded mail: the user's own, then the original with its headers. */
export function forwardedText(body: string, { from, to, cc, date, subject, body: original }: Mail): string {
  return [
    ...(body === "" ? [] : [body, ""]),
    "---------- Forwarded message ---------",
    `From: ${from}`,
    `Date: ${date}`,
    `Subject: ${subject}`,
    `To: ${to.join(", ")}`,
    ...(cc.length === 0 ? [] : [`Cc: ${cc.join(", ")}`]),
    "",
    original,
  ].join("\n");
}

/** A subject with `Re:` or `Fwd:`, unless it begins with it. */
export function prefixedSubject(prefix: "Re" | "Fwd", subject: string): string {
  return subject.toLowerCase().startsWith(`${prefix.toLowerCase()}:`) ? subject : `${prefix}: ${subject}`;
}

/** A date and time to the minute, in UTC: `2026-11-24 15:00`. */
function minuteOf(date: string): string {
  return date.slice(0, 16).replace("T", " ");
}
