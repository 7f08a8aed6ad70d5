import { isPlaceholder } from "./placeholder.ts";
import type { TextFinding } from "./text-finding.ts";

/** Finds secrets that only the surrounding text identifies: `hooks.slack.com/services/…`, `https://ada:s3cr3t@host`. */
export function* findSecretsByContext(text: string): Generator<TextFinding> {
  for (const { what, pattern } of secretPatterns) {
    for (const { 1: secret = "", indices } of text.matchAll(pattern)) {
      const [start, end] = indices?.[1] ?? [0, 0];
      if (!isPlaceholder(secret)) yield { what, start, end };
    }
  }
  for (const { what, pattern } of loginPatterns) {
    for (const { 1: account = "", 2: password = "", indices } of text.matchAll(pattern)) {
      const [start, end] = indices?.[2] ?? [0, 0];
      if (isPlaceholder(password) || examplePassword.test(password) || password === account) continue;
      yield { what, start, end };
    }
  }
}

/** Secrets with their surrounding text; the first group of a pattern is the secret. */
const secretPatterns: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: "a Slack webhook", pattern: /(hooks\.slack\.com\/services\/T\w{6,14}\/B\w{6,14}\/\w{20,30})/dg },
  { what: "a Discord webhook", pattern: /(discord(?:app)?\.com\/api\/webhooks\/\d{15,21}\/[\w-]{50,90})/dg },
  { what: "a Telegram bot's token", pattern: /(?<!\w)(\d{8,10}:AA[\w-]{33})(?![\w-])/dg },
  { what: "an Azure secret", pattern: /(?<![\w.~-])([\w.~-]{3}\dQ~[\w.~-]{31,34})(?![\w.~-])/dg },
  { what: "a signature that opens an address", pattern: /[?&]sig=([A-Za-z0-9%/+]{40,100})/dg },
  { what: "the hash of a password", pattern: /(?<=\$)(2[abxy]\$\d\d\$[./A-Za-z0-9]{53})/dg },
  {
    what: "the hash of a password",
    pattern: /(?<=\$)((?:apr1|[156y])\$[^$\s]{1,40}\$(?:[^$\s]{1,40}\$)?[./A-Za-z0-9]{22,86})/dg,
  },
  { what: "a private key", pattern: /Private-Lines: \d{1,3}\s{1,2}([A-Za-z0-9+/=]{20,64})/dg },
  { what: "a PIN", pattern: /\bPIN\b[^.!?\n\d]{0,40}?(?:\bis|:)\s{1,2}(\d{4,8})(?!\d)/dg },
  { what: "a password", pattern: /\blogin\s{1,4}\S{1,64}\s{1,4}password\s{1,4}([^\s"']{3,128})/dg },
];

/** Accounts with passwords, in a URL (`https://ada:s3cr3t@host`) and in `curl -u ada:s3cr3t`. */
const loginPatterns: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: "a password in an address",
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/:@"'<>]{0,80}):([^\s/@"'<>]{3,200})@[A-Za-z0-9[]/dg,
  },
  { what: "a login", pattern: /(?<=\s(?:-u|--user)[ =]["']?)([\w.@-]{1,64}):([^\s"'<>]{4,200})/dg },
];

/** Passwords that documentation uses as examples. */
const examplePassword = /^(pass(word)?|pwd|secret|token|x-oauth-basic)$/i;
