/**
 * Whether a value is a placeholder for a secret: `xxxx`, `<token>`, `${TOKEN}`, `your-key-here`, `example`.
 *
 * @param value - a few hundred characters at most
 */
export function isPlaceholder(value: string): boolean {
  if (bracketed.test(value) || reference.test(value)) return true;
  if (new Set(value.toLowerCase()).size <= 3) return true;
  return placeholderWord.test(value) || characterSequence.test(value);
}

/** `<token>`, `[token]`, `{{token}}`, `…`. */
const bracketed = /^(<[^>]{0,80}>|\[[^\]]{0,80}\]|\{[^}]{0,80}\}+|%[^%]{1,80}%|.{0,3}(…|\.\.\.).{0,3})$/;

/** References to a value: `$TOKEN`, `process.env.TOKEN`, `os.getenv(…)`. */
const reference = /^(\$|%\(|process\.env|os\.(environ|getenv)|ENV\[|env\.|secrets\.|vault:|op:\/\/|arn:aws:)/i;

/** Words in placeholders; short words match only as whole words, because random keys may contain them. */
const placeholderWord =
  /example|placeholder|change[-_]?me|redacted|xxxxx|\*\*\*|(?<![a-z0-9])(?:sample|dummy|fake|replace|insert|todo|xxxx|your|my[-_]?(?:key|token|secret|password)|test[-_]?(?:key|token|secret|password)|not[-_]?a[-_]?real)(?![a-z0-9])/i;

/** Sequences of the keyboard or the alphabet, which random keys do not contain. */
const characterSequence = /0123456789|1234567890|abcdefghij|qwertyuiop|deadbeefdeadbeef/i;
