/** Catalogue rows for programs that print secrets: password managers, stores of clouds, printers of tokens. */
import { blindingTools, credentialTools, enumerationTools, escalationTools, remoteTools } from "../../attack-tools.ts";
import type { CatalogueEntry } from "./entry.ts";
import { row, rowsOf } from "./rows.ts";

/** The catalogue rows for programs that print secrets: password managers, stores of clouds, printers of tokens. */
export const secrets: readonly CatalogueEntry[] = [
  // Clouds.
  row("aws", "", {
    reveals: "a key of AWS",
    matching:
      /^(get-secret-value|batch-get-secret-value|get-session-token|assume-role\S*|get-federation-token|create-access-key|get-login-password|get-password-data|get-authorization-token|export-credentials|decrypt|generate-db-auth-token|get-role-credentials)$/,
  }),
  row("aws", "configure get", { reveals: "a key of AWS", matching: /secret|token|key/ }),
  row("aws", "ssm get-parameter|get-parameters|get-parameters-by-path", {
    reveals: "a secret of AWS",
    needs: "--with-decryption",
  }),
  row("gcloud", "", { reveals: "a token of Google Cloud", matching: /^(print-access-token|print-identity-token)$/ }),
  row("gcloud", "secrets versions access", { reveals: "a secret of Google Cloud" }),
  row("gcloud", "iam service-accounts keys create", { reveals: "a key of Google Cloud" }),
  row("az", "account get-access-token", { reveals: "a token of Azure" }),
  row("az", "keyvault secret show|download", { reveals: "a secret of Azure" }),
  row("az", "", {
    reveals: "a key of Azure",
    matching:
      /^(list-keys|list-connection-strings|show-connection-string|generate-sas|create-for-rbac|list-publishing-credentials|list-publishing-profiles)$/,
  }),
  row("az", "storage|cosmosdb|redis|acr|cognitiveservices account|keys|credential keys|list|show", {
    reveals: "a key of Azure",
  }),
  row("doctl", "auth token", { reveals: "a token of DigitalOcean" }),
  row("heroku", "", { reveals: "a secret of Heroku", matching: /^(auth:token|config|config:get|pg:credentials:url)$/ }),
  row("flyctl fly", "auth|tokens token|create", { reveals: "a token of Fly" }),
  row("vercel", "env pull", { reveals: "the environment of a project on Vercel" }),
  row("netlify", "", { reveals: "the environment of a project on Netlify", matching: /^env:(get|list|clone)$/ }),
  row("railway", "variables", { reveals: "the variables of a project on Railway" }),
  row("firebase", "", {
    reveals: "a secret of Firebase",
    matching: /^(functions:config:get|functions:secrets:access|login:ci)$/,
  }),
  ...rowsOf({ names: "pulumi" }, [
    { subcommand: "config|stack", reveals: "a secret of Pulumi", needs: "--show-secrets --secret" },
    { subcommand: "config get", reveals: "a value of the configuration", matching: /secret|token|pass|key/i },
  ]),
  ...rowsOf({ names: "terraform tofu terragrunt" }, [
    { subcommand: "output", reveals: "an output of Terraform", matching: /secret|token|pass|key|credential/i },
    { subcommand: "state pull", reveals: "the state of Terraform, which contains secrets" },
  ]),

  // Code forges and registries.
  row("gh", "auth token", { reveals: "the token of gh" }),
  row("gh", "auth status", { reveals: "the token of gh", needs: "-t --show-token" }),
  row("glab", "auth status", { reveals: "the token of glab", needs: "-t --show-token" }),
  row("glab", "config get", { reveals: "the token of glab", matching: /token/ }),
  row("git", "credential fill", { reveals: "a password of git" }),
  row(
    "git-credential-store git-credential-manager git-credential-osxkeychain git-credential-libsecret git-credential-cache",
    "",
    { reveals: "a password of git", matching: /^get$/ },
  ),
  row("npm", "config|c get", { reveals: "a token of npm", matching: /_auth|_password/ }),
  row("npm pnpm yarn", "token create", { reveals: "a token of npm" }),
  row(
    "docker-credential-desktop docker-credential-osxkeychain docker-credential-pass docker-credential-secretservice docker-credential-wincred docker-credential-ecr-login docker-credential-gcr",
    "",
    { reveals: "a password of a container registry", matching: /^(get|list)$/ },
  ),
  row("huggingface-cli hf", "auth token", { reveals: "the token of Hugging Face" }),

  // Clusters.
  row("kubectl oc", "get", {
    reveals: "a secret of a cluster",
    matching: /^secrets?(\/.*)?$/,
    needs: "-o --output --template",
    valued: "-n --namespace -o --output --template -l --selector",
  }),
  row("kubectl oc", "create token", { reveals: "a token of a cluster" }),
  row("kubectl oc", "config view", { reveals: "the keys of a cluster", needs: "--raw" }),
  row("oc", "whoami", { reveals: "the token of oc", needs: "-t --show-token" }),
  row("kubectl oc", "exec", { reveals: "a token of a cluster", matching: /serviceaccount\/token/ }),
  row("helm", "get values|all", { reveals: "the values of a release, which may contain secrets" }),
  row("kubeseal sealed-secrets", "", { reveals: "a key of a cluster", needs: "--recovery-unseal" }),
  row("argocd", "account|admin generate-token|initial-password", { reveals: "a password of Argo CD" }),

  // Password managers and stores.
  row("pass gopass passage", "", {
    reveals: "a password of pass",
    matching: /^(show|[\w.@-]+\/[\w./@-]+|otp|find|grep|cat|-c)$/,
    unless: "--help",
  }),
  row("op", "read|item|document|inject|run get|list", { reveals: "a password of 1Password" }),
  row("op", "read|inject", { reveals: "a password of 1Password" }),
  row("bw rbw bws", "get|export|unlock|list|secret", { reveals: "a password of Bitwarden" }),
  row("lpass", "show|export", { reveals: "a password of LastPass" }),
  row("keepassxc-cli", "show|clip|export|attachment-export", { reveals: "a password of KeePassXC" }),
  row("vault bao", "kv get", { reveals: "a secret of Vault" }),
  row("vault bao", "read|unwrap|token|login|print", { reveals: "a secret of Vault" }),
  row("doppler", "secrets", { reveals: "the secrets of Doppler", unlessMatching: /^(?:delete|set|upload|notes)$/ }),
  row("infisical", "secrets|export", { reveals: "the secrets of Infisical" }),
  row("chamber", "read|export|env", { reveals: "the secrets of Chamber" }),
  row("credstash", "get|getall", { reveals: "the secrets of Credstash" }),
  row("teller", "show|env|yaml|json|sh", { reveals: "the secrets of Teller" }),
  row("berglas", "access", { reveals: "a secret of Berglas" }),
  row("akeyless", "", { reveals: "a secret of Akeyless", matching: /^get-(secret-value|dynamic-secret-value)$/ }),
  row("sops", "", { reveals: "an encrypted file", needs: "-d --decrypt --extract" }),
  row("sops", "decrypt|exec-env|exec-file", { reveals: "an encrypted file" }),
  row("ansible-vault", "view|decrypt", { reveals: "an encrypted file" }),
  row("git-crypt transcrypt blackbox_cat blackbox_decrypt_file git-secret", "", {
    reveals: "encrypted files",
    matching: /^(unlock|export-key|cat|reveal|.*\.gpg)$/,
  }),
  row("secret-tool", "lookup|search", { reveals: "a password of the keyring" }),
  row("keyring", "get", { reveals: "a password of the keyring" }),
  row("kwallet-query", "", { reveals: "a password of the keyring", needs: "-r --read-password" }),
  row("security", "find-generic-password|find-internet-password|dump-keychain|export|find-key|find-certificate", {
    reveals: "a password of the keychain",
  }),
  row(
    "security",
    "delete-generic-password|delete-internet-password|delete-certificate|delete-identity|delete-keychain",
    {
      discards: "a password of the keychain",
    },
  ),
  row("security", "import|add-trusted-cert|add-certificates|authorizationdb|set-key-partition-list|set-key-partition", {
    persists: "settings",
  }),
  row("security", "unlock-keychain|show-keychain-info", { reveals: "the keychain", needs: "-p", valued: "-p" }),

  // Programs made for attacks, and pictures of the screen.
  row(credentialTools, "", { reveals: "passwords in memory" }),
  row(enumerationTools, "", { reveals: "weak points of the machine or the domain" }),
  row(escalationTools, "", { privilege: "root" }),
  row(remoteTools, "", { remote: { change: "change", service: "another computer", what: "processes" } }),
  row(blindingTools, "", { signals: "nothing" }),
  row("screencapture scrot gnome-screenshot grim maim flameshot spectacle", "", {
    reveals: "the screen",
    unless: "-h --help -v --version",
  }),
  row("xwd", "", {
    reveals: "the screen",
    needs: "-root",
    replaces: "value of -out",
    valued: "-root -out -display -name -id",
  }),
  row("import", "", { reveals: "the screen", needs: "-window", valued: "-window" }),
  row("systemd-creds", "decrypt|cat", { reveals: "a credential of systemd" }),
  row("rails", "", { reveals: "the credentials of Rails", matching: /^credentials:(show|edit)$|^secrets:show$/ }),
  row("wp", "config get|list", { reveals: "the passwords of WordPress" }),
  row("mysql_config_editor", "print", { reveals: "a login of MySQL" }),
  row("nmcli", "", { reveals: "a password of a network", needs: "-s --show-secrets" }),
  row("ssh-keygen", "", { reveals: "a private key", needs: "-p" }),
  row("gpg gpg2", "", { reveals: "a private key", needs: "--export-secret-keys --export-secret-subkeys" }),
  row("oathtool ykman totp", "", {
    reveals: "a one-time password",
    matching: /^(oath|accounts|code|-b|[A-Z2-7 ]{16,})$/,
  }),
  row("tailscale", "cert", { reveals: "a certificate of Tailscale" }),
  row("stripe", "config", { reveals: "a key of Stripe", needs: "--list -l" }),
  row("sops", "", { reads: "operands", valued: "--output --input-type --output-type --extract -k -p" }),
];
