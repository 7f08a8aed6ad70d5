// Catalogue rows for programs that print secrets: password managers, stores of clouds, printers of tokens.
import type { CatalogueEntry } from "./entry.ts";
import { rowsOf } from "./rows-of.ts";

/** The catalogue rows for programs that print secrets: password managers, stores of clouds, printers of tokens. */
export const secrets: readonly CatalogueEntry[] = [
  // Clouds.
  {
    names: "aws",
    reveals: "a key of AWS",
    matching:
      /^(get-secret-value|batch-get-secret-value|get-session-token|assume-role\S*|get-federation-token|create-access-key|get-login-password|get-password-data|get-authorization-token|export-credentials|decrypt|generate-db-auth-token|get-role-credentials)$/,
  },
  { names: "aws", subcommand: "configure get", reveals: "a key of AWS", matching: /secret|token|key/ },
  {
    names: "aws",
    subcommand: "ssm get-parameter|get-parameters|get-parameters-by-path",
    reveals: "a secret of AWS",
    needs: "--with-decryption",
  },
  { names: "gcloud", reveals: "a token of Google Cloud", matching: /^(print-access-token|print-identity-token)$/ },
  { names: "gcloud", subcommand: "secrets versions access", reveals: "a secret of Google Cloud" },
  { names: "gcloud", subcommand: "iam service-accounts keys create", reveals: "a key of Google Cloud" },
  { names: "az", subcommand: "account get-access-token", reveals: "a token of Azure" },
  { names: "az", subcommand: "keyvault secret show|download", reveals: "a secret of Azure" },
  {
    names: "az",
    reveals: "a key of Azure",
    matching:
      /^(list-keys|list-connection-strings|show-connection-string|generate-sas|create-for-rbac|list-publishing-credentials|list-publishing-profiles)$/,
  },
  {
    names: "az",
    subcommand: "storage|cosmosdb|redis|acr|cognitiveservices account|keys|credential keys|list|show",
    reveals: "a key of Azure",
  },
  { names: "doctl", subcommand: "auth token", reveals: "a token of DigitalOcean" },
  { names: "heroku", reveals: "a secret of Heroku", matching: /^(auth:token|config|config:get|pg:credentials:url)$/ },
  { names: "flyctl fly", subcommand: "auth|tokens token|create", reveals: "a token of Fly" },
  { names: "vercel", subcommand: "env pull", reveals: "the environment of a project on Vercel" },
  { names: "netlify", reveals: "the environment of a project on Netlify", matching: /^env:(get|list|clone)$/ },
  { names: "railway", subcommand: "variables", reveals: "the variables of a project on Railway" },
  {
    names: "firebase",
    reveals: "a secret of Firebase",
    matching: /^(functions:config:get|functions:secrets:access|login:ci)$/,
  },
  ...rowsOf({ names: "pulumi" }, [
    { subcommand: "config|stack", reveals: "a secret of Pulumi", needs: "--show-secrets --secret" },
    { subcommand: "config get", reveals: "a value of the configuration", matching: /secret|token|pass|key/i },
  ]),
  ...rowsOf({ names: "terraform tofu terragrunt" }, [
    { subcommand: "output", reveals: "an output of Terraform", matching: /secret|token|pass|key|credential/i },
    { subcommand: "state pull", reveals: "the state of Terraform, which contains secrets" },
  ]),

  // Code forges and registries.
  { names: "gh", subcommand: "auth token", reveals: "the token of gh" },
  { names: "gh", subcommand: "auth status", reveals: "the token of gh", needs: "-t --show-token" },
  { names: "glab", subcommand: "auth status", reveals: "the token of glab", needs: "-t --show-token" },
  { names: "glab", subcommand: "config get", reveals: "the token of glab", matching: /token/ },
  { names: "git", subcommand: "credential fill", reveals: "a password of git" },
  {
    names:
      "git-credential-store git-credential-manager git-credential-osxkeychain git-credential-libsecret git-credential-cache",
    reveals: "a password of git",
    matching: /^get$/,
  },
  { names: "npm", subcommand: "config|c get", reveals: "a token of npm", matching: /_auth|_password/ },
  { names: "npm pnpm yarn", subcommand: "token create", reveals: "a token of npm" },
  {
    names:
      "docker-credential-desktop docker-credential-osxkeychain docker-credential-pass docker-credential-secretservice docker-credential-wincred docker-credential-ecr-login docker-credential-gcr",
    reveals: "a password of a container registry",
    matching: /^(get|list)$/,
  },
  { names: "huggingface-cli hf", subcommand: "auth token", reveals: "the token of Hugging Face" },

  // Clusters.
  {
    names: "kubectl oc",
    subcommand: "get",
    reveals: "a secret of a cluster",
    matching: /^secrets?(\/.*)?$/,
    needs: "-o --output --template",
    valued: "-n --namespace -o --output --template -l --selector",
  },
  { names: "kubectl oc", subcommand: "create token", reveals: "a token of a cluster" },
  { names: "kubectl oc", subcommand: "config view", reveals: "the keys of a cluster", needs: "--raw" },
  { names: "oc", subcommand: "whoami", reveals: "the token of oc", needs: "-t --show-token" },
  { names: "kubectl oc", subcommand: "exec", reveals: "a token of a cluster", matching: /serviceaccount\/token/ },
  { names: "helm", subcommand: "get values|all", reveals: "the values of a release, which may contain secrets" },
  { names: "kubeseal sealed-secrets", reveals: "a key of a cluster", needs: "--recovery-unseal" },
  { names: "argocd", subcommand: "account|admin generate-token|initial-password", reveals: "a password of Argo CD" },

  // Password managers and stores.
  {
    names: "pass gopass passage",
    reveals: "a password of pass",
    matching: /^(show|[\w.@-]+\/[\w./@-]+|otp|find|grep|cat|-c)$/,
    unless: "--help",
  },
  { names: "op", subcommand: "read|item|document|inject|run get|list", reveals: "a password of 1Password" },
  { names: "op", subcommand: "read|inject", reveals: "a password of 1Password" },
  { names: "bw rbw bws", subcommand: "get|export|unlock|list|secret", reveals: "a password of Bitwarden" },
  { names: "lpass", subcommand: "show|export", reveals: "a password of LastPass" },
  { names: "keepassxc-cli", subcommand: "show|clip|export|attachment-export", reveals: "a password of KeePassXC" },
  { names: "vault bao", subcommand: "kv get", reveals: "a secret of Vault" },
  { names: "vault bao", subcommand: "read|unwrap|token|login|print", reveals: "a secret of Vault" },
  { names: "doppler", subcommand: "secrets", reveals: "the secrets of Doppler" },
  { names: "infisical", subcommand: "secrets|export", reveals: "the secrets of Infisical" },
  { names: "chamber", subcommand: "read|export|env", reveals: "the secrets of Chamber" },
  { names: "credstash", subcommand: "get|getall", reveals: "the secrets of Credstash" },
  { names: "teller", subcommand: "show|env|yaml|json|sh", reveals: "the secrets of Teller" },
  { names: "berglas", subcommand: "access", reveals: "a secret of Berglas" },
  { names: "akeyless", reveals: "a secret of Akeyless", matching: /^get-(secret-value|dynamic-secret-value)$/ },
  { names: "sops", reveals: "an encrypted file", needs: "-d --decrypt --extract" },
  { names: "sops", subcommand: "decrypt|exec-env|exec-file", reveals: "an encrypted file" },
  { names: "ansible-vault", subcommand: "view|decrypt", reveals: "an encrypted file" },
  {
    names: "git-crypt transcrypt blackbox_cat blackbox_decrypt_file git-secret",
    reveals: "encrypted files",
    matching: /^(unlock|export-key|cat|reveal|.*\.gpg)$/,
  },
  { names: "secret-tool", subcommand: "lookup|search", reveals: "a password of the keyring" },
  { names: "keyring", subcommand: "get", reveals: "a password of the keyring" },
  { names: "kwallet-query", reveals: "a password of the keyring", needs: "-r --read-password" },
  {
    names: "security",
    subcommand: "find-generic-password|find-internet-password|dump-keychain|export|find-key|find-certificate",
    reveals: "a password of the keychain",
  },
  { names: "systemd-creds", subcommand: "decrypt|cat", reveals: "a credential of systemd" },
  { names: "rails", reveals: "the credentials of Rails", matching: /^credentials:(show|edit)$|^secrets:show$/ },
  { names: "wp", subcommand: "config get|list", reveals: "the passwords of WordPress" },
  { names: "mysql_config_editor", subcommand: "print", reveals: "a login of MySQL" },
  { names: "nmcli", reveals: "a password of a network", needs: "-s --show-secrets" },
  { names: "ssh-keygen", reveals: "a private key", needs: "-p" },
  { names: "gpg gpg2", reveals: "a private key", needs: "--export-secret-keys --export-secret-subkeys" },
  {
    names: "oathtool ykman totp",
    reveals: "a one-time password",
    matching: /^(oath|accounts|code|-b|[A-Z2-7 ]{16,})$/,
  },
  { names: "tailscale", subcommand: "cert", reveals: "a certificate of Tailscale" },
  { names: "stripe", subcommand: "config", reveals: "a key of Stripe", needs: "--list -l" },
  { names: "sops", reads: "operands", valued: "--output --input-type --output-type --extract -k -p" },
];
