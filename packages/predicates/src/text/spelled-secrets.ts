import { isPlaceholder } from "./placeholder.ts";
import type { TextFinding } from "./text-finding.ts";

/** Secrets that what stands around them shows: the first group of a form is the secret. A row a form. */
const forms: readonly { readonly what: string; readonly form: RegExp }[] = [
  { what: "a Slack webhook", form: /(hooks\.slack\.com\/services\/T\w{6,14}\/B\w{6,14}\/\w{20,30})/dg },
  { what: "a Discord webhook", form: /(discord(?:app)?\.com\/api\/webhooks\/\d{15,21}\/[\w-]{50,90})/dg },
  { what: "a Telegram bot's token", form: /(?<!\w)(\d{8,10}:AA[\w-]{33})(?![\w-])/dg },
  { what: "an Azure secret", form: /(?<![\w.~-])([\w.~-]{3}\dQ~[\w.~-]{31,34})(?![\w.~-])/dg },
  { what: "a signature that opens an address", form: /[?&]sig=([A-Za-z0-9%/+]{40,100})/dg },
  { what: "the hash of a password", form: /(?<=\$)(2[abxy]\$\d\d\$[./A-Za-z0-9]{53})/dg },
  {
    what: "the hash of a password",
    form: /(?<=\$)((?:apr1|[156y])\$[^$\s]{1,40}\$(?:[^$\s]{1,40}\$)?[./A-Za-z0-9]{22,86})/dg,
  },
  { what: "a private key", form: /Private-Lines: \d{1,3}\s{1,2}([A-Za-z0-9+/=]{20,64})/dg },
  { what: "a password", form: /\blogin\s{1,4}\S{1,64}\s{1,4}password\s{1,4}([^\s"']{3,128})/dg },
];

/** The account and the password in an address: `https://ada:s3cr3t@host`; and in `curl -u ada:s3cr3t`. */
const logins: readonly { readonly what: string; readonly form: RegExp }[] = [
  {
    what: "a password in an address",
    form: /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/:@"'<>]{0,80}):([^\s/@"'<>]{3,200})@[A-Za-z0-9[]/dg,
  },
  { what: "a login", form: /(?<=\s(?:-u|--user)[ =]["']?)([\w.@-]{1,64}):([^\s"'<>]{4,200})/dg },
];

/** Secrets by what stands around them. */
export function* spelledSecrets(text: string): Generator<TextFinding> {
  for (const { what, form } of forms) {
    for (const { 1: secret = "", indices } of text.matchAll(form)) {
      const [start, end] = indices?.[1] ?? [0, 0];
      if (!isPlaceholder(secret)) yield { what, start, end };
    }
  }
  for (const { what, form } of logins) {
    for (const { 1: account = "", 2: password = "", indices } of text.matchAll(form)) {
      const [start, end] = indices?.[2] ?? [0, 0];
      if (isPlaceholder(password) || usual.test(password) || password === account) continue;
      yield { what, start, end };
    }
  }
}

/** What stands for a password in documentation. */
const usual = /^(pass(word)?|pwd|secret|token|x-oauth-basic)$/i;
