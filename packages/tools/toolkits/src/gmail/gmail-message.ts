/** Converts messages of the Gmail API to mails. */
import { addressParser, decodeWords } from "postal-mime";
import { formatMailAddress } from "../mail-address.ts";
import { fromBase64 } from "./base64.ts";
import { decodePart } from "./decode-text.ts";
import { singleLine } from "./encoded-word.ts";
import { htmlText } from "./html-text.ts";
import type { Mail, MailAttachment, MailSummary } from "./mail-service.ts";

/** A message as the API of Gmail describes it. */
export interface GmailMessage {
  readonly id?: string;
  readonly threadId?: string;
  readonly labelIds?: readonly string[];
  /** Milliseconds since 1970, as text. */
  readonly internalDate?: string;
  readonly payload?: GmailPart;
}

/** A part of a message. */
interface GmailPart {
  readonly partId?: string;
  readonly mimeType?: string;
  readonly filename?: string;
  readonly headers?: readonly { readonly name?: string; readonly value?: string }[];
  readonly body?: { readonly attachmentId?: string; readonly size?: number; readonly data?: string };
  readonly parts?: readonly GmailPart[];
}

/** The summary of a message of the API, for a list. */
export function summaryOfMessage(message: GmailMessage): MailSummary {
  const { id = "", labelIds = [], internalDate, payload = {} } = message;
  return {
    id,
    from: addressList(header(payload, "From"))[0] ?? "",
    to: addressList(header(payload, "To")),
    subject: singleLine(decodeWords(header(payload, "Subject"))),
    date: isoDate(internalDate),
    labels: labelIds,
  };
}

/** Reads a message of the API: the plain text of the mail or, without one, the text of its HTML. */
export function mailOfMessage(message: GmailMessage): Mail {
  const { threadId = "", payload = {} } = message;
  const parts = allParts(payload);
  const texts = parts.filter((part) => !isAttachment(part) && part.body?.data !== undefined);
  const plain = texts.filter(({ mimeType }) => mimeType === "text/plain").map(textOf);
  const html = texts.filter(({ mimeType }) => mimeType === "text/html").map((part) => htmlText(textOf(part)));
  const body = plain.some((text) => text.trim() !== "") ? plain : html;
  return {
    ...summaryOfMessage(message),
    threadId,
    cc: addressList(header(payload, "Cc")),
    bcc: addressList(header(payload, "Bcc")),
    body: body.join("\n").replaceAll("\r\n", "\n"),
    attachments: parts.filter(isAttachment).map(attachmentOf),
    messageId: header(payload, "Message-ID").trim(),
    references: header(payload, "References").match(/<[^<>\s]+>/g) ?? [],
  };
}

/** The first header with a name, in any case. */
function header({ headers = [] }: GmailPart, name: string): string {
  return headers.find((each) => each.name?.toLowerCase() === name.toLowerCase())?.value ?? "";
}

/** A part and all parts within it; a message in an attachment is not looked into. */
function allParts(part: GmailPart, depth = 0): readonly GmailPart[] {
  const inner = depth < maxDepth && part.mimeType !== "message/rfc822" ? (part.parts ?? []) : [];
  return [part, ...inner.flatMap((each) => allParts(each, depth + 1))];
}

const maxDepth = 30;

function isAttachment({ filename = "", body, mimeType }: GmailPart): boolean {
  return filename !== "" || body?.attachmentId !== undefined || mimeType === "message/rfc822";
}

/** Reads an attachment of a mail. The data of a small one is in the message, so it is addressed by its part. */
function attachmentOf(part: GmailPart, index: number): MailAttachment {
  const { filename = "", body, mimeType = "application/octet-stream" } = part;
  const name = singleLine(decodeWords(filename)) || `attachment ${index + 1}`;
  return { id: body?.attachmentId ?? `part:${part.partId ?? ""}`, name, mimeType, size: body?.size ?? 0 };
}

/** The data of an attachment that is in the message itself. */
export function inlineData(message: GmailMessage, id: string): Uint8Array | undefined {
  const part = allParts(message.payload ?? {}).find((each) => `part:${each.partId ?? ""}` === id && isAttachment(each));
  return part === undefined ? undefined : fromBase64(part.body?.data ?? "");
}

/** Decodes the text of a part of a mail. */
function textOf(part: GmailPart): string {
  const charset = /charset\s*=\s*"?([\w:.-]+)/i.exec(header(part, "Content-Type"))?.[1];
  return decodePart(fromBase64(part.body?.data ?? ""), charset);
}

function isoDate(milliseconds: string | undefined): string {
  const date = new Date(Number(milliseconds ?? Number.NaN));
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

/** Reads the addresses in a header of a received mail, and writes each so that its name can't be mistaken for an address. */
function addressList(header: string): readonly string[] {
  return addressParser(header, { flatten: true })
    .map(({ name, address = "" }) =>
      address === "" ? singleLine(name) : formatMailAddress({ name: singleLine(name), address: singleLine(address) }),
    )
    .filter((text) => text !== "");
}
