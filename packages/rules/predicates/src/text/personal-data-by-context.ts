/** Finds personal data by the words beside it: `passport no. C01X00T47`. */

/** Patterns of personal data that only the words beside a number make personal: `passport no. C01X00T47`, `born on 2 May 1990`. */
export const personalDataPatterns: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  /** Whether it is only contact data; a street without further words may be a shop's. */
  readonly contact?: boolean;
}[] = [
  {
    what: "a passport number",
    pattern: /\bpassport(?:'s)?(?: (?:no|nr|number|id|is|#))*[.:#]{0,2}\s{0,3}(?=[A-Z0-9]{0,8}\d)[A-Z0-9]{6,9}\b/gi,
  },
  {
    what: "a driving licence number",
    pattern:
      /\bdriv(?:er'?s?|ing) licen[cs]e(?: (?:no|number|id|is|#))*[.:#]{0,2}\s{0,3}(?=[A-Z0-9-]{0,12}\d{3})[A-Z0-9-]{6,18}\b/gi,
  },
  {
    what: "an identity number",
    pattern:
      /\b(?:national id(?:entity)?|identity card|id card|tax(?:payer)? id|steuer-?id|aadhaar|pesel|bsn|nhs|medicare)(?: (?:no|nr|number|id|is|#))*[.:#]{0,2}\s{0,3}(?=(?:[A-Z -]{0,9}\d){6})[A-Z0-9][A-Z0-9 -]{6,16}\b/gi,
  },
  {
    what: "a bank account number",
    pattern:
      /\b(?:bank account|account number|account no|acct|routing number|sort code)(?: (?:no|nr|number|is|#))*[.:#]{0,2}\s{0,3}(?:\d{6,12}|\d\d-\d\d-\d\d)\b/gi,
  },
  {
    what: "a date of birth",
    pattern:
      /\b(?:born(?: in [A-Z]\w{1,20})?|birth[ _-]?date|birthday|date[ _]?of[ _]?birth|dob|d\.o\.b\.?|geboren|geburtsdatum)["']?(?: is)?(?: (?:on|am))?(?: the)?[:=]?\s{0,3}["']?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}(?:st|nd|rd|th)?\.?(?: of)? [A-Z][a-z]{2,8}\.?,? \d{4}|[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})/gi,
  },
  {
    what: "a social security number",
    pattern:
      /\b(?:ssn|social security(?: (?:no|number|#))?)(?: is)?[.:#]{0,2}\s{0,3}(?!000|666|9)\d{3}[ -]?(?!00)\d{2}[ -]?(?!0000)\d{4}\b/gi,
  },
  {
    what: "a postal address",
    contact: true,
    pattern:
      /\b\d{1,5}[A-Za-z]? (?:(?:[A-Z][A-Za-z'.]{1,20}|\d{1,3}(?:st|nd|rd|th)) ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Square|Terrace|Way|Place|Pl|Parkway|Pkwy|Circle|Close|Crescent|Gardens|Grove)\b\.?(?:,? (?:Apt|Suite|Unit|#)\.? ?\w{1,5})?(?:,\s{1,3}|\n)[A-Z]/g,
  },
  {
    what: "a postal address",
    contact: true,
    pattern:
      /(?<![\p{L}\d])\d{1,4}(?: ?(?:bis|ter))?,? (?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Pp]lace|[Cc]hemin|[Aa]llée|[Qq]uai) [\p{L}' -]{3,40},?\s{1,2}\d{5} \p{Lu}/gu,
  },
  {
    what: "a postal address",
    contact: true,
    pattern:
      /(?<![\p{L}\d])\p{Lu}[\p{L}.-]{1,25}(?:straße|strasse|str\.|weg|platz|gasse|allee) \d{1,4}\p{Ll}?,?\s{1,2}\d{5} \p{Lu}/gu,
  },
  {
    what: "a postal address",
    pattern:
      /\b(?:home address|address|lives at|living at|ship(?:ped)? to)(?: is)?[:=]?\s{1,3}(?:\d{1,5}[A-Za-z]? [A-Z][\w'.-]{2,25}|[A-Z][\w'.-]{2,25}(?:straße|strasse|str\.|weg|platz|gasse| Street| Road| Avenue) ?\d{1,5})/g,
  },
];
