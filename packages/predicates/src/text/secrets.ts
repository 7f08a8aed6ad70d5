import { type SecretFormat, secretFormats } from "@helve/core/internal";
import { entropy } from "./entropy.ts";
import { isPlaceholder } from "./placeholder.ts";
import { spelledSecrets } from "./spelled-secrets.ts";
import type { TextFinding } from "./text-finding.ts";

/**
 * The secrets in a text: keys and tokens by the forms that their makers gave them (with checksums where they have one),
 * private keys, JSON Web Tokens, passwords in addresses, and what `password = …` and its like are given. Placeholders
 * are none.
 *
 * @returns in the order of the text; no two overlap
 */
export function findSecrets(text: string): readonly TextFinding[] {
  const found = [...keys(text), ...dottedKeys(text), ...privateKeys(text), ...spelledSecrets(text), ...assigned(text)];
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  return found.filter((finding) => {
    if (finding.start < end) return false;
    end = finding.end;
    return true;
  });
}

const dottedFormats = secretFormats.filter(({ hasDots }) => hasDots);
const undottedFormats = secretFormats.filter(({ hasDots }) => !hasDots);

/** Shorter runs are no keys, and longer ones are data. */
const shortestKey = 16;
const longestRun = 600;

function* keys(text: string): Generator<TextFinding> {
  for (const { 0: run, index } of text.matchAll(/[\w-]+/g)) {
    if (run.length < shortestKey || run.length > longestRun) continue;
    const what = formatOf(run, undottedFormats);
    if (what !== undefined) yield { what, start: index, end: index + run.length };
  }
}

function formatOf(run: string, formats: readonly SecretFormat[]): string | undefined {
  const format = formats.find(({ pattern, isValid }) => pattern.test(run) && (isValid?.(run) ?? true));
  return format !== undefined && isRandom(run.slice(format.prefix)) ? format.kind : undefined;
}

/** What is drawn by lot has more in it than words, and is no placeholder. */
function isRandom(value: string): boolean {
  return !isPlaceholder(value) && entropy(value) >= Math.min(3.2, Math.log2(value.length) * 0.72);
}

/** Keys with dots, and JSON Web Tokens whose head is JSON and names an algorithm. */
function* dottedKeys(text: string): Generator<TextFinding> {
  for (const { 0: dotted, index } of text.matchAll(/[\w.-]+/g)) {
    if (dotted.length < shortestKey || !dotted.includes(".")) continue;
    const run = dotted.replace(/\.{1,3}$/, "");
    const known = run.length > longestRun ? undefined : formatOf(run, dottedFormats);
    if (known !== undefined) yield { what: known, start: index, end: index + run.length };
    const [head = "", body = "", signature = "", more] = run.split(".", 4);
    if (more !== undefined || !head.startsWith("eyJ") || !body.startsWith("eyJ") || head.length > longestRun) continue;
    if (signature.length < 20 || !decodedJson(head).includes('"alg"')) continue;
    yield { what: "a JSON Web Token", start: index, end: index + run.length };
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

/** `password = …`, `"apiKey": "…"`, `export TOKEN=…`, `Authorization: Bearer …`, `--password …`, `<password>…`. */
function* assigned(text: string): Generator<TextFinding> {
  for (const { 1: name = "", 2: joint = "", 3: quote = "", 4: value = "", index, 0: whole } of text.matchAll(
    assignment,
  )) {
    const end = index + whole.length;
    const next = text[end] ?? "";
    // What a call gives, or a part of a list, is not written there.
    if (/[([]/.test(next) && /^[\w$.]+$/.test(value)) continue;
    if (joint === ">" && next !== "<") continue;
    if (isSecretValue(value, { name, joint: joint.trim(), quoted: quote !== "" })) {
      yield { what: `a value for "${name.toLowerCase()}"`, start: end - value.length, end };
    }
  }
}

/** What a password is called. A shorter name stands alone: a compass is none. */
const passwordNames =
  "pass(?:word|wd|phrase|code)|pass ?wort|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|пароль|密码|パスワード|(?<![a-z])(?:pass|psw|pw)|(?<![?&])pwd";

/** What else of that kind is called; some tokens only say where to go on. */
const keyNames =
  "secret|(?<!(?:page|sync|continuation|delta|csrf|xsrf)[_-]?)token|(?:api|access|account|private|auth)[_ -]?key|credentials?|bearer|basic|(?<=_)(?:auth|pat)(?![a-z])";

/** What a name may have behind it, before it is given its value. */
const behindName = String.raw`(?:[_-]?(?:key|id|token|base64))?(?: (?:for|to|of) [\w .'-]{1,40}?(?=\s?[:=：]|\sis\b))?\\?["'${"`"}]?\*{0,2}`;

/** `=`, `: string =`, `is`, a table's line, an element's end, or just spaces. */
const joints = String.raw`\s{0,3}(?::\s?\w{1,20}\s?=|[:=：]\*{0,2}|=>|:=|\bis\b|\s\|\s|(?<=\w)>|,)\s{0,3}|\s{1,3}`;

const assignment = new RegExp(
  `(${passwordNames}|${keyNames})${behindName}(${joints})((?:\\\\?["'\`])?)([^\\s"'\`,;<>()[\\]\\\\]{4,200})`,
  "gi",
);

interface Assigned {
  readonly name: string;
  /** What stands between the name and the value; empty when it is only spaces. */
  readonly joint: string;
  readonly quoted: boolean;
}

/** Whether a value is no word, name, path or call; what stands in prose must look drawn by lot. */
function isSecretValue(value: string, { name, joint, quoted }: Assigned): boolean {
  const text = value.replace(/[.!?*]+$/, "");
  if (isPlaceholder(text) || /^(true|false|none|null|undefined|required|optional|string)$/i.test(text)) return false;
  if (/\{|^[./~]|^https?:|::/.test(text)) return false;
  const mixed = kindsOfCharacters(text);
  if (joint === "") return text.length >= 16 && mixed >= 3 && entropy(text) >= 3.5 && /\d/.test(text);
  if (joint === "," && (!quoted || mixed < 3)) return false;
  if (isPasswordName.test(name)) return text.length >= 6 && (mixed >= 2 || quoted) && !isName(text);
  return text.length >= 12 && entropy(text) >= 3 && /\d/.test(text) && mixed >= 2 && !isName(text);
}

const isPasswordName = new RegExp(`^(?:${passwordNames})$`, "i");

function kindsOfCharacters(text: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length;
}

/** A name of a program's own (`user_password`, `getToken`, `args.password`), or a version's (`base-model-v2-2024`). */
function isName(text: string): boolean {
  if (/^[A-Za-z_$][A-Za-z_]*([.-][A-Za-z_]+)*$/.test(text)) return !/[a-z][A-Z]{2,}[a-z]/.test(text);
  return /^[a-z]{2,}([.\-_]([a-z]+|v?\d{1,4})){2,}$/.test(text);
}
