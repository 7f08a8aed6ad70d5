/**
 * Returns a function that tests whether a name belongs to a secret: `apiKey`, `X-API-Key`, `GITHUB_TOKEN`; not `max_tokens`.
 *
 * @param more - more endings of such names, besides the default ones
 */
export function secretNameTest(more: readonly string[], defaults: boolean): (name: string) => boolean {
  const endings = [...(defaults ? defaultEndings : []), ...more.map(withoutSeparators)].filter(
    (ending) => ending !== "",
  );
  const known = new Set(endings);
  const lengths = [...new Set(endings.map((ending) => ending.length))];
  const longest = Math.max(0, ...lengths);
  const isSecret = (name: string): boolean => {
    const ending = withoutSeparators(name.slice(-longest * 2)).replace(/\d{1,3}$/, "");
    if (defaults && name.length <= maxCachedLength && wholeNames.has(withoutSeparators(name))) return true;
    return lengths.some((length) => ending.length >= length && known.has(ending.slice(-length)));
  };
  // Records contain the same names many times.
  const cache = new Map<string, boolean>();
  return (name) => {
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const answer = isSecret(name);
    if (cache.size === maxCachedNames) cache.clear();
    if (name.length <= maxCachedLength) cache.set(name, answer);
    return answer;
  };
}

const maxCachedNames = 1000;
const maxCachedLength = 50;

function withoutSeparators(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, "");
}

/** The endings of names of secrets, without `-` and `_`. */
const defaultEndings = [
  "password",
  "passwords",
  "passwordconfirmation",
  "passwordhash",
  "pwd",
  "passwd",
  "passphrase",
  "passcode",
  "secret",
  "secrets",
  "token",
  "apikey",
  "accesskey",
  "accountkey",
  "secretkey",
  "privatekey",
  "signingkey",
  "encryptionkey",
  "sessionid",
  "jwt",
  "authorization",
  "credential",
  "credentials",
  "cookie",
  "cookies",
];

/** Names of secrets that are too short to be the end of a longer name: `bypass` does not contain the secret `pass`. */
const wholeNames = new Set(["pass", "pin", "otp", "bearer", "auth", "sig"]);
