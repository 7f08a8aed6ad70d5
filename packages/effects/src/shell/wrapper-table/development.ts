// Tools of developers that run a command: package runners, environments, watchers.
import type { Runner, Wrapper } from "../wrapper.ts";

/** Programs such as `npx` and `nodemon`. */
export const developmentWrappers: readonly Wrapper[] = [
  {
    names: "watch",
    flags: "-b --beep -c --color -d --differences -e --errexit -g --chgexit -p --precise -t --no-title -x --exec",
    valued: "-n --interval",
    holdsCode: true,
    asCommand: "-x --exec",
  },
  {
    names: "npx bunx pnpx",
    flags: "-y --yes -q --quiet --no --no-install --bun",
    valued: "-p --package --registry",
    runsPackages: "-p --package",
    inert: "--version --help -v -h",
    code: "-c --call",
  },
  { names: "watchexec", anyFlags: true, valued: "-w -e -f -i", mayRunCode: true },
  {
    names: "hyperfine",
    flags: "-i --ignore-failure -N --show-output",
    anyFlags: true,
    valued:
      "-w --warmup -r --runs -m --min-runs -M --max-runs -n --command-name -P -L -S --shell --export-json --export-markdown --export-csv --style --output --input",
    code: "-p --prepare -s --setup -c --cleanup --conclude",
    codeOperands: true,
  },
  {
    names: "concurrently",
    flags: "-k --kill-others --kill-others-on-fail -r --raw --hide -g --group --no-color --timings -P",
    anyFlags: true,
    valued: "-n --names -c --prefix-colors -p --prefix -m --max-processes -s --success --restart-tries -l",
    codeOperands: true,
  },
  {
    names: "nix-shell",
    anyFlags: true,
    flags: "--pure --impure --keep-going",
    valued: "-A --attr -E --expr -I -j --max-jobs",
    code: "--run --command",
    operands: 99,
    interleaved: true,
    readsInput: false,
  },
  {
    names: "nodemon",
    anyFlags: true,
    valued: "-w --watch -e --ext -i --ignore -d --delay --cwd -s --signal",
    code: "-x --exec",
    scripts: "node",
    readsInput: false,
  },
  { names: "chokidar", anyFlags: true, code: "-c --command", operands: 99, interleaved: true, readsInput: false },
  {
    names: "uvx",
    anyFlags: true,
    valued: "--from --with -p --python --index-url --index --default-index --with-requirements",
    readsInput: false,
  },
  { names: "cross-env dotenv", anyFlags: true, valued: "-e -f", assignments: true },
];

/** Subcommands such as `uv run` and `npm exec`. */
export const developmentRunners: readonly Runner[] = [
  {
    names: "uv poetry pipenv rye hatch conda mamba micromamba pixi pdm",
    subcommand: "run",
    anyFlags: true,
    valued:
      "-n --name -p --python --with --with-requirements --extra --group --only-group --env-file --project --directory --prefix -e --environment --cwd --index-url --index --default-index --manifest-path",
    flags:
      "--no-sync --frozen --locked --all-extras --no-dev --isolated -q --quiet -v --verbose --no-capture-output --live-stream --offline --active --no-project -s --script",
    scripts: "python",
  },
  {
    names: "pipx",
    subcommand: "run",
    anyFlags: true,
    valued: "--spec --python --index-url --pip-args --with",
    flags: "--no-cache --verbose -q",
    readsInput: false,
  },
  {
    names: "coverage kernprof",
    subcommand: "run",
    anyFlags: true,
    flags: "-p --parallel-mode --branch -a --append --timid -L",
    valued: "-m --module --source --omit --include --rcfile --data-file --context",
    scripts: "python",
    readsInput: false,
  },
  { names: "rustup", subcommand: "run", anyFlags: true, flags: "--install", operands: 1 },
  {
    names: "nix",
    subcommand: "develop|shell",
    anyFlags: true,
    valued: "--arg --argstr --option -f --file -I --expr",
    commandAfter: "-c --command",
    readsInput: false,
  },
  {
    names: "cargo",
    subcommand: "watch",
    anyFlags: true,
    code: "-s --shell",
    valued: "-x --exec -w --watch -i --ignore -d -C",
    dashes: true,
  },
  {
    names: "doppler",
    subcommand: "run",
    anyFlags: true,
    code: "--command",
    valued: "-p --project -c --config -t --token",
    dashes: true,
  },
  {
    names: "dotenvx dotenv op infisical chamber aws-vault teller berglas",
    subcommand: "run|exec",
    anyFlags: true,
    valued: "-f --env-file -e --env -p --path --projectId -t",
    dashes: true,
  },
  { names: "sops", subcommand: "exec-env", anyFlags: true, operands: 1, mayRunCode: true },
  {
    names: "bundle npm pnpm yarn",
    subcommand: "exec",
    anyFlags: true,
    code: "-c --call",
    valued: "-p --package",
    runsPackages: "-p --package",
  },
  { names: "pnpm yarn", subcommand: "dlx", anyFlags: true, valued: "-p --package", runsPackages: "-p --package" },
  { names: "bun", subcommand: "x", anyFlags: true, valued: "-p --package", runsPackages: "-p --package" },
  {
    names: "npm",
    subcommand: "x",
    anyFlags: true,
    code: "-c --call",
    valued: "-p --package",
    runsPackages: "-p --package",
  },
  { names: "direnv", subcommand: "exec", operands: 1 },
];
