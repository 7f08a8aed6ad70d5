/**
 * The formats of keys and tokens that well-known services issue, one row per format. The only such table: `redact` of
 * `@helve/executor` removes what has one of these formats, and `contains_secret` of `@helve/predicates` reports it.
 *
 * @example
 * secretFormats.find(({ pattern }) => pattern.test("AKIA2E0A8F3B244C9986"))?.kind; // "an AWS access key"
 */
export const secretFormats: readonly SecretFormat[] = [
  {
    kind: "an AWS access key",
    pattern: /^(AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}$/,
    loose: /^(AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![\w-])/,
    prefix: 4,
  },
  {
    kind: "a GitHub token",
    pattern: /^gh[pousr]_[A-Za-z0-9]{36}$/,
    loose: /^gh[pousr]_[A-Za-z0-9]{20,}/,
    prefix: 4,
    isValid: hasGithubChecksum,
  },
  {
    kind: "a GitHub token",
    pattern: /^github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}$/,
    loose: /^github_pat_\w{22,}/,
    prefix: 11,
  },
  {
    kind: "a GitLab token",
    pattern: /^gl(pat|dt|ptt|rt|soat|ft|cbt|imt|agent)-[A-Za-z0-9_-]{20,64}$/,
    loose: /^gl(pat|dt|ptt|rt|soat|ft|cbt|imt|agent)-[\w-]{20,}/,
    prefix: 6,
  },
  {
    kind: "a Slack token",
    pattern: /^xox[abeoprs]-[A-Za-z0-9-]{20,250}$/,
    loose: /^xox[abeoprs]-[A-Za-z0-9-]{10,}/,
    prefix: 5,
  },
  { kind: "a Slack token", pattern: /^xapp-\d-[A-Za-z0-9-]{20,250}$/, prefix: 7 },
  { kind: "a Stripe key", pattern: /^[sr]k_(live|test)_[A-Za-z0-9]{16,250}$/, prefix: 8 },
  { kind: "a Stripe webhook secret", pattern: /^whsec_[A-Za-z0-9]{24,64}$/, prefix: 6 },
  { kind: "a Google API key", pattern: /^AIza[A-Za-z0-9_-]{35}$/, prefix: 4 },
  { kind: "a Google OAuth secret", pattern: /^GOCSPX-[A-Za-z0-9_-]{28}$/, prefix: 7 },
  { kind: "an Anthropic key", pattern: /^sk-ant-(?=[\w-]*\d)[A-Za-z0-9_-]{24,200}$/, prefix: 7 },
  {
    kind: "an OpenAI key",
    pattern: /^sk-(proj-|svcacct-|admin-|None-)?(?=[\w-]*\d)(?=[\w-]*[A-Z])[A-Za-z0-9_-]{32,220}$/,
    loose: /^sk-[\w-]{20,}/,
    prefix: 3,
  },
  { kind: "a key of a language model", pattern: /^sk-(or-v1-)?([a-f0-9]{64}|[a-f0-9]{32})$/, prefix: 3 },
  { kind: "a Groq key", pattern: /^gsk_[A-Za-z0-9]{52}$/, prefix: 4 },
  { kind: "an xAI key", pattern: /^xai-[A-Za-z0-9]{80}$/, prefix: 4 },
  { kind: "a Perplexity key", pattern: /^pplx-[A-Za-z0-9]{48,56}$/, prefix: 5 },
  { kind: "a Replicate token", pattern: /^r8_[A-Za-z0-9]{37}$/, prefix: 3 },
  { kind: "a Hugging Face token", pattern: /^hf_[A-Za-z]{34}$/, loose: /^hf_[A-Za-z0-9]{30,}/, prefix: 3 },
  { kind: "an npm token", pattern: /^npm_[A-Za-z0-9]{36}$/, loose: /^npm_[A-Za-z0-9]{36,}/, prefix: 4 },
  {
    kind: "a PyPI token",
    pattern: /^pypi-(AgEIcHlwaS5vcmc|AgENdGVzdC5weXBp)[A-Za-z0-9_-]{50,400}$/,
    loose: /^pypi-(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{32,}/,
    prefix: 20,
  },
  { kind: "a RubyGems key", pattern: /^rubygems_[a-f0-9]{48}$/, prefix: 9 },
  { kind: "a Twilio key", pattern: /^SK[0-9a-f]{32}$/, prefix: 2 },
  { kind: "a Mailgun key", pattern: /^key-[a-f0-9]{32}$/, prefix: 4 },
  { kind: "a Mailchimp key", pattern: /^[a-f0-9]{32}-us\d{1,2}$/, prefix: 0 },
  { kind: "a DigitalOcean token", pattern: /^do[opr]_v1_[a-f0-9]{64}$/, prefix: 7 },
  { kind: "a Docker token", pattern: /^dckr_(pat|oat)_[A-Za-z0-9_-]{27,64}$/, prefix: 9 },
  { kind: "a Shopify token", pattern: /^shp(at|ca|pa|ss)_[a-fA-F0-9]{32}$/, prefix: 6 },
  { kind: "a Square token", pattern: /^sq0(atp|csp)-[A-Za-z0-9_-]{22,43}$/, prefix: 7 },
  { kind: "a Linear key", pattern: /^lin_(api|oauth)_[A-Za-z0-9]{32,64}$/, prefix: 8 },
  { kind: "a Notion token", pattern: /^(ntn_[A-Za-z0-9]{46}|secret_[A-Za-z0-9]{43})$/, prefix: 4 },
  { kind: "a Figma token", pattern: /^fig[dou]_[A-Za-z0-9_-]{40,64}$/, prefix: 5 },
  { kind: "a Grafana token", pattern: /^(glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9]{60,400})$/, prefix: 5 },
  { kind: "a Databricks token", pattern: /^dapi[a-f0-9]{32}$/, prefix: 4 },
  { kind: "a Pulumi token", pattern: /^pul-[a-f0-9]{40}$/, prefix: 4 },
  { kind: "a Sentry token", pattern: /^sntry[su]_[A-Za-z0-9_-]{60,400}$/, prefix: 7 },
  { kind: "a Supabase token", pattern: /^sbp_[a-f0-9]{40}$/, prefix: 4 },
  { kind: "a PlanetScale token", pattern: /^pscale_(tkn|oauth|pw)_[A-Za-z0-9_-]{32,64}$/, prefix: 11 },
  { kind: "a Postman key", pattern: /^PMAK-[a-f0-9]{24}-[a-f0-9]{34}$/, prefix: 5 },
  { kind: "a New Relic key", pattern: /^NRAK-[A-Z0-9]{27}$/, prefix: 5 },
  {
    kind: "a Tailscale key",
    pattern: /^tskey-(auth|api|client|scim)-[A-Za-z0-9]{10,24}-[A-Za-z0-9]{20,64}$/,
    prefix: 10,
  },
  { kind: "an Atlassian token", pattern: /^AT(ATT3|CTT3|BB)[A-Za-z0-9_-]{28,250}$/, prefix: 6 },
  { kind: "an age key", pattern: /^AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}$/, prefix: 16 },
  { kind: "a SendGrid key", pattern: /^SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/, prefix: 3, hasDots: true },
  { kind: "a Google access token", pattern: /^ya29\.[A-Za-z0-9_-]{40,300}$/, prefix: 5, hasDots: true },
  { kind: "a Vault token", pattern: /^hv[sbr]\.[A-Za-z0-9_-]{24,250}$/, prefix: 4, hasDots: true },
  {
    kind: "a Doppler token",
    pattern: /^dp\.(st|pt|ct|sa|scim)\.([a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}$/,
    prefix: 6,
    hasDots: true,
  },
  { kind: "a Terraform token", pattern: /^[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70}$/, prefix: 0, hasDots: true },
  { kind: "an Airtable token", pattern: /^pat[A-Za-z0-9]{14}\.[a-f0-9]{64}$/, prefix: 3, hasDots: true },
];

/** Secrets that are not one word: the secret end of a webhook's URL, and tokens with a colon. Each match is the secret. */
export const secretTexts: readonly RegExp[] = [
  /(?<=\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{20,200}/g,
  /(?<=\bdiscord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{10,25}\/)[\w-]{20,200}/g,
  /(?<![A-Za-z0-9_-])(?:bot)?\d{8,12}:AA[\w-]{32,64}/g, // a token of a Telegram bot
];

/** The format of one kind of key or token. */
export interface SecretFormat {
  /** The kind of secret, with its article: `a GitHub token`. */
  readonly kind: string;
  /** Matches the whole secret, from `^` to `$`: letters, digits, `_` and `-`, and dots if `hasDots` is true. */
  readonly pattern: RegExp;
  /** Checks what the pattern can't, such as a checksum; every match is valid if this is absent. */
  readonly isValid?: (secret: string) => boolean;
  /**
   * Matches the beginning of anything that is probably such a secret; `pattern` if this is absent. For redaction, where
   * hiding too much costs less than showing a secret that is cut off, mistyped or of a newer length.
   */
  readonly loose?: RegExp;
  /** How many characters at the beginning are the same in every secret of this format. */
  readonly prefix: number;
  readonly hasDots?: true;
}

const base62Digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns whether the last six characters of a GitHub token are the CRC-32 of the others in base 62. */
function hasGithubChecksum(token: string): boolean {
  const body = token.slice(token.indexOf("_") + 1, -6);
  return base62(crc32(body)).padStart(6, "0") === token.slice(-6);
}

/** Writes a number in base 62, as checksums of tokens do. */
function base62(value: number): string {
  let left = value;
  let text = "";
  do {
    text = `${base62Digits[left % 62]}${text}`;
    left = Math.floor(left / 62);
  } while (left > 0);
  return text;
}

/** Returns the CRC-32 (ISO 3309) of an ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
