import { isCardNumber } from "./card-numbers.ts";
import { ibanLength, isIban } from "./iban.ts";
import { identityNumbers } from "./identity-numbers.ts";
import { personalWords } from "./personal-data-by-context.ts";
import type { TextFinding } from "./text-finding.ts";

/**
 * What in a text tells who somebody is: mail addresses, phone numbers, bank accounts (IBAN) and payment cards with their
 * check digits, identity numbers by their rules, and, where words beside them say so, passports, driving licences, dates
 * of birth and postal addresses.
 *
 * @returns in the order of the text; none lies in another
 */
export function findPersonalData(text: string): readonly PersonalFinding[] {
  const sure = inOrder([
    ...mailAddresses(text),
    ...ibans(text),
    ...cards(text),
    ...identities(text),
    ...saidBeside(text),
  ]);
  return inOrder([...sure, ...apartFrom(sure, inOrder(phones(text)))]);
}

/** In the order of the text, without those that lie in another. */
function inOrder(findings: readonly PersonalFinding[]): readonly PersonalFinding[] {
  let end = 0;
  return findings
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .filter((finding) => {
      if (finding.end <= end) return false;
      end = finding.end;
      return true;
    });
}

/** Those that overlap none of others; both in the order of the text. */
function apartFrom(
  others: readonly PersonalFinding[],
  findings: readonly PersonalFinding[],
): readonly PersonalFinding[] {
  let at = 0;
  return findings.filter(({ start, end }) => {
    while (others[at] !== undefined && (others[at]?.end ?? 0) <= start) at++;
    return (others[at]?.start ?? end) >= end;
  });
}

/** Personal data in a text. */
export interface PersonalFinding extends TextFinding {
  /** Whether it only tells how to reach somebody: a mail address, a phone number, a street. */
  readonly contact: boolean;
}

function* mailAddresses(text: string): Generator<PersonalFinding> {
  const form =
    /(?<![\p{L}\p{N}_.+@-])[\p{L}\p{N}_.+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,5}\p{L}{2,24}(?![\p{L}\p{N}_-])/gu;
  for (const { 0: address, index } of text.matchAll(form)) {
    if (nobody.test(address) || /\.(png|jpe?g|gif|svg|js|css)$/i.test(address)) continue;
    yield { what: "a mail address", contact: true, start: index, end: index + address.length };
  }
}

/** Names kept for examples (RFC 2606), and boxes that are no person's. */
const nobody =
  /@([\w-]+\.)*example(\.\w+)?$|\.(test|invalid|localhost)$|^(no-?reply|do-?not-?reply|info|support|hello|contact|sales|admin|office|git)@/i;

function* ibans(text: string): Generator<PersonalFinding> {
  for (const { 0: run, index } of text.matchAll(/(?<=\b|\bIBAN)[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]){11,30}/gi)) {
    const length = ibanLength(run.slice(0, 2).toUpperCase());
    if (length === undefined) continue;
    let end = 0;
    for (let seen = 0; end < run.length && seen < length; end++) if (/\w/.test(run[end] ?? "")) seen++;
    const number = run.slice(0, end).replaceAll(/\W/g, "").toUpperCase();
    if (/[A-Za-z0-9]/.test(text[index + end] ?? "") || !isIban(number)) continue;
    yield { what: "a bank account number", contact: false, start: index, end: index + end };
  }
}

/** Numbers of payment cards, in one or in groups as they are embossed; what follows may be digits, too. */
function* cards(text: string): Generator<PersonalFinding> {
  const form = /(?<![\w.-])\d{4,19}(?:[ \u00a0-]\d{2,7}|\.\d{4}){0,4}(?!\w|[.-]\d)/g;
  for (const { 0: run, index } of text.matchAll(form)) {
    for (const end of endsOfGroups(run)) {
      if (!isCardNumber(run.slice(0, end).replaceAll(/\D/g, ""))) continue;
      yield { what: "a payment card number", contact: false, start: index, end: index + end };
      break;
    }
  }
}

/** Where a number may end, the longest first. */
function endsOfGroups(run: string): readonly number[] {
  const gaps = Array.from(run.matchAll(/\D/g), ({ index }) => index);
  return [...gaps, run.length].reverse();
}

function* identities(text: string): Generator<PersonalFinding> {
  for (const { what, form, holds } of identityNumbers) {
    for (const { 0: number, index } of text.matchAll(form)) {
      if (holds(number)) yield { what, contact: false, start: index, end: index + number.length };
    }
  }
}

function phones(text: string): readonly PersonalFinding[] {
  return phoneForms.flatMap((form) =>
    Array.from(text.matchAll(form))
      .filter(({ 0: number }) => isPhoneNumber(number))
      .map(({ 0: number, index }) => ({
        what: "a phone number",
        contact: true,
        start: index,
        end: index + number.length,
      })),
  );
}

const phoneForms: readonly RegExp[] = [
  // In the international form (ITU-T E.123), with its country.
  /(?<![\w+]|\d[ -])(?:\+[1-9]\d{0,2}[ .-]?|00[1-9]\d{0,2} )(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ ./-]?\d{2,4}){2,4}(?!\w)/g,
  // In the North American one: (212) 736-5000.
  /(?<![\w.-])(?<!\b(?:id|order|ref|invoice|ticket|case|serial)[ #:.]{0,3})(?:1[ .-])?\(?[2-9]\d{2}\)?[ .-][2-9]\d{2}[ .-]\d{4}(?![\d-])/gi,
  /\b(?:phone|tel|telephone|mobile|cell|call|fax|whatsapp|ring|number)(?: (?:me|us|number|no\.?))?(?: (?:at|on|is))?[.:]? {0,2}\(?\d{2,5}\)?(?:[ ./-]?\d{2,4}){2,4}(?!\d)/gi,
];

/** What has enough digits for one, and is no number of films and examples, no date and no decimal. */
function isPhoneNumber(text: string): boolean {
  const number = text.replace(/^[a-z .:]+/i, "");
  const digits = number.replaceAll(/\D/g, "");
  if (digits.length < (number.startsWith("+") ? 9 : 7) || /^number(?! is)/i.test(text)) return false;
  if (/^\+\d+\.\d+$/.test(number) || /(?:19|20)\d\d([-./])\d\d\1\d\d/.test(number)) return false;
  return !/(?<!\d)(555[ .-]?01|555[ .-]\d{4}|0000000|1234567)/.test(number);
}

function* saidBeside(text: string): Generator<PersonalFinding> {
  for (const { what, form, contact = false } of personalWords) {
    for (const { 0: words, index } of text.matchAll(form)) {
      yield { what, contact, start: index, end: index + words.length };
    }
  }
}
