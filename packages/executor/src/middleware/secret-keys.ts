const words = [
  "password",
  "passwords",
  "passwd",
  "passphrase",
  "passcode",
  "secret",
  "secrets",
  "token",
  "apikey",
  "accesskey",
  "secretkey",
  "privatekey",
  "signingkey",
  "encryptionkey",
  "authorization",
  "credential",
  "credentials",
  "cookie",
  "cookies",
];

/** Tells the names of secrets: `apiKey`, `X-API-Key`, `GITHUB_TOKEN`; not `max_tokens`. */
export function secretKeys(more: readonly string[], defaults: boolean): (name: string) => boolean {
  const endings = [...(defaults ? words : []), ...more.map(bare)].filter((ending) => ending !== "");
  const known = new Set(endings);
  const lengths = [...new Set(endings.map((ending) => ending.length))];
  const longest = Math.max(0, ...lengths);
  const isSecret = (name: string): boolean => {
    const end = bare(name.slice(-longest * 2));
    return lengths.some((length) => end.length >= length && known.has(end.slice(-length)));
  };
  // Records have the same names again and again.
  const seen = new Map<string, boolean>();
  return (name) => {
    const before = seen.get(name);
    if (before !== undefined) return before;
    const answer = isSecret(name);
    if (seen.size === mostSeen) seen.clear();
    if (name.length <= longestSeen) seen.set(name, answer);
    return answer;
  };
}

const mostSeen = 1000;
const longestSeen = 50;

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, "");
}
