import { type SecretFormat, secretFormats } from "@helve/core/internal";
import { isPlaceholder } from "./placeholder.ts";
import { findSecretsByContext } from "./secrets-by-context.ts";
import type { TextFinding } from "./text-finding.ts";

/**
 * Finds the secrets in a text: keys and tokens by their format (and checksum, if the format has one), private keys, JSON Web
 * Tokens, passwords in URLs, and values after names such as `password =`. Placeholders are not secrets.
 *
 * @returns the secrets in the order of the text; they do not overlap
 */
export function findSecrets(text: string): readonly TextFinding[] {
  const candidates = [
    ...findKeys(text),
    ...findDottedKeys(text),
    ...findPrivateKeys(text),
    ...findSecretsByContext(text),
    ...findAssignedSecrets(text),
  ];
  candidates.sort((left, right) => left.start - right.start || right.end - left.end);
  let end = 0;
  return candidates.filter((finding) => {
    if (finding.start < end) return false;
    end = finding.end;
    return true;
  });
}

const dottedFormats = secretFormats.filter(({ hasDots }) => hasDots);
const undottedFormats = secretFormats.filter(({ hasDots }) => !hasDots);

/** The shortest text that can be a key. */
const minKeyLength = 16;
/** Longer texts without spaces are data, not keys. */
const maxKeyLength = 600;

/** Finds keys without dots by their format: `ghp_…`, `AKIA…`. */
function* findKeys(text: string): Generator<TextFinding> {
  for (const { 0: run, index } of text.matchAll(/[\w-]+/g)) {
    if (run.length < minKeyLength || run.length > maxKeyLength) continue;
    const what = keyKind(run, undottedFormats);
    if (what !== undefined) yield { what, start: index, end: index + run.length };
  }
}

/** The kind of key that a text is by its format: `a GitHub token`; `undefined` if no format matches. */
function keyKind(run: string, formats: readonly SecretFormat[]): string | undefined {
  const format = formats.find(({ pattern, isValid }) => pattern.test(run) && (isValid?.(run) ?? true));
  return format !== undefined && isRandom(run.slice(format.prefix)) ? format.kind : undefined;
}

/** Whether a text is random, by its entropy, and is not a placeholder. */
function isRandom(value: string): boolean {
  return !isPlaceholder(value) && entropy(value) >= Math.min(3.2, Math.log2(value.length) * 0.72);
}

/** Finds keys with dots, and JSON Web Tokens, whose header is JSON with an `alg`. */
function* findDottedKeys(text: string): Generator<TextFinding> {
  for (const { 0: dotted, index } of text.matchAll(/[\w.-]+/g)) {
    if (dotted.length < minKeyLength || !dotted.includes(".")) continue;
    const run = dotted.replace(/\.{1,3}$/, "");
    const kind = run.length > maxKeyLength ? undefined : keyKind(run, dottedFormats);
    if (kind !== undefined) yield { what: kind, start: index, end: index + run.length };
    const [header = "", payload = "", signature = "", extra] = run.split(".", 4);
    if (extra !== undefined || !header.startsWith("eyJ") || !payload.startsWith("eyJ") || header.length > maxKeyLength)
      continue;
    if (signature.length < 20 || !decodeJsonText(header).includes('"alg"')) continue;
    yield { what: "a JSON Web Token", start: index, end: index + run.length };
  }
}

/** Decodes base64url text that is JSON; an empty string if it is not. */
function decodeJsonText(part: string): string {
  try {
    const decoded = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    JSON.parse(decoded);
    return decoded;
  } catch {
    return "";
  }
}

/** Finds private keys in PEM form; `-----BEGIN PRIVATE KEY-----` with only dots after it is not a key. */
function* findPrivateKeys(text: string): Generator<TextFinding> {
  let hasNoEnd = false;
  for (const { 0: begin, index } of text.matchAll(/-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g)) {
    const bodyStart = index + begin.length;
    const close = hasNoEnd ? -1 : text.indexOf("-----END", bodyStart);
    if (close === -1) hasNoEnd = true;
    const body = text.slice(
      bodyStart,
      close === -1 ? bodyStart + maxKeyLength : Math.min(close, bodyStart + maxKeyLength),
    );
    const lines = body.replaceAll(/^[A-Za-z-]{1,40}: .*$/gm, "").replace(/^(?:\\[nr]|[\s"'])+/, "");
    const [base64 = ""] = /^[A-Za-z0-9+/=]{20,}/.exec(lines) ?? [];
    if (new Set(base64).size < 10) continue;
    const end = close === -1 ? bodyStart + body.length : endOfMarker(text, close);
    yield { what: "a private key", start: index, end };
  }
}

/** The end of the marker `-----END PRIVATE KEY-----` that begins at an offset. */
function endOfMarker(text: string, close: number): number {
  const dashes = text.slice(close + 8, close + 80).indexOf("-----");
  return dashes === -1 ? close : close + 8 + dashes + 5;
}

/** Finds values after names: `password = …`, `"apiKey": "…"`, `export TOKEN=…`, `Authorization: Bearer …`, `--password …`. */
function* findAssignedSecrets(text: string): Generator<TextFinding> {
  for (const { 1: name = "", 2: separator = "", 3: quote = "", 4: value = "", index, 0: whole } of text.matchAll(
    assignment,
  )) {
    const end = index + whole.length;
    const next = text[end] ?? "";
    // The result of a call (`token = getToken()`) or an item of a list is not a literal secret.
    if (/[([]/.test(next) && /^[\w$.]+$/.test(value)) continue;
    if (separator === ">" && next !== "<") continue;
    if (isSecretValue(value, { name, separator: separator.trim(), quoted: quote !== "" })) {
      yield { what: `a value for "${name.toLowerCase()}"`, start: end - value.length, end };
    }
  }
}

/** Names of passwords. Short names such as `pass` match only as whole words, so `compass` does not match. */
const passwordNames =
  "pass(?:word|wd|phrase|code)|pass ?wort|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|пароль|密码|パスワード|(?<![a-z])(?:pass|psw|pw)|(?<![?&])pwd";

/** Names of other secrets. Tokens for paging and CSRF do not match. */
const keyNames =
  "secret|(?<!(?:page|sync|continuation|delta|csrf|xsrf)[_-]?)token|(?:api|access|account|private|auth)[_ -]?key|credentials?|bearer|basic|(?<=_)(?:auth|pat)(?![a-z])";

/** Text between a name and its separator: `_key`, ` for the server`, a quote. */
const nameSuffix = String.raw`(?:[_-]?(?:key|id|token|base64))?(?: (?:for|to|of) [\w .'-]{1,40}?(?=\s?[:=\uff1a]|\sis\b))?\\?["'${"`"}]?\*{0,2}`;

/** Text between a name and its value: `=`, `: string =`, `is`, `是`, a table's `|`, an XML tag's `>`, or spaces. */
const separators = String.raw`\s{0,3}(?::\s?\w{1,20}\s?=|[:=\uff1a]\*{0,2}|=>|:=|\bis\b|[\u662f\u4e3a][:\uff1a]?|\s\|\s|(?<=\w)>|,)\s{0,3}|\s{1,3}`;

/** A name, a separator and a value. */
const assignment = new RegExp(
  `(${passwordNames}|${keyNames})${nameSuffix}(${separators})((?:\\\\?["'\`])?)([^\\s"'\`,;<>()[\\]\\\\]{4,200})`,
  "gi",
);

/** The context of a value. */
interface Assignment {
  readonly name: string;
  /** The text between the name and the value; empty for spaces. */
  readonly separator: string;
  readonly quoted: boolean;
}

/** Whether a value looks like a secret and not like a word, name, path or call; a value after a space must look random. */
function isSecretValue(value: string, { name, separator, quoted }: Assignment): boolean {
  // Chinese text may follow without a space: 密码是 abc12345，请保密.
  const text = value.replace(/[\p{Script=Han}，。；！？、].*$/su, "").replace(/[.!?*]+$/, "");
  if (isPlaceholder(text) || /^(true|false|none|null|undefined|required|optional|string)$/i.test(text)) return false;
  if (/\{|^[./~]|^https?:|::/.test(text)) return false;
  const classes = countCharacterClasses(text);
  if (separator === "") return text.length >= 16 && classes >= 3 && entropy(text) >= 3.5 && /\d/.test(text);
  if (separator === "," && (!quoted || classes < 3)) return false;
  if (isPasswordName.test(name)) return text.length >= 6 && (classes >= 2 || quoted) && !isIdentifier(text);
  return text.length >= 12 && entropy(text) >= 3 && /\d/.test(text) && classes >= 2 && !isIdentifier(text);
}

const isPasswordName = new RegExp(`^(?:${passwordNames})$`, "i");

/** Counts the classes of characters in a text: lower case, upper case, digits, others. */
function countCharacterClasses(text: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length;
}

/** Whether a text is an identifier (`user_password`, `args.password`) or a version (`base-model-v2-2024`). */
function isIdentifier(text: string): boolean {
  if (/^[A-Za-z_$][A-Za-z_]*([.-][A-Za-z_]+)*$/.test(text)) return !/[a-z][A-Z]{2,}[a-z]/.test(text);
  return /^[a-z]{2,}([.\-_]([a-z]+|v?\d{1,4})){2,}$/.test(text);
}

/**
 * The Shannon entropy of a text, in bits per character: how hard it is to guess. Random base64 of 40 characters has about
 * 4.7, an English word about 3.
 */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const length = Array.from(text).length;
  let bits = 0;
  for (const count of counts.values()) bits -= (count / length) * Math.log2(count / length);
  return bits;
}
