import { isCardNumber } from "./card-numbers.ts";
import { ibanLength, isIban } from "./iban.ts";
import { identityNumbers } from "./identity-numbers.ts";
import { personalDataPatterns } from "./personal-data-by-context.ts";
import type { TextFinding } from "./text-finding.ts";

/**
 * Finds personal data in a text: mail addresses, phone numbers, bank accounts (IBAN), payment cards and identity numbers with
 * correct check digits, and, next to words that name them, passports, driving licences, dates of birth and postal addresses.
 *
 * @returns the findings in the order of the text; no finding is inside another
 */
export function findPersonalData(text: string): readonly PersonalFinding[] {
  const reliable = sortOutermost([
    ...findMailAddresses(text),
    ...findIbans(text),
    ...findCards(text),
    ...findIdentityNumbers(text),
    ...findByContext(text),
  ]);
  return sortOutermost([...reliable, ...withoutOverlaps(sortOutermost(findPhones(text)), reliable)]);
}

/** Personal data in a text. */
export interface PersonalFinding extends TextFinding {
  /** Whether it is only contact data: a mail address, a phone number, a street. */
  readonly contact: boolean;
}

/** Sorts findings by position, and removes those that are inside another. */
function sortOutermost(findings: readonly PersonalFinding[]): readonly PersonalFinding[] {
  let end = 0;
  return findings
    .toSorted((left, right) => left.start - right.start || right.end - left.end)
    .filter((finding) => {
      if (finding.end <= end) return false;
      end = finding.end;
      return true;
    });
}

/** Removes the findings that overlap one of `others`; both lists are sorted. */
function withoutOverlaps(
  findings: readonly PersonalFinding[],
  others: readonly PersonalFinding[],
): readonly PersonalFinding[] {
  let next = 0;
  return findings.filter(({ start, end }) => {
    while (others[next] !== undefined && (others[next]?.end ?? 0) <= start) next++;
    return (others[next]?.start ?? end) >= end;
  });
}

/** Finds mail addresses of persons; `info@` and example domains do not count. */
function* findMailAddresses(text: string): Generator<PersonalFinding> {
  const form =
    /(?<![\p{L}\p{N}_.+@-])[\p{L}\p{N}_.+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,5}\p{L}{2,24}(?![\p{L}\p{N}_-])/gu;
  for (const { 0: address, index } of text.matchAll(form)) {
    if (notPersonal.test(address) || /\.(png|jpe?g|gif|svg|js|css)$/i.test(address)) continue;
    yield { what: "a mail address", contact: true, start: index, end: index + address.length };
  }
}

/** Mail addresses in example domains (RFC 2606), and mailboxes of roles such as `info@`. */
const notPersonal =
  /@([\w-]+\.)*example(\.\w+)?$|\.(test|invalid|localhost)$|^(no-?reply|do-?not-?reply|info|support|hello|contact|sales|admin|office|git)@/i;

/** Finds bank account numbers (IBAN), also with spaces. */
function* findIbans(text: string): Generator<PersonalFinding> {
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

/** Finds numbers of payment cards, with or without spaces between groups; further digits may follow. */
function* findCards(text: string): Generator<PersonalFinding> {
  const form = /(?<![\w.-])\d{4,19}(?:[ \u00a0-]\d{2,7}|\.\d{4}){0,4}(?!\w|[.-]\d)/g;
  for (const { 0: run, index } of text.matchAll(form)) {
    for (const end of groupEnds(run)) {
      if (!isCardNumber(run.slice(0, end).replaceAll(/\D/g, ""))) continue;
      yield { what: "a payment card number", contact: false, start: index, end: index + end };
      break;
    }
  }
}

/** Returns the offsets where digit groups end, the last one first. */
function groupEnds(run: string): readonly number[] {
  const gaps = Array.from(run.matchAll(/\D/g), ({ index }) => index);
  return [...gaps, run.length].reverse();
}

/** Finds national identity numbers in their formats. */
function* findIdentityNumbers(text: string): Generator<PersonalFinding> {
  for (const { what, pattern, isValid } of identityNumbers) {
    for (const { 0: number, index } of text.matchAll(pattern)) {
      if (isValid(number)) yield { what, contact: false, start: index, end: index + number.length };
    }
  }
}

/** Finds phone numbers in international and North American form, and after words such as `call`. */
function findPhones(text: string): readonly PersonalFinding[] {
  return phonePatterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern))
      .filter(({ 0: number }) => isPhoneNumber(number))
      .map(({ 0: number, index }) => ({
        what: "a phone number",
        contact: true,
        start: index,
        end: index + number.length,
      })),
  );
}

/** The formats of phone numbers. */
const phonePatterns: readonly RegExp[] = [
  // The international form with a country code (ITU-T E.123): +49 30 123456.
  /(?<![\w+]|\d[ -])(?:\+[1-9]\d{0,2}[ .-]?|00[1-9]\d{0,2} )(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ ./-]?\d{2,4}){2,4}(?!\w)/g,
  // The North American form: (212) 736-5000.
  /(?<![\w.-])(?<!\b(?:id|order|ref|invoice|ticket|case|serial)[ #:.]{0,3})(?:1[ .-])?\(?[2-9]\d{2}\)?[ .-][2-9]\d{2}[ .-]\d{4}(?![\d-])/gi,
  // Somebody by name: call Anna on 0171 2345678.
  /\b(?:[Cc]all|[Rr]ing|[Pp]hone|[Tt]ext|WhatsApp) \p{Lu}\p{L}+ (?:at|on|under) \(?\d{2,5}\)?(?:[ ./-]?\d{2,4}){2,4}(?!\d)/gu,
  /\b(?:phone|tel|telephone|mobile|cell|call|fax|whatsapp|ring|number)(?: (?:me|us|number|no\.?))?(?: (?:at|on|is))?[.:]? {0,2}\(?\d{2,5}\)?(?:[ ./-]?\d{2,4}){2,4}(?!\d)/gi,
  // In Chinese: 手机号是 13957128846.
  /(?<=(?:手机|电话|传真|联系方式)号?码?[是为]?[:：]?\s{0,2})\+?\d[\d -]{5,14}\d(?!\d)/g,
];

/** Whether a match has enough digits, and is not a date, a decimal number or an example such as 555-0100. */
function isPhoneNumber(text: string): boolean {
  const number = text.replace(/^[a-z .:]+/i, "");
  const digits = number.replaceAll(/\D/g, "");
  if (digits.length < (number.startsWith("+") ? 9 : 7) || /^number(?! is)/i.test(text)) return false;
  if (/^\+\d+\.\d+$/.test(number) || /(?:19|20)\d\d([-./])\d\d\1\d\d/.test(number)) return false;
  return !/(?<!\d)(555[ .-]?01|555[ .-]\d{4}|0000000|1234567)/.test(number);
}

/** Finds numbers, dates and addresses next to words that name them: `passport no. …`, `born on …`. */
function* findByContext(text: string): Generator<PersonalFinding> {
  for (const { what, pattern, contact = false } of personalDataPatterns) {
    for (const { 0: words, index } of text.matchAll(pattern)) {
      yield { what, contact, start: index, end: index + words.length };
    }
  }
}
