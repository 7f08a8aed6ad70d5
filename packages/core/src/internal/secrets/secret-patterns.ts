/** Replaces texts that look like secrets, such as tokens of known services. */
import { type SecretFormat, secretFormats, secretTexts } from "../secret-formats.ts";

/** Returns functions that replace what looks like a secret: the default ones, and one for each of the `more` patterns. */
export function secretPatterns(more: readonly RegExp[], defaults: boolean): readonly SecretPattern[] {
  const own = more.map(globalPattern).map(replaceMatches);
  if (!defaults) return own;
  return [replacePrivateKeys, ...secretsInLine(), ...own];
}

/** Returns functions that replace secrets within a line: all formats but private keys. */
export function secretsInLine(): readonly SecretPattern[] {
  return [
    ...[replaceKeys, ...secretTexts.map(replaceMatches), replaceMatches(token)],
    ...[replaceCurlPasswords, replaceMatches(sshpassPassword), replaceMysqlPasswords],
  ];
}

/** Replaces the secrets of one kind in a text. */
export type SecretPattern = (text: string, replace: (secret: string) => string) => string;

/** A run of the characters that keys and tokens consist of, long enough to be one. */
const longWord = /(?<![\w.-])[\w.-]{10,}/g;

/**
 * A key, token or JSON Web Token in a long word: at its beginning or after a dot. It takes linear time, because no
 * alternative can begin again inside what it reads, or it reads a limited number of characters.
 */
const keyInWord = new RegExp(
  `(?<![\\w-])(?:${[...secretFormats.map(looseSource), "eyJ[\\w-]+\\.eyJ[\\w-]+\\."].join("|")})[\\w-]*`,
  "g",
);

/** Returns the source of a format's pattern without its anchors `^` and `$`. */
function looseSource({ pattern, loose = pattern }: SecretFormat): string {
  return loose.source.replace(/^\^/, "").replace(/\$$/, "");
}

/** Replaces the keys of well-known services and JSON Web Tokens. */
function replaceKeys(text: string, replace: (secret: string) => string): string {
  return text.replace(longWord, (word, at: number) => {
    // In a text of JSON, a key at the beginning of a line follows the two characters `\n`.
    const start = text[at - 1] === "\\" && /^[nrt]/.test(word) ? 1 : 0;
    return word.slice(0, start) + word.slice(start).replace(keyInWord, (secret) => replace(secret));
  });
}

/** A bearer token, the password in a URL, or a token with a digit in place of the user name and the password. */
const token =
  /(?<=\b[Bb]earer )[\w.~+/=-]{16,}|(?<=:\/\/[^\s:@/]{0,64}:)[^\s:@/]{1,256}(?=@)|(?<=\bhttps?:\/\/)(?=\D{0,256}\d)[\w~%-]{16,256}(?=@)/g;

/** The password of `sshpass -p secret`. */
const sshpassPassword = /(?<=\bsshpass[ \t]{1,8}-p[ \t]{0,8}["']?)[^\s"']{1,256}/g;

/** The password of `mysql -psecret`, which follows without a space. */
const mysqlPassword = /(?<=[ \t]-p["']?)[^\s"']{1,256}/g;

/** Replaces passwords in the options of the MySQL and MariaDB programs, in the lines that call them. */
function replaceMysqlPasswords(text: string, replace: (secret: string) => string): string {
  if (!/\b(?:mysql|mariadb)/.test(text)) return text;
  return text.replace(/\b(?:mysql|mariadb)[a-z-]*[ \t][^\n]*/g, (line) => replaceMatches(mysqlPassword)(line, replace));
}

/** The password after a user name in an option of curl: `-u ann:secret`, `--user "ann:secret"`. */
const curlPassword =
  /(?<=(?:^|[\s"'`])(?:-[uU]|--user|--proxy-user)[ \t]{0,8}=?["'`]?[^\s"'`:/]{1,64}:)[^\s"'`]{1,256}/g;

/** Replaces passwords in the options of curl. */
function replaceCurlPasswords(text: string, replace: (secret: string) => string): string {
  return /\bcurl\b/.test(text) ? replaceMatches(curlPassword)(text, replace) : text;
}

/** Returns a function that replaces every match of a pattern. */
function replaceMatches(pattern: RegExp): SecretPattern {
  return (text, replace) => text.replace(pattern, (secret) => (secret === "" ? "" : replace(secret)));
}

/** Returns a copy of a pattern that matches everywhere and shares no state with the original. */
function globalPattern({ source, flags }: RegExp): RegExp {
  return new RegExp(source, `${flags.replaceAll(/[gy]/g, "")}g`);
}

const begin = "-----BEGIN ";
const end = "-----END ";

/** Replaces PEM blocks of private keys; a block without an end extends to the end of the text. */
function replacePrivateKeys(text: string, replace: (secret: string) => string): string {
  let result = "";
  let copied = 0;
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, at + begin.length)) {
    const label = /[A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
    label.lastIndex = at + begin.length;
    if (at < copied || !label.test(text)) continue;
    const close = text.indexOf(end, label.lastIndex);
    const dashes = close === -1 ? -1 : text.indexOf("-----", close + end.length);
    const stop = dashes === -1 ? text.length : dashes + 5;
    result += text.slice(copied, at) + replace(text.slice(at, stop));
    copied = stop;
    if (stop === text.length) break;
  }
  return result + text.slice(copied);
}
