import { entropy } from "./entropy.ts";
import { keyFormats } from "./key-formats.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { TextFinding } from "./text-finding.ts";

/**
 * The secrets in a text: keys and tokens by the forms that their makers gave them (with checksums where they have one),
 * private keys, JSON Web Tokens, passwords in addresses, and what `password = …` and its like are given. Placeholders
 * are none.
 *
 * @returns in the order of the text; no two overlap
 */
export function findSecrets(text: string): readonly TextFinding[] {
  const found = [...keys(text), ...webTokens(text), ...privateKeys(text), ...addressPasswords(text), ...assigned(text)];
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  return found.filter((finding) => {
    if (finding.start < end) return false;
    end = finding.end;
    return true;
  });
}

/** Shorter runs are no keys, and longer ones are data. */
const shortestKey = 16;
const longestRun = 600;

function* keys(text: string): Generator<TextFinding> {
  for (const { 0: run, index } of text.matchAll(/[\w-]+/g)) {
    if (run.length < shortestKey || run.length > longestRun) continue;
    const format = keyFormats.find(({ form, holds }) => form.test(run) && (holds?.(run) ?? true));
    if (format === undefined || !isRandom(run.slice(format.prefix))) continue;
    yield { what: format.what, start: index, end: index + run.length };
  }
}

/** What is drawn by lot has more in it than words, and is no placeholder. */
function isRandom(value: string): boolean {
  return !isPlaceholder(value) && entropy(value) >= Math.min(3.2, Math.log2(value.length) * 0.72);
}

/** JSON Web Tokens whose head is JSON and names an algorithm, and other keys with dots. */
function* webTokens(text: string): Generator<TextFinding> {
  for (const { 0: run, index } of text.matchAll(/[\w.-]+/g)) {
    const parts = run.replace(/\.+$/, "").split(".", 4);
    const [head = "", body = "", signature = ""] = parts;
    const range = { start: index, end: index + head.length + body.length + signature.length + 2 };
    if (parts.length !== 3) continue;
    if (head === "SG" && body.length === 22 && signature.length === 43 && isRandom(body + signature)) {
      yield { what: "a SendGrid key", ...range };
    }
    if (!head.startsWith("eyJ") || !body.startsWith("eyJ") || head.length > longestRun) continue;
    if (signature.length >= 20 && decodedJson(head).includes('"alg"')) yield { what: "a JSON Web Token", ...range };
  }
}

function decodedJson(part: string): string {
  try {
    const decoded = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    JSON.parse(decoded);
    return decoded;
  } catch {
    return "";
  }
}

/** A private key that is written out; `-----BEGIN PRIVATE KEY-----` with dots under it is none. */
function* privateKeys(text: string): Generator<TextFinding> {
  let noEnd = false;
  for (const { 0: begin, index } of text.matchAll(/-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g)) {
    const from = index + begin.length;
    const close = noEnd ? -1 : text.indexOf("-----END", from);
    if (close === -1) noEnd = true;
    const body = text.slice(from, close === -1 ? from + longestRun : Math.min(close, from + longestRun));
    const lines = body.replaceAll(/^[A-Za-z-]{1,40}: .*$/gm, "").replace(/^(?:\\[nr]|[\s"'])+/, "");
    const [written = ""] = /^[A-Za-z0-9+/=]{20,}/.exec(lines) ?? [];
    if (new Set(written).size < 10) continue;
    const end = close === -1 ? from + body.length : endOfLine(text, close);
    yield { what: "a private key", start: index, end };
  }
}

function endOfLine(text: string, close: number): number {
  const dashes = text.slice(close + 8, close + 80).indexOf("-----");
  return dashes === -1 ? close : close + 8 + dashes + 5;
}

/** `https://ada:s3cr3t@host`. */
function* addressPasswords(text: string): Generator<TextFinding> {
  const form = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,80}:([^\s/@"'<>]{3,200})@[A-Za-z0-9[]/dg;
  for (const { 1: password = "", indices } of text.matchAll(form)) {
    const [start, end] = indices?.[1] ?? [0, 0];
    if (!isPlaceholder(password) && !/^(pass(word)?|pwd|secret)$/i.test(password)) {
      yield { what: "a password in an address", start, end };
    }
  }
}

/** `password = …`, `"apiKey": "…"`, `export TOKEN=…`, `Authorization: Bearer …`, `--password …`. */
function* assigned(text: string): Generator<TextFinding> {
  const form =
    /(pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_ -]?key|access[_ -]?key|private[_ -]?key|auth[_ -]?key|credentials?|bearer|basic)(?:[_-]?(?:key|id|token|base64))?["'`]{0,1}(\s{0,3}(?:[:=]|=>|:=|\bis\b)\s{0,3}|\s{1,3})(["'`]?)([^\s"'`,;<>()]{4,200})/dgi;
  for (const { 1: name = "", 2: joint = "", 3: quote = "", 4: value = "", indices } of text.matchAll(form)) {
    const [start, end] = indices?.[4] ?? [0, 0];
    const spoken = joint.trim() === "";
    if (isSecretValue(value, { name, spoken, quoted: quote !== "" })) {
      yield { what: `a value for "${name.toLowerCase()}"`, start, end };
    }
  }
}

interface Assigned {
  readonly name: string;
  /** With nothing but a space between the name and the value. */
  readonly spoken: boolean;
  readonly quoted: boolean;
}

/** Whether a value is no word, name, path or call; what stands in prose must look drawn by lot. */
function isSecretValue(value: string, { name, spoken, quoted }: Assigned): boolean {
  const text = value.replace(/[.!?]+$/, "");
  if (isPlaceholder(text) || /^(true|false|none|null|undefined|required|optional|string)$/i.test(text)) return false;
  if (/[([{]|^[./~]|^https?:|::/.test(text)) return false;
  const mixed = kindsOfCharacters(text);
  if (spoken) return text.length >= 16 && mixed >= 3 && entropy(text) >= 3.5 && /\d/.test(text);
  if (/^pass|^pwd/i.test(name)) return text.length >= 6 && (mixed >= 2 || quoted) && !isName(text);
  return text.length >= 12 && entropy(text) >= 3 && /\d/.test(text) && mixed >= 2 && !isName(text);
}

function kindsOfCharacters(text: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length;
}

/** A name of a program's own: `user_password`, `getToken`, `args.password`. */
function isName(text: string): boolean {
  return /^[A-Za-z_$][A-Za-z_]*([.\-_][A-Za-z_]+)*$/.test(text) && !/[a-z][A-Z]{2,}[a-z]/.test(text);
}
