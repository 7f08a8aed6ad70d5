/**
 * The options that a program with subcommands takes before the subcommand: `git -C dir status`.
 *
 * Each program that has a `subcommand` in the catalogue needs a row in `subcommandOptions`. Without it, the value of an
 * option before the subcommand would be taken for the subcommand: `dir` in `git -C dir status`. A test fails when a row
 * is missing.
 */
export interface SubcommandOptions {
  /** Options that take a value, separated by spaces; empty if there are none. */
  readonly valued: string;
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
  readonly mayRun?: true;
}

/** Programs with subcommands for which no option before the subcommand is listed. */
const withoutOptions =
  "gio 7z 7za 7zr openssl rclone launchctl loginctl brew tmux adb vagrant deno bun gh glab gem poetry uv hatch cnpm pip " +
  "pipx pdm rye pipenv pixi conda mamba micromamba aptitude nala yum dnf microdnf zypper tdnf apk port snap flatpak nix " +
  "bundle bundler composer dotnet nerdctl k3s kind minikube k3d eksctl tofu pulumi terragrunt gsutil az s3cmd mc b2 hg svn bzr";

/** The options before the subcommand, by the names of the programs. */
export const subcommandOptions: ReadonlyMap<string, SubcommandOptions> = new Map<string, SubcommandOptions>([
  ...withoutOptions.split(" ").map((name): [string, SubcommandOptions] => [name, { valued: "" }]),
  [
    "git",
    {
      valued: "-C -c --git-dir --work-tree --exec-path --namespace --config-env --super-prefix",
      directory: "-C",
      settings: "-c --config-env --exec-path",
      harmless:
        /^(user|color|advice|column|log|commit|init|push|pull|fetch|http|safe)\.|^core\.(quotepath|autocrlf|longpaths)=|^(core\.(editor|pager)|sequence\.editor)=(true|cat|:)?$/i,
      moved: "--git-dir --work-tree",
      mayRun: true,
    },
  ],
  ["docker", { valued: "--config -c --context -H --host -l --log-level", mayRun: true }],
  ["podman", { valued: "--root --url --connection --log-level", mayRun: true }],
  ["kubectl", { valued: "-n --namespace --context --cluster --kubeconfig --user -s --server", mayRun: true }],
  ["oc", { valued: "-n --namespace --context --cluster --kubeconfig --user -s --server", mayRun: true }],
  ["helm", { valued: "-n --namespace --kube-context --kubeconfig" }],
  ["npm", { valued: "--prefix -w --workspace --registry", directory: "--prefix" }],
  ["pnpm", { valued: "-C --dir --filter -F --registry", directory: "-C" }],
  ["yarn", { valued: "--cwd --registry", directory: "--cwd" }],
  ["cargo", { valued: "--config --color -Z -C" }],
  ["go", { valued: "-C" }],
  ["apt", { valued: "-o -c -t" }],
  ["apt-get", { valued: "-o -c -t" }],
  ["systemctl", { valued: "-t --type -H --host -M --machine -n --lines -o --output -s --signal", mayRun: true }],
  ["aws", { valued: "--profile --region --output --endpoint-url" }],
  ["gcloud", { valued: "--project --account --configuration" }],
  ["terraform", { valued: "-chdir" }],
  ["tar", { valued: "", dashless: true }],
  ["gtar", { valued: "", dashless: true }],
  ["bsdtar", { valued: "", dashless: true }],
]);
