/** Parses and formats mail addresses: `Ada Fox <ada@fox.example>`. */
import { ToolError } from "@helve/tool";

/** A mail address, and the name that is shown with it. */
export interface MailAddress {
  readonly name?: string | undefined;
  readonly address: string;
}

/**
 * Parses one mail address: `ada@fox.example`, `Ada Fox <ada@fox.example>` or `"Fox, Ada" <ada@fox.example>`. Forms that mail programs read in
 * different ways, such as comments and several addresses, are refused, so that rules see the receiver that gets the mail.
 *
 * @throws ToolError for anything else
 */
export function parseMailAddress(text: string): MailAddress {
  const trimmed = text.trim();
  const form = trimmed.length > 1000 ? null : addressForm.exec(trimmed);
  const [, quoted, plain = "", bracketed, bare = ""] = form ?? [];
  const address = bracketed ?? bare;
  if (form === null || !isAddress(address)) throw invalidAddress(text);
  const name = (quoted?.replaceAll(/\\(.)/gs, "$1") ?? plain).trim();
  return name === "" ? { address } : { name, address };
}

/** Writes an address with its name, which is quoted if it could be mistaken for something else. */
export function formatMailAddress({ name, address }: MailAddress): string {
  if (name === undefined || name === "") return address;
  const line = name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  return `${/[()<>[\]:;@\\,"]/.test(line) ? `"${line.replaceAll(/["\\]/g, "\\$&")}"` : line} <${address}>`;
}

/** A name in quotes, or one without special characters, before an address in brackets; or an address alone. */
const addressForm =
  /^(?:(?:"((?:[^"\\\p{Cc}]|\\[^\p{Cc}])*)"|([^()<>[\]:;@\\,"\p{Cc}\u2028\u2029]*))\s*<([^<>]*)>|([^\s<>"]+))$/u;

/** Whether a text is an address that all mail programs read in the same way. */
function isAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  return at > 0 && localPart.test(text.slice(0, at)) && domainForm.test(domain) && isSentAsWritten(domain);
}

/**
 * Whether a domain is that to which the mail goes. Others become another one when they are sent in punycode, such as `ｆｏｘ.example`, so that
 * rules would see a domain that gets no mail.
 */
function isSentAsWritten(domain: string): boolean {
  if (/^[\x21-\x7e]*$/.test(domain)) return true;
  const sent = URL.parse(`http://${domain}`)?.hostname.split(".");
  const labels = domain.split(".");
  if (sent?.length !== labels.length || domain !== domain.normalize("NFKC")) return false;
  return labels.every((label, at) =>
    /^[\x21-\x7e]*$/.test(label) ? sent[at] === label.toLowerCase() : sent[at]?.startsWith("xn--"),
  );
}

const localPart = /^[A-Za-z\d#$&'*+/=^_`{|}~.-]{1,64}$/;

const domainForm = /^(?:[\p{L}\p{N}-]{1,63}\.){0,8}[\p{L}\p{N}-]{1,63}$/u;

function invalidAddress(text: string): ToolError {
  const shown = JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
  const hint = /[,;]/.test(text)
    ? 'Write each receiver as an item of its own, and names with commas in quotes: "Fox, Ada" <ada@fox.example>.'
    : "If you don't know the address, search the contacts or ask the user; don't invent one.";
  return new ToolError(`${shown} is not a mail address. ${hint}`);
}
