import { hasGithubChecksum } from "./github-checksum.ts";

/** A format of keys that their makers gave a form of its own. */
export interface KeyFormat {
  /** With its article. */
  readonly what: string;
  /** Of a whole run of letters, digits, `_` and `-`. */
  readonly form: RegExp;
  /** What the form alone can't tell; true when absent. */
  readonly holds?: (key: string) => boolean;
  /** How many characters at its beginning are the same in every key. */
  readonly prefix: number;
}

/** The formats that are known. A row a format. */
export const keyFormats: readonly KeyFormat[] = [
  { what: "an AWS access key", form: /^(AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}$/, prefix: 4 },
  { what: "a GitHub token", form: /^gh[pousr]_[A-Za-z0-9]{36}$/, prefix: 4, holds: hasGithubChecksum },
  { what: "a GitHub token", form: /^github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}$/, prefix: 11 },
  { what: "a GitLab token", form: /^gl(pat|dt|ptt|rt|soat|ft|cbt|imt|agent)-[A-Za-z0-9_-]{20,64}$/, prefix: 6 },
  { what: "a Slack token", form: /^xox[abeoprs]-[A-Za-z0-9-]{20,250}$/, prefix: 5 },
  { what: "a Slack token", form: /^xapp-\d-[A-Za-z0-9-]{20,250}$/, prefix: 7 },
  { what: "a Stripe key", form: /^[sr]k_(live|test)_[A-Za-z0-9]{16,250}$/, prefix: 8 },
  { what: "a Stripe webhook secret", form: /^whsec_[A-Za-z0-9]{24,64}$/, prefix: 6 },
  { what: "a Google API key", form: /^AIza[A-Za-z0-9_-]{35}$/, prefix: 4 },
  { what: "a Google OAuth secret", form: /^GOCSPX-[A-Za-z0-9_-]{28}$/, prefix: 7 },
  { what: "an Anthropic key", form: /^sk-ant-[A-Za-z0-9_-]{24,200}$/, prefix: 7 },
  { what: "an OpenAI key", form: /^sk-(proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{32,220}$/, prefix: 3 },
  { what: "an npm token", form: /^npm_[A-Za-z0-9]{36}$/, prefix: 4 },
  { what: "a PyPI token", form: /^pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,400}$/, prefix: 20 },
  { what: "a Hugging Face token", form: /^hf_[A-Za-z]{34}$/, prefix: 3 },
  { what: "a Twilio key", form: /^(SK|AC)[0-9a-f]{32}$/, prefix: 2 },
  { what: "a DigitalOcean token", form: /^do[opr]_v1_[a-f0-9]{64}$/, prefix: 7 },
  { what: "a Docker token", form: /^dckr_(pat|oat)_[A-Za-z0-9_-]{27,64}$/, prefix: 9 },
  { what: "a Shopify token", form: /^shp(at|ca|pa|ss)_[a-fA-F0-9]{32}$/, prefix: 6 },
  { what: "a Linear key", form: /^lin_(api|oauth)_[A-Za-z0-9]{32,64}$/, prefix: 8 },
  { what: "a Databricks token", form: /^dapi[a-f0-9]{32}$/, prefix: 4 },
  { what: "an age key", form: /^AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}$/, prefix: 16 },
];
