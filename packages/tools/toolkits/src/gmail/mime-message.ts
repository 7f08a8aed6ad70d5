/** Writes a mail as RFC 5322 and MIME define it. All of it is ASCII, and no text of the mail can add a header. */
import { parseMailAddress } from "../mail-address.ts";
import { toBase64 } from "./base64.ts";
import { encodedWords, encodeHeaderText, singleLine } from "./encoded-word.ts";
import type { OutgoingAttachment, OutgoingMail } from "./mail-service.ts";

/**
 * Writes a mail as a message of the internet. Gmail adds the sender, the date and the message id.
 *
 * @throws ToolError for a receiver that is not a mail address
 */
export function mimeMessage({ to, cc, bcc, subject, body, replyTo, attachments = [] }: OutgoingMail): string {
  const references = replyTo === undefined ? [] : messageIds([...replyTo.references, replyTo.messageId]);
  const headers = [
    ...addressHeader("To", to),
    ...addressHeader("Cc", cc),
    ...addressHeader("Bcc", bcc),
    `Subject: ${encodeHeaderText(subject)}`,
    ...messageIds([replyTo?.messageId ?? ""]).map((id) => `In-Reply-To: ${id}`),
    ...(references.length === 0 ? [] : [`References: ${references.join("\r\n ")}`]),
    "MIME-Version: 1.0",
  ];
  const text = textPart(body);
  if (attachments.length === 0) return [...headers, text].join("\r\n");
  const parts = [text, ...attachments.map(attachmentPart)];
  return [
    ...headers,
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    "",
    ...parts.map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--`,
    "",
  ].join("\r\n");
}

/** Parts are base64, which has neither `=` at the start of a line nor `_`. */
const boundary = "=_part";

function addressHeader(name: string, receivers: readonly string[]): readonly string[] {
  return receivers.length === 0 ? [] : [`${name}: ${receivers.map(encodeAddress).join(",\r\n ")}`];
}

/** An address with its name: as words, in quotes, or as encoded words. */
function encodeAddress(text: string): string {
  const { name = "", address } = parseMailAddress(text);
  const ascii = asciiAddress(address);
  const line = singleLine(name);
  if (line === "") return ascii;
  const isAscii = line.length <= 60 && /^[\x20-\x7e]*$/.test(line) && !line.includes("=?");
  if (!isAscii) return `${encodedWords(line)}\r\n <${ascii}>`;
  const isPhrase = /^[A-Za-z\d!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z\d!#$%&'*+/=?^_`{|}~-]+)*$/.test(line);
  return `${isPhrase ? line : `"${line.replaceAll(/["\\]/g, "\\$&")}"`} <${ascii}>`;
}

/** An address with its domain in punycode. */
function asciiAddress(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  return address.slice(0, at) + (/^[\x21-\x7e]*$/.test(domain) ? domain : new URL(`http://${domain}`).hostname);
}

/** The valid message ids in texts that come from other mails; at most the last 20. */
function messageIds(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => /^<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>$/.test(text)).slice(-20);
}

/** Writes the MIME part of a mail's text. */
function textPart(text: string): string {
  const bytes = new TextEncoder().encode(text.replaceAll(/\r\n|\r|\n/g, "\r\n"));
  return ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "", base64Lines(bytes)].join(
    "\r\n",
  );
}

/** Writes the MIME part of an attachment. */
function attachmentPart({ name, mimeType, bytes }: OutgoingAttachment): string {
  const isSimple = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mimeType) && !/^(?:message|multipart)\//i.test(mimeType);
  return [
    `Content-Type: ${isSimple ? mimeType : "application/octet-stream"}`,
    "Content-Transfer-Encoding: base64",
    `Content-Disposition: attachment;\r\n filename*=UTF-8''${encodedFileName(name)}`,
    "",
    base64Lines(bytes),
  ].join("\r\n");
}

/** A file's name as RFC 8187 writes it. */
function encodedFileName(name: string): string {
  const line = singleLine(name).slice(0, 100).toWellFormed() || "attachment";
  return encodeURIComponent(line).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function base64Lines(bytes: Uint8Array): string {
  return (toBase64(bytes).match(/.{1,76}/g) ?? []).join("\r\n");
}
