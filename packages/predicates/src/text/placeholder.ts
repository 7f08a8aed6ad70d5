/**
 * Whether a value only holds the place of a secret: `xxxx`, `<token>`, `${TOKEN}`, `your-key-here`, `example`.
 *
 * @param value - at most some hundred characters
 */
export function isPlaceholder(value: string): boolean {
  if (bracketed.test(value) || reference.test(value)) return true;
  if (new Set(value.toLowerCase()).size <= 3) return true;
  return words.test(value) || runs.test(value);
}

/** `<token>`, `[token]`, `{{token}}`, `…`. */
const bracketed = /^(<[^>]{0,80}>|\[[^\]]{0,80}\]|\{[^}]{0,80}\}+|%[^%]{1,80}%|.{0,3}(…|\.\.\.).{0,3})$/;

/** What stands for a value that comes from elsewhere: a variable, a call, a part of an object. */
const reference = /^(\$|%\(|process\.env|os\.(environ|getenv)|ENV\[|env\.|secrets\.|vault:|op:\/\/|arn:aws:)/i;

/** Short words stand alone; in a key that is drawn by lot they come about. */
const words =
  /example|placeholder|change[-_]?me|redacted|xxxxx|\*\*\*|(?<![a-z0-9])(?:sample|dummy|fake|replace|insert|todo|xxxx|your|my[-_]?(?:key|token|secret|password)|test[-_]?(?:key|token|secret|password)|not[-_]?a[-_]?real)(?![a-z0-9])/i;

/** A row on the keyboard or in the alphabet, as nobody draws it by lot. */
const runs = /0123456789|1234567890|abcdefghij|qwertyuiop|deadbeefdeadbeef/i;
