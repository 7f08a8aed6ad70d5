/** Replaces what it knows in a text. */
export type SecretPattern = (text: string, replace: (secret: string) => string) => string;

/** The keys of well-known services, where a word begins. */
const keys: readonly RegExp[] = [
  /sk-[\w-]{20,}/, // OpenAI, Anthropic
  /[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/, // Stripe
  /gh[opsur]_[A-Za-z0-9]{20,}/, // GitHub
  /github_pat_\w{22,}/,
  /glpat-[\w-]{20,}/, // GitLab
  /npm_[A-Za-z0-9]{36,}/,
  /hf_[A-Za-z0-9]{30,}/, // Hugging Face
  /xox[abeoprs]-[A-Za-z0-9-]{10,}/, // Slack
  /(?:AKIA|ASIA)[A-Z0-9]{16}(?![\w-])/, // AWS
  /AIza[\w-]{35}/, // Google
  /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*/, // JSON Web Token
];

/**
 * What a secret looks like wherever it stands, in one pattern. It takes linear time: each of its ways begins with a word
 * that can't begin again inside of what it reads, or reads no more than a fixed length.
 */
const known = new RegExp(
  [
    `(?<![\\w-])(?:${keys.map(({ source }) => source).join("|")})`,
    /(?<=\b[Bb]earer )[\w.~+/=-]{16,}/.source,
    /(?<=:\/\/[^\s:@/]{0,64}:)[^\s:@/]{1,256}(?=@)/.source, // the password in a URL
  ].join("|"),
  "g",
);

export function secretPatterns(more: readonly RegExp[], defaults: boolean): readonly SecretPattern[] {
  const patterns = [...(defaults ? [known] : []), ...more.map(everywhere)].map(
    (pattern): SecretPattern =>
      (text, replace) =>
        text.replace(pattern, (secret) => (secret === "" ? "" : replace(secret))),
  );
  return defaults ? [privateKeys, ...patterns] : patterns;
}

/** A pattern for every place, with no state that others share. */
function everywhere({ source, flags }: RegExp): RegExp {
  return new RegExp(source, `${flags.replaceAll(/[gy]/g, "")}g`);
}

const begin = "-----BEGIN ";
const end = "-----END ";

/** PEM blocks of private keys; one that has no end goes on to the end of the text. */
function privateKeys(text: string, replace: (secret: string) => string): string {
  let made = "";
  let done = 0;
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, at + begin.length)) {
    const label = /[A-Z ]{0,40}PRIVATE KEY-----/y;
    label.lastIndex = at + begin.length;
    if (at < done || !label.test(text)) continue;
    const close = text.indexOf(end, label.lastIndex);
    const dashes = close === -1 ? -1 : text.indexOf("-----", close + end.length);
    const stop = dashes === -1 ? text.length : dashes + 5;
    made += text.slice(done, at) + replace(text.slice(at, stop));
    done = stop;
    if (stop === text.length) break;
  }
  return made + text.slice(done);
}
