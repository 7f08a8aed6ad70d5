/** Classifies values in requests and calls: does a value name a person, an account or a host? */
import { partyWords } from "../tool-traits/argument-roles.ts";
import { wordsOf } from "../words-of.ts";

/**
 * Whether a value names a person or a thing outside, such as a mail address, an account, a host or a user. Things that the user already has,
 * such as the number of an event or a file, are not outside.
 *
 * @param name - the argument's name
 */
export function namesParty(name: string, value: string): boolean {
  return partyForms.some((form) => form.test(value)) || wordsOf(name).some((word) => partyWords.has(word));
}

const partyForms = [
  /^[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+$/, // a mail address
  /^(?:https?:\/\/|www\.)/i,
  /^[a-z]{2}\d{2}(?: ?[a-z\d]){8,30}$/i, // an account
  /^\+?\d[\d ()/-]{6,18}\d$/, // a phone number
  /^@[\w.-]+$/,
];
