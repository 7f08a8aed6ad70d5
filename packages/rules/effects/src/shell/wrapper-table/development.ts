/** Tools of developers that run a command: package runners, environments, watchers. */
import { type Runner, runner, type Wrapper } from "../wrapper.ts";

/** Subcommands of git that run a command: `git bisect run`. */
export const gitRunners: readonly Runner[] = [
  runner("git", "submodule foreach", { flags: "--recursive -q --quiet", holdsCode: true }),
  { names: "git", subcommand: "bisect run" },
  runner("git", "rebase", { code: "-x --exec", valued: "--onto -s --strategy -X -C", operands: 9, interleaved: true }),
  runner("git", "difftool", { code: "-x --extcmd", valued: "-t --tool", operands: 99, interleaved: true }),
  runner("git", "filter-branch", {
    code: "--tree-filter --index-filter --msg-filter --env-filter --commit-filter --parent-filter --tag-name-filter --setup --subdirectory-filter",
    valued: "--original -d",
    operands: 99,
    interleaved: true,
  }),
];

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
  { names: "entr", flags: "-a -c -cc -d -dd -n -p -r -x -z", code: "-s" },
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
  { names: "cross-env", anyFlags: true, assignments: true },
  { names: "cross-env-shell", anyFlags: true, assignments: true, mayRunCode: true },
  { names: "retry", anyFlags: true, valued: "-t --times -d --delay -m --max -s --sleep", readsInput: false },
  {
    names: "dotenv dotenv-cli env-cmd",
    anyFlags: true,
    valued: "-e -f -v -r --file --rc-file --environments",
    assignments: true,
    loadsEnvironment: true,
  },
  { names: "envdir envchain", operands: 1, loadsEnvironment: true },
];

/** Subcommands such as `uv run` and `npm exec`. */
export const developmentRunners: readonly Runner[] = [
  runner("uv poetry pipenv rye hatch conda mamba micromamba pixi pdm", "run", {
    valued:
      "-n --name -p --python --with --with-requirements --extra --group --only-group --env-file --project --directory --prefix -e --environment --cwd --index-url --index --default-index --manifest-path",
    flags:
      "--no-sync --frozen --locked --all-extras --no-dev --isolated -q --quiet -v --verbose --no-capture-output --live-stream --offline --active --no-project -s --script",
    scripts: "python",
    environmentOptions: "--env-file",
  }),
  runner("pipx", "run", {
    valued: "--spec --python --index-url --pip-args --with",
    flags: "--no-cache --verbose -q",
    readsInput: false,
  }),
  runner("coverage kernprof", "run", {
    flags: "-p --parallel-mode --branch -a --append --timid -L",
    valued: "-m --module --source --omit --include --rcfile --data-file --context",
    scripts: "python",
    readsInput: false,
  }),
  runner("rustup", "run", { flags: "--install", operands: 1 }),
  runner("nix", "develop|shell", {
    valued: "--arg --argstr --option -f --file -I --expr",
    commandAfter: "-c --command",
    readsInput: false,
  }),
  runner("cargo", "watch", { code: "-s --shell", valued: "-x --exec -w --watch -i --ignore -d -C", dashes: true }),
  runner("doppler", "run", {
    code: "--command",
    valued: "-p --project -c --config -t --token",
    dashes: true,
    loadsEnvironment: true,
  }),
  runner("dotenvx dotenv op infisical chamber aws-vault teller berglas", "run|exec", {
    valued: "-f --env-file -e --env -p --path --projectId -t",
    dashes: true,
    loadsEnvironment: true,
  }),
  runner("sops", "exec-env", { loadsEnvironment: true, operands: 1, mayRunCode: true }),
  runner("bundle npm yarn", "exec", { code: "-c --call", valued: "-p --package", runsPackages: "-p --package" }),
  runner("yarn", "workspaces foreach", { valued: "--include --exclude --from -j --jobs" }),
  runner("pnpm", "exec", { mayRunCode: true }),
  runner("pnpm yarn", "dlx", { valued: "-p --package", runsPackages: "-p --package", mayRunCode: true }),
  runner("bun", "x", { valued: "-p --package", runsPackages: "-p --package" }),
  runner("npm", "x", { code: "-c --call", valued: "-p --package", runsPackages: "-p --package" }),
  { names: "direnv", subcommand: "exec", operands: 1, loadsEnvironment: true },
  runner("mise", "x|exec", { valued: "-j --jobs", dashes: true }),
  runner("asdf rbenv pyenv nodenv goenv jenv plenv", "exec"),
  runner("nvm", "exec|run", { operands: 1 }),
  runner("fnm", "exec", { valued: "--using" }),
  runner("volta", "run", { valued: "--node --npm --yarn --pnpm --bundled-npm" }),
];
