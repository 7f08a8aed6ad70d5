import { wordsOf } from "../words-of.ts";

/**
 * What an argument is for: it decides whom or what a call affects (a receiver, an account, an address, a path), it names what the call
 * makes (a title), or it is content, which decides nothing.
 */
export type ArgumentRole = "decisive" | "label" | "content";

/** The role of an argument by its name. An argument of an unknown kind is decisive. */
export function argumentRole(name: string): ArgumentRole {
  const words = wordsOf(name);
  if (words.some((word) => contentWords.has(word))) return "content";
  const [only, other] = words;
  return other === undefined && labelWords.has(only ?? "") ? "label" : "decisive";
}

const labelWords: ReadonlySet<string> = new Set("heading label name subject summary title topic".split(" "));

/** Words in the names of texts, times, amounts, codes, the fields of a form, and of how a result is shown. */
const contentWords: ReadonlySet<string> = new Set(
  `amount body captcha code color comment comments content contents count currency data date dates day description details duration element
  encoding end field fields flag form format hour html input inputs is kind language limit locale markdown message messages minute mode month
  note notes number offset option options otp output page pin price priority quantity query question rating reason score
  selector size sort stars start status text texts time timezone total type value values year`.split(/\s+/),
);
