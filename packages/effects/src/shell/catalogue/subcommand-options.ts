/** The options of a program that stand before its subcommand. */
export interface SubcommandOptions {
  readonly valued: string;
  /** The option whose value is the directory to work in. */
  readonly directory?: string;
  /** Options whose values may make a subcommand run anything, unless they fit `harmless`. */
  readonly settings?: string;
  readonly harmless?: RegExp;
  /** Options with which paths may begin elsewhere. */
  readonly moved?: string;
  /** Its first operand may be options without a dash: `tar xzf a`. */
  readonly dashless?: true;
  /** Whether a subcommand that is not known may lose or run something. */
  readonly mayRun?: true;
}

/** The programs with options before a subcommand that take a value or mean something. */
export const subcommandOptions: ReadonlyMap<string, SubcommandOptions> = new Map<string, SubcommandOptions>([
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
