import { hasGithubChecksum } from "./github-checksum.ts";

/** A format of keys that their makers gave a form of its own. */
export interface KeyFormat {
  /** With its article. */
  readonly what: string;
  /** Of a whole run of letters, digits, `_` and `-`, and dots where the form has some. */
  readonly form: RegExp;
  /** What the form alone can't tell; true when absent. */
  readonly holds?: (key: string) => boolean;
  /** How many characters at its beginning are the same in every key. */
  readonly prefix: number;
}

/** The formats that are known, without dots. A row a format. */
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
  { what: "an Anthropic key", form: /^sk-ant-(?=[\w-]*\d)[A-Za-z0-9_-]{24,200}$/, prefix: 7 },
  {
    what: "an OpenAI key",
    form: /^sk-(proj-|svcacct-|admin-|None-)?(?=[\w-]*\d)(?=[\w-]*[A-Z])[A-Za-z0-9_-]{32,220}$/,
    prefix: 3,
  },
  { what: "a key of a language model", form: /^sk-(or-v1-)?([a-f0-9]{64}|[a-f0-9]{32})$/, prefix: 3 },
  { what: "a Groq key", form: /^gsk_[A-Za-z0-9]{52}$/, prefix: 4 },
  { what: "an xAI key", form: /^xai-[A-Za-z0-9]{80}$/, prefix: 4 },
  { what: "a Perplexity key", form: /^pplx-[A-Za-z0-9]{48,56}$/, prefix: 5 },
  { what: "a Replicate token", form: /^r8_[A-Za-z0-9]{37}$/, prefix: 3 },
  { what: "a Hugging Face token", form: /^hf_[A-Za-z]{34}$/, prefix: 3 },
  { what: "an npm token", form: /^npm_[A-Za-z0-9]{36}$/, prefix: 4 },
  { what: "a PyPI token", form: /^pypi-(AgEIcHlwaS5vcmc|AgENdGVzdC5weXBp)[A-Za-z0-9_-]{50,400}$/, prefix: 20 },
  { what: "a RubyGems key", form: /^rubygems_[a-f0-9]{48}$/, prefix: 9 },
  { what: "a Twilio key", form: /^SK[0-9a-f]{32}$/, prefix: 2 },
  { what: "a Mailgun key", form: /^key-[a-f0-9]{32}$/, prefix: 4 },
  { what: "a Mailchimp key", form: /^[a-f0-9]{32}-us\d{1,2}$/, prefix: 0 },
  { what: "a DigitalOcean token", form: /^do[opr]_v1_[a-f0-9]{64}$/, prefix: 7 },
  { what: "a Docker token", form: /^dckr_(pat|oat)_[A-Za-z0-9_-]{27,64}$/, prefix: 9 },
  { what: "a Shopify token", form: /^shp(at|ca|pa|ss)_[a-fA-F0-9]{32}$/, prefix: 6 },
  { what: "a Square token", form: /^sq0(atp|csp)-[A-Za-z0-9_-]{22,43}$/, prefix: 7 },
  { what: "a Linear key", form: /^lin_(api|oauth)_[A-Za-z0-9]{32,64}$/, prefix: 8 },
  { what: "a Notion token", form: /^(ntn_[A-Za-z0-9]{46}|secret_[A-Za-z0-9]{43})$/, prefix: 4 },
  { what: "a Figma token", form: /^fig[dou]_[A-Za-z0-9_-]{40,64}$/, prefix: 5 },
  { what: "a Grafana token", form: /^(glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9]{60,400})$/, prefix: 5 },
  { what: "a Databricks token", form: /^dapi[a-f0-9]{32}$/, prefix: 4 },
  { what: "a Pulumi token", form: /^pul-[a-f0-9]{40}$/, prefix: 4 },
  { what: "a Sentry token", form: /^sntry[su]_[A-Za-z0-9_-]{60,400}$/, prefix: 7 },
  { what: "a Supabase token", form: /^sbp_[a-f0-9]{40}$/, prefix: 4 },
  { what: "a PlanetScale token", form: /^pscale_(tkn|oauth|pw)_[A-Za-z0-9_-]{32,64}$/, prefix: 11 },
  { what: "a Postman key", form: /^PMAK-[a-f0-9]{24}-[a-f0-9]{34}$/, prefix: 5 },
  { what: "a New Relic key", form: /^NRAK-[A-Z0-9]{27}$/, prefix: 5 },
  { what: "a Tailscale key", form: /^tskey-(auth|api|client|scim)-[A-Za-z0-9]{10,24}-[A-Za-z0-9]{20,64}$/, prefix: 10 },
  { what: "an Atlassian token", form: /^AT(ATT3|CTT3|BB)[A-Za-z0-9_-]{28,250}$/, prefix: 6 },
  { what: "an age key", form: /^AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}$/, prefix: 16 },
];

/** Those with dots. */
export const dottedFormats: readonly KeyFormat[] = [
  { what: "a SendGrid key", form: /^SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/, prefix: 3 },
  { what: "a Google access token", form: /^ya29\.[A-Za-z0-9_-]{40,300}$/, prefix: 5 },
  { what: "a Vault token", form: /^hv[sbr]\.[A-Za-z0-9_-]{24,250}$/, prefix: 4 },
  { what: "a Doppler token", form: /^dp\.(st|pt|ct|sa|scim)\.([a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}$/, prefix: 6 },
  { what: "a Terraform token", form: /^[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70}$/, prefix: 0 },
  { what: "an Airtable token", form: /^pat[A-Za-z0-9]{14}\.[a-f0-9]{64}$/, prefix: 3 },
];
