import { harmlessSetting } from "./git-settings.ts";

/**
 * The options that a program with subcommands takes before the subcommand: `git -C dir status`.
 *
 * Each program that has a `subcommand` in the catalogue needs a row in `subcommandOptions`. Without it, the value of an
 * option before the subcommand would be taken for the subcommand: `dir` in `git -C dir status`. A test fails when a row
 * is missing.
 */
export interface SubcommandOptions {
  /** Options that take a value, separated by spaces; empty if not found. */
  readonly valued: string;
  /** Options without a value. The value of an option in no list is unknown: it may be the next word, or the option has none. */
  readonly flags?: string;
  /** Matches a word before the subcommand that is neither an option nor a subcommand: `+nightly` of `cargo`. */
  readonly skipped?: RegExp;
  /** The option whose value is the directory to work in. */
  readonly directory?: string;
  /** Options whose values may make a subcommand run any command (`git -c core.pager=x`), unless they match `harmless`. */
  readonly settings?: string;
  readonly harmless?: RegExp;
  /** Options that change the directory where relative paths begin: `git --work-tree`. */
  readonly moved?: string;
  /** Whether the first operand may be options without a dash: `tar xzf a`. */
  readonly dashless?: true;
  /** Whether an unknown subcommand may delete or run something. */
  readonly mayRun?: boolean;
}

/** Programs with subcommands for which no option before the subcommand is listed. */
const withoutOptions =
  "gio artillery 7z 7za 7zr 7zz openssl rclone launchctl loginctl brew tmux adb vagrant deno bun glab gem poetry hatch cnpm " +
  "pipx pdm rye pipenv pixi conda mamba micromamba aptitude nala yum dnf microdnf zypper tdnf apk port snap flatpak nix " +
  "crystal dotnet-script meson swift ctlptl flux xinput tccutil profiles pw apt-clone airflow consul influx prisma alembic flask knex sequelize sequelize-cli typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm mikro-orm " +
  "mix drizzle-kit dbmate diesel supabase hasura dotnet-ef sqlx heroku atlas turso wrangler bq manage.py django-admin " +
  "bundle bundler composer dotnet k3s kind minikube k3d eksctl tofu pulumi terragrunt gsutil az s3cmd mc b2 hg svn bzr " +
  "tailscale luarocks s5cmd flyctl fly railway pod hub tea huggingface-cli hf lpass keepassxc-cli infisical chamber credstash " +
  "teller berglas sops ansible-vault secret-tool keyring security systemd-creds mysql_config_editor rbw convex gitlab-runner symfony lvm net";

const dockerOptions: SubcommandOptions = {
  valued:
    "--config -c --context -H --host -l --log-level --tlscacert --tlscert --tlskey -f --file -p --project-name --profile --env-file --project-directory --progress --ansi --parallel",
  flags: "-D --debug --tls --tlsverify -v --version --compatibility --all-resources --dry-run",
  mayRun: true,
};

const clusterOptions: SubcommandOptions = {
  valued:
    "-n --namespace --context --cluster --kubeconfig --user -s --server -v --v --as --as-group --as-uid --cache-dir --certificate-authority --client-certificate --client-key --log-flush-frequency --profile --profile-output --request-timeout --tls-server-name --token --username --password --vmodule",
  flags: "--debug --insecure-skip-tls-verify --match-server-version --warnings-as-errors --disable-compression",
  mayRun: true,
};

const npmOptions: SubcommandOptions = {
  valued: "--prefix -w --workspace --registry --loglevel --cache --userconfig --globalconfig --script-shell",
  flags:
    "-s --silent -q --quiet -d -dd -ddd --verbose -g --global --workspaces -ws --if-present --no-color --color --offline --prefer-offline --no-audit --no-fund --yes -y -r --recursive --json --ignore-scripts --include-workspace-root -D --dev -v --version --force --parallel --stream",
};

const aptOptions: SubcommandOptions = {
  valued: "-o -c -t --option --config-file --target-release -a",
  flags:
    "-y -q -qq --yes --assume-yes --quiet -f --fix-broken -s --simulate --dry-run -d --download-only --no-install-recommends --allow-downgrades",
};

/** The options before the subcommand, by the names of the programs. */
export const subcommandOptions: ReadonlyMap<string, SubcommandOptions> = new Map<string, SubcommandOptions>([
  ...withoutOptions.split(" ").map((name): [string, SubcommandOptions] => [name, { valued: "" }]),
  [
    "git",
    {
      valued: "-C -c --git-dir --work-tree --namespace --config-env --super-prefix --attr-source --list-cmds",
      flags:
        "-p -P --paginate --no-pager --bare --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --exec-path --html-path --man-path --info-path -v --version -h --help",
      directory: "-C",
      settings: "-c --config-env --exec-path",
      harmless: harmlessSetting,
      moved: "--git-dir --work-tree",
      mayRun: true,
    },
  ],
  ["docker", dockerOptions],
  [
    "podman",
    { ...dockerOptions, valued: `${dockerOptions.valued} --root --url --connection --runroot --storage-driver` },
  ],
  ["nerdctl", { ...dockerOptions, valued: `${dockerOptions.valued} -n --namespace --address -a --data-root` }],
  ["kubectl", clusterOptions],
  ["oc", clusterOptions],
  ["helm", { ...clusterOptions, mayRun: false, valued: `${clusterOptions.valued} --kube-context --registry-config` }],
  ["npm", { ...npmOptions, directory: "--prefix" }],
  [
    "pnpm",
    { ...npmOptions, valued: `${npmOptions.valued} -C --dir --filter -F --filter-prod --reporter`, directory: "-C" },
  ],
  ["yarn", { ...npmOptions, valued: `${npmOptions.valued} --cwd`, directory: "--cwd" }],
  [
    "cargo",
    {
      valued: "--config --color -Z -C --manifest-path",
      flags: "-v -vv --verbose -q --quiet --locked --offline --frozen --list",
      skipped: /^\+/,
    },
  ],
  ["go", { valued: "-C" }],
  ["apt", aptOptions],
  ["apt-get", aptOptions],
  [
    "systemctl",
    {
      valued:
        "-t --type -H --host -M --machine -n --lines -o --output -s --signal -p --property --state --job-mode --root --kill-whom",
      flags:
        "-a --all -q --quiet -l --full --user --system --now -f --force --no-pager --no-block --no-legend --plain --failed --no-ask-password --global --runtime",
      mayRun: true,
    },
  ],
  [
    "aws",
    {
      valued:
        "--profile --region --output --endpoint-url --query --color --ca-bundle --cli-read-timeout --cli-connect-timeout --cli-binary-format",
      flags: "--debug --no-verify-ssl --no-paginate --no-sign-request --no-cli-pager --no-cli-auto-prompt",
    },
  ],
  [
    "gcloud",
    {
      valued:
        "--project --account --configuration --format --verbosity --impersonate-service-account --billing-project --filter --zone --region",
      flags: "-q --quiet --log-http --user-output-enabled",
    },
  ],
  ["terraform", { valued: "", flags: "-help -version --help --version" }],
  [
    "uv",
    {
      valued: "--project --directory --color --config-file --cache-dir",
      flags: "-q --quiet -v --verbose --offline -n --no-cache --native-tls --no-config --no-progress",
    },
  ],
  [
    "pip",
    {
      valued: "--log --proxy --retries --timeout --cache-dir --python --index-url -i --cert --trusted-host",
      flags:
        "-q -qq -v -vv --quiet --verbose --isolated --no-input --no-cache-dir --disable-pip-version-check --require-virtualenv",
    },
  ],
  ["gh", { valued: "-R --repo" }],
  ["doctl", { valued: "-t --access-token -c --config --context -o --output -u --api-url" }],
  ["vercel", { valued: "-t --token -S --scope --cwd -A --local-config" }],
  ["argocd", { valued: "--server --auth-token --config --grpc-web-root-path" }],
  ["stripe", { valued: "--api-key --config -p --project-name --log-level" }],
  ["op", { valued: "--account --session --config --encoding --format --cache" }],
  ["bw", { valued: "--session" }],
  ["bws", { valued: "-t --access-token -o --output -c --config-file -p --profile -u --server-url" }],
  ["vault", { valued: "" }],
  ["bao", { valued: "" }],
  ["doppler", { valued: "-t --token -p --project -c --config --scope --configuration" }],
  ["wp", { valued: "--path --url --user --ssh" }],
  ["python", { valued: "-W -X", flags: "-u -B -O -OO -s -S -E -I -b -d -i -v -q" }],
  ["php", { valued: "-d -c -z -f -S -t", flags: "-n -q -a" }],
  ["tar", { valued: "", dashless: true }],
  ["gtar", { valued: "", dashless: true }],
  ["bsdtar", { valued: "", dashless: true }],
  ["jar", { valued: "", dashless: true }],
]);
