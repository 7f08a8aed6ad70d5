// Files that programs load by their names, and that say which commands they run: `Taskfile.yml`, `.npmrc`, `Procfile`, playbooks.

import { quotedShellWord } from "@helve/core/internal";
import type { FileData } from "@helve/effects";
import { textsOfFile } from "@helve/effects";

/** The files that some programs load without a word that names them. */
interface TaskFiles {
  readonly programs: RegExp;
  readonly files: RegExp;
  /** Whether a word may name such a file under any name: `task -t f`. */
  readonly isNamed?: true;
  /** Whether names without their ending may be modules of Python in the files: `plugins = p`. */
  readonly namesModules?: true;
  /** Whether the files are code that is read elsewhere, or is compiled, so that only the commands and files in them count. */
  readonly isBuild?: true;
}

const rows: readonly TaskFiles[] = [
  {
    programs: /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx|corepack)$/,
    files: /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.[cm]?js|bunfig\.toml)$/,
  },
  { programs: /^cargo$/, files: /(?:^|\/)\.cargo\/config(?:\.toml)?$/ },
  { programs: /^(?:go-)?task$/, files: /(?:^|\/)[Tt]askfile(?:\.dist)?\.ya?ml$/, isNamed: true },
  {
    programs: /^(?:terraform|tofu|terragrunt|pulumi|packer)$/,
    files: /\.(?:tf|tf\.json|hcl|pkr\.json)$|(?:^|\/)(?:Pulumi\.ya?ml|(?:index|__main__)\.\w+)$/,
    isNamed: true,
  },
  {
    programs: /^ansible(?:-\w+)?$/,
    files: /\.ya?ml$|(?:^|\/)(?:ansible\.cfg|hosts|inventory)$/,
    isNamed: true,
  },
  {
    programs: /^(?:foreman|honcho|overmind|hivemind|goreman|heroku)$/,
    files: /(?:^|\/)Procfile(?:\.\w+)?$/,
    isNamed: true,
  },
  {
    programs: /^(?:supervisord|supervisorctl|circusd|monit)$/,
    files: /(?:^|\/)(?:supervisord?|circus|monit)[\w.-]*$/,
    isNamed: true,
  },
  {
    programs: /^(?:act|gitlab-runner|gitlab-ci-local|circleci|drone|woodpecker-cli)$/,
    files:
      /(?:^|\/)(?:\.github\/workflows\/[\w.-]+|\.gitlab-ci\.yml|\.circleci\/config\.yml|\.drone\.yml|\.woodpecker[\w./-]*)$/,
    isNamed: true,
  },
  {
    programs:
      /^(?:tmuxinator|tmuxp|teamocil|smug|mprocs|process-compose|nomad|skaffold|tilt|devspace|earthly|goreleaser|lefthook|pre-commit|prek|mask|xc|runme|dvc|kestra|husky|overcommit|melos|bolt|rundeck|snakemake)$/,
    files: /\.(?:ya?ml|toml|json|hcl)$|(?:^|\/)(?:Tiltfile|Earthfile|maskfile\.md|README\.md)$/,
    isNamed: true,
  },
  {
    programs: /^(?:tox|hatch|pdm|poe|poethepoet|taskipy|bumpversion|bump-my-version|cz|semantic-release)$/,
    files: /(?:^|\/)(?:tox\.ini|setup\.cfg|pyproject\.toml|hatch\.toml|poe_tasks\.\w+)$/,
    isNamed: true,
    isBuild: true,
  },
  {
    programs: /^(?:nox|invoke|inv|fab|doit|scons|waf)$/,
    files: /(?:^|\/)(?:noxfile|tasks|fabfile|dodo)\.py$|(?:^|\/)(?:SConstruct|SConscript|wscript)$/,
    isNamed: true,
  },
  {
    programs:
      /^(?:gradlew?|mvnw?|mvnd|sbt|mill|bazel(?:isk)?|buck2?|pants|please|plz|ant|meson|ninja|samu|mix|rebar3|cabal|stack|nimble|dub|lein|clojure|clj|tup|xmake|premake\d?|msbuild|xbuild|nmake|phing|psake|cake|nuke|ctest|cpack|autoreconf|autoconf|qmake|b2|bjam|redo|rake|thor)$/,
    files:
      /(?:^|\/)(?:[\w.-]+\.(?:gradle(?:\.kts)?|bzl|sbt|sc|nimble|csproj|proj|targets|props|ninja|ac|pro|rake|thor)|BUCK|BUILD(?:\.\w+)?|WORKSPACE(?:\.\w+)?|MODULE\.bazel|\.bazelrc|build\.xml|pom\.xml|\.mvn\/[\w.-]+|meson(?:\.build|_options\.txt)|mix\.exs|rebar\.config(?:\.script)?|Setup\.hs|dub\.(?:json|sdl)|project\.clj|deps\.edn|Tupfile|xmake\.lua|premake\d?\.lua|CTestTestfile\.cmake|Jamfile|Rakefile)$/,
    isNamed: true,
    isBuild: true,
  },
  {
    programs:
      /^(?:mypy|dmypy|flake8|pylint|pytest|py\.test|coverage|isort|bandit|pyright|basedpyright|pylama|prospector|alembic|mkdocs|sphinx-build)$/,
    files:
      /(?:^|\/)(?:\.?mypy\.ini|\.flake8|\.?pylintrc(?:\.toml)?|\.coveragerc|setup\.cfg|tox\.ini|\.?pytest\.ini|pyproject\.toml|alembic\.ini|mkdocs\.ya?ml)$/,
    isNamed: true,
    isBuild: true,
    namesModules: true,
  },
  {
    programs: /^(?:rspec|rubocop|standardrb|cucumber|guard|buf|just|crontab|at|batch)$/,
    files: /(?:^|\/)(?:\.rspec|\.rubocop[\w.-]*\.yml|cucumber\.yml|Guardfile|buf\.gen\.ya?ml|\.?[Jj]ustfile)$|\.just$/,
    isNamed: true,
    isBuild: true,
  },
  {
    programs: /^(?:nix|nix-shell|nix-build|nix-instantiate|nix-env|nixos-rebuild|home-manager|darwin-rebuild)$/,
    files: /\.nix$/,
    isNamed: true,
  },
  { programs: /^(?:gnuplot|graph-easy|povray|maxima|gp|gap|sage|magma|bc|dc)$/, files: /(?!)/, isNamed: true },
  { programs: /^(?:mise|direnv|devbox|asdf)$/, files: /(?:^|\/)(?:\.?mise[\w.-]*\.toml|\.envrc|devbox\.json)$/ },
  {
    programs: /^(?:docker|docker-compose|podman|podman-compose|nerdctl)$/,
    files: /(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$/,
  },
];

/** A written file that a program loads as a list of commands. */
export interface TaskFile {
  readonly key: string;
  /** Whether only the commands and files in it count: its own code is read elsewhere, or compiled. */
  readonly isBuild: boolean;
  /** Whether a name in it may be a module of Python. */
  readonly namesModules: boolean;
}

/**
 * The written files that a program loads by their names, or because a word names them.
 *
 * @param namedKeys - returns the keys of the files that the words of the command name
 */
export function taskFiles(
  name: string,
  keys: readonly string[],
  namedKeys: () => readonly string[],
): readonly TaskFile[] {
  const own = rows.filter(({ programs }) => programs.test(name));
  if (own.length === 0) return [];
  const named = namedKeys();
  return keys.flatMap((key) => {
    const row = own.find(({ files, isNamed }) => files.test(key) || (isNamed === true && named.includes(key)));
    const { isBuild = false, namesModules = false } = row ?? {};
    return row === undefined ? [] : [{ key, isBuild, namesModules }];
  });
}

/** Whether what the files of a program start runs in containers, where paths are others. */
export function isOfContainers(name: string): boolean {
  return /^(?:docker|podman|nerdctl)/.test(name);
}

/**
 * The commands in such a file: the items of its lists, the values of its keys, and its texts.
 *
 * @param onlyShells - whether only those count that name a shell or a runtime: what the file is for is not known
 */
export function commandsInFile(data: FileData | undefined, onlyShells: boolean): readonly string[] {
  const texts = textsOfFile(data).map((text) => text.slice(0, maxLength));
  const lines = texts.flatMap((text) => text.split("\n")).flatMap((line) => commandLine.exec(line)?.[1] ?? []);
  const values = lines.map((line) => line.trim().replace(/^(["'])(.*)\1,?$/s, "$2"));
  const quoted = texts.flatMap((text) => [...text.matchAll(quotedTexts)].map(([list]) => wordsOfList(list)));
  const commands = [...values.filter((value) => !onlyShells || namesShell.test(value)), ...quoted.filter(isShellCode)];
  return [...new Set(commands)].filter((value) => value !== "").slice(0, maxCommands);
}

function isShellCode(text: string): boolean {
  return /\s/.test(text) && namesShell.test(text);
}

/** Texts in quotes, and lists of them: `["sh", "-c", "x"]`. */
const quotedTexts = /(["'])(?:(?!\1)[^\\\n]|\\.){1,500}\1(?:\s*,\s*(["'])(?:(?!\2)[^\\\n]|\\.){1,500}\2){0,20}/g;
const namesShell = /(?:^|[\s|;&(/'"])(?:(?:ba|da|z|k|a)?sh|eval|source|python[\d.]*|node|perl|ruby|php|awk)['"]?\s/;

/** The words of a list as one command; the text of a single item. */
function wordsOfList(list: string): string {
  const items = [...list.matchAll(/(["'])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(([, , text = ""]) =>
    text.replace(/\\(["'\\$])/g, "$1"),
  );
  return items.length === 1 ? (items[0] ?? "") : items.map(quotedShellWord).join(" ");
}

const commandLine =
  /^\s*(?:-\s+)?(?:(?:"?(?:run|cmds?|command|script|shell|sh|exec|execute|entry|entrypoint|before_script|after_script|ExecStart|local-exec|start|web|worker|release)"?\s*[:=]\s*)|-\s+)(?![|>]?\s*$)(.+)$/;
const maxLength = 65_536;
const maxCommands = 50;

/** The folders of this machine that a file for containers mounts: `~` of `~:/data`. */
export function mountsInFile(key: string, data: FileData | undefined): readonly string[] {
  if (!/compose[\w.-]*\.ya?ml$/.test(key)) return [];
  return textsOfFile(data).flatMap((text) => [
    ...[...text.matchAll(/(?:^|[\s"'[,])((?:~|\$\{?HOME\}?|\.{0,2}\/)[^\s"':,]*):\/[^\s"',\]]*/gm)].map(
      ([, path = ""]) => path,
    ),
    ...[...text.matchAll(/\bsource:\s*["']?([^\s"']+)/g)].map(([, path = ""]) => path),
  ]);
}
