import { isCardNumber } from "./card-numbers.ts";
import { ibanLength, isIban } from "./iban.ts";
import { identityNumbers } from "./identity-numbers.ts";
import type { TextFinding } from "./text-finding.ts";

/**
 * What in a text tells who somebody is: mail addresses, phone numbers, bank accounts (IBAN) and payment cards with their
 * check digits, identity numbers by their rules, and, where words beside them say so, passports, driving licences, dates
 * of birth and postal addresses.
 *
 * @returns in the order of the text; none lies in another
 */
export function findPersonalData(text: string): readonly PersonalFinding[] {
  const found = [...mailAddresses(text), ...ibans(text), ...cards(text), ...identities(text), ...saidBeside(text)];
  found.push(...phones(text).filter(({ start, end }) => !found.some((one) => one.start < end && start < one.end)));
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  return found.filter((finding) => {
    if (finding.end <= end) return false;
    end = finding.end;
    return true;
  });
}

/** Personal data in a text. */
export interface PersonalFinding extends TextFinding {
  /** Whether it only tells how to reach somebody: a mail address, a phone number. */
  readonly contact: boolean;
}

function* mailAddresses(text: string): Generator<PersonalFinding> {
  const form = /(?<![\w.+-])[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![\w-])/g;
  for (const { 0: address, index } of text.matchAll(form)) {
    if (nobody.test(address) || /\.(png|jpe?g|gif|svg|js|css)$/i.test(address)) continue;
    yield { what: "a mail address", contact: true, start: index, end: index + address.length };
  }
}

/** Names kept for examples (RFC 2606), and boxes that are no person's. */
const nobody =
  /@([\w-]+\.)*example(\.\w+)?$|\.(test|invalid|localhost)$|^(no-?reply|do-?not-?reply|info|support|hello|contact|sales|admin|office|git)@/i;

function* ibans(text: string): Generator<PersonalFinding> {
  for (const { 0: run, index } of text.matchAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/g)) {
    const length = ibanLength(run.slice(0, 2));
    if (length === undefined) continue;
    let end = 0;
    for (let seen = 0; end < run.length && seen < length; end++) if (run[end] !== " ") seen++;
    if (/[A-Za-z0-9]/.test(text[index + end] ?? "") || !isIban(run.slice(0, end).replaceAll(" ", ""))) continue;
    yield { what: "a bank account number", contact: false, start: index, end: index + end };
  }
}

function* cards(text: string): Generator<PersonalFinding> {
  for (const { 0: run, index } of text.matchAll(/(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d]|[.-]\d)/g)) {
    if (!isCardNumber(run.replaceAll(/\D/g, ""))) continue;
    yield { what: "a payment card number", contact: false, start: index, end: index + run.length };
  }
}

function* identities(text: string): Generator<PersonalFinding> {
  for (const { what, form, holds } of identityNumbers) {
    for (const { 0: number, index } of text.matchAll(form)) {
      if (holds(number)) yield { what, contact: false, start: index, end: index + number.length };
    }
  }
}

function phones(text: string): readonly PersonalFinding[] {
  const forms = [
    // In the international form (ITU-T E.123), with its country.
    /(?<![\w+]|\d[ -])(?:\+|00)[1-9]\d{0,2}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ ./-]?\d{2,4}){2,4}(?!\d)/g,
    // In the North American one: (212) 736-5000.
    /(?<![\w.-])\(?[2-9]\d{2}\)?[ .-][2-9]\d{2}[ .-]\d{4}(?![\d-])/g,
    /\b(?:phone|tel|telephone|mobile|cell|call|fax|whatsapp)(?: (?:me|us|number|no\.?))?(?: (?:at|on|is))?[.:]? {0,2}\(?\d{2,5}\)?(?:[ ./-]?\d{2,4}){2,4}(?!\d)/gi,
  ];
  return forms.flatMap((form) =>
    Array.from(text.matchAll(form))
      .filter(({ 0: number }) => !/(?<!\d)(555[ .-]?01|555[ .-]\d{4}|0000000|1234567)/.test(number))
      .map(({ 0: number, index }) => ({
        what: "a phone number",
        contact: true,
        start: index,
        end: index + number.length,
      })),
  );
}

/** Numbers, dates and places that only the words beside them make personal. */
const said: readonly { readonly what: string; readonly form: RegExp }[] = [
  {
    what: "a passport number",
    form: /\bpassport(?:'s)?(?: (?:no|number|id|is|#))*[.:#]{0,2}\s{0,3}(?=[A-Z0-9]{0,8}\d)[A-Z0-9]{6,9}\b/gi,
  },
  {
    what: "a driving licence number",
    form: /\bdriv(?:er'?s?|ing) licen[cs]e(?: (?:no|number|id|is|#))*[.:#]{0,2}\s{0,3}(?=[A-Z0-9-]{0,12}\d{3})[A-Z0-9-]{6,18}\b/gi,
  },
  {
    what: "a date of birth",
    form: /\b(?:born(?: on)?|birth ?date|birthday|date of birth|dob|d\.o\.b\.?)(?: is)?[:=]?\s{0,3}(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}(?:st|nd|rd|th)?\.? [A-Z][a-z]{2,8}\.?,? \d{4}|[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})/gi,
  },
  {
    what: "a social security number",
    form: /\b(?:ssn|social security(?: (?:no|number|#))?)(?: is)?[.:#]{0,2}\s{0,3}(?!000|666|9)\d{3}[ -]?(?!00)\d{2}[ -]?(?!0000)\d{4}\b/gi,
  },
  {
    what: "a postal address",
    form: /\b\d{1,5}[A-Za-z]? (?:[A-Z][A-Za-z'.]{1,20} ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Square|Terrace|Way|Place|Pl)\b\.?(?:,? (?:Apt|Suite|Unit|#)\.? ?\w{1,5})?,\s{1,3}[A-Z]/g,
  },
  {
    what: "a postal address",
    form: /\b(?:home address|address|lives at|living at|ship(?:ped)? to)(?: is)?[:=]?\s{1,3}(?:\d{1,5}[A-Za-z]? [A-Z][\w'.-]{2,25}|[A-Z][\w'.-]{2,25}(?:straße|strasse|str\.|weg|platz|gasse| Street| Road| Avenue) ?\d{1,5})/g,
  },
];

function* saidBeside(text: string): Generator<PersonalFinding> {
  for (const { what, form } of said) {
    for (const { 0: words, index } of text.matchAll(form)) {
      yield { what, contact: false, start: index, end: index + words.length };
    }
  }
}
