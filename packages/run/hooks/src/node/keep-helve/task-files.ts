/** The table of files that list commands and that programs load by name: `Taskfile.yml`, `Procfile`, `.npmrc`. */
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
  /** What counts of them; by default `code`. */
  readonly reads?: ReadParts;
}

/**
 * What counts of a file: its code with the commands and files that it names; the same if it has words that start programs or write files, because
 * words of a framework can't be read; only the commands and files, because its code is compiled or is read elsewhere; only the files; or only those
 * that its settings for builds name.
 */
export type ReadParts = "code" | "starting code" | "commands" | "names" | "build settings";

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
  // What a build runs of its own project.
  {
    programs:
      /^(?:pip[\d.]*|uv|uvx|pipx|poetry|hatch|hatchling|pdm|flit|rye|pixi|build|pyproject-build|maturin|cibuildwheel)$/,
    files: /(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/,
    reads: "build settings",
    namesModules: true,
  },
  { programs: /^(?:pip[\d.]*|uv|uvx|pipx|hatch|build|pyproject-build)$/, files: /(?:^|\/)hatch_build\.py$/ },
  {
    programs: /^(?:tox|hatch|pdm|poe|poethepoet|taskipy|bumpversion|bump-my-version|cz|semantic-release)$/,
    files: /(?:^|\/)(?:tox\.ini|setup\.cfg|pyproject\.toml|hatch\.toml|poe_tasks\.\w+)$/,
    isNamed: true,
    reads: "commands",
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
      /(?:^|\/)(?:[\w.-]+\.(?:gradle(?:\.kts)?|bzl|sbt|sc|nimble|cake|csproj|proj|targets|props|ninja|ac|pro|rake|thor)|BUCK|BUILD(?:\.\w+)?|WORKSPACE(?:\.\w+)?|MODULE\.bazel|\.bazelrc|build\.xml|pom\.xml|\.mvn\/[\w.-]+|meson(?:\.build|_options\.txt)|mix\.exs|rebar\.config(?:\.script)?|Setup\.hs|dub\.(?:json|sdl)|project\.clj|deps\.edn|Tupfile|xmake\.lua|premake\d?\.lua|CTestTestfile\.cmake|Jamfile|Rakefile)$/,
    isNamed: true,
    reads: "commands",
  },
  {
    programs:
      /^(?:mypy|dmypy|flake8|pylint|pytest|py\.test|coverage|isort|bandit|pyright|basedpyright|pylama|prospector|alembic|mkdocs|sphinx-build)$/,
    files:
      /(?:^|\/)(?:\.?mypy\.ini|\.flake8|\.?pylintrc(?:\.toml)?|\.coveragerc|setup\.cfg|tox\.ini|\.?pytest\.ini|pyproject\.toml|alembic\.ini|mkdocs\.ya?ml)$/,
    isNamed: true,
    reads: "commands",
    namesModules: true,
  },
  {
    programs: /^(?:rspec|rubocop|standardrb|cucumber|guard|buf|just|crontab|at|batch)$/,
    files: /(?:^|\/)(?:\.rspec|\.rubocop[\w.-]*\.yml|cucumber\.yml|Guardfile|buf\.gen\.ya?ml|\.?[Jj]ustfile)$|\.just$/,
    isNamed: true,
    reads: "commands",
  },
  {
    programs: /^(?:nix|nix-shell|nix-build|nix-instantiate|nix-env|nixos-rebuild|home-manager|darwin-rebuild)$/,
    files: /\.nix$/,
    isNamed: true,
  },
  // Scripts in manifests, which other programs run by their names.
  {
    programs:
      /^(?:turbo|nx|lerna|npm-run-all2?|run-[sp]|concurrently|wireit|lint-staged|simple-git-hooks|rush|moon|nps|release-it|semantic-release|husky|yarn)$/,
    files: /(?:^|\/)(?:package|project|workspace|nx|turbo|rush)\.json$/,
    reads: "commands",
  },
  // Modules that the settings of a tool name: plugins, presets, setup files, paths.
  {
    programs:
      /^(?:jest|ava|babel|stylelint|eslint|prettier|mocha|nyc|c8|tap|xo|standard|postcss|tailwindcss|vite|vitest|parcel|webpack|rollup|tsup|unbuild|nodemon|ts-node|tsx|bun|deno)$/,
    files:
      /(?:^|\/)(?:package|[tj]sconfig(?:\.[\w-]+)?|deno|import_?map)\.jsonc?$|(?:^|\/)\.?(?:babel|postcss|browserslist)(?:rc|\.config)?(?:\.(?:jsonc?|ya?ml))?$/,
    reads: "names",
  },
  { programs: /^pnpm$/, files: /(?:^|\/)pnpm-workspace\.yaml$/, reads: "names" },
  { programs: /^(?:gradlew?|mvnw?)$/, files: /(?:^|\/)(?:gradle|maven)-wrapper\.jar$/ },
  { programs: /^(?:helm|kubectl)$/, files: /(?:^|\/)plugin\.ya?ml$/, reads: "commands" },
  { programs: /^composer$/, files: /(?:^|\/)composer\.json$/, reads: "commands" },
  {
    programs: /^(?:npm|yarn|pnpm|bun|node-gyp|prebuild-install|prebuildify)$/,
    files: /(?:^|\/)binding\.gyp$/,
    reads: "commands",
  },
  // Files that the tools of a language load by their names.
  {
    programs:
      /^(?:bundler?|rake|rails|ruby|rspec|irb|pry|guard|puma|rackup|unicorn|jekyll|fastlane|pod|brew|vagrant|danger|thor|cap|cucumber|spring|gem|sidekiq)$/,
    files:
      /(?:^|\/)(?:(?:Gem|Rake|Guard|Fast|Pod|Brew|Vagrant|Danger|Thor|Cap|Appraisal)file|config\.ru|[\w.-]+\.gemspec|\.(?:irb|pry)rc)$|(?:^|\/)(?:config|spec|features|_plugins|lib\/tasks)\/(?:.*\/)?[\w.-]+\.(?:rb|rake)$/,
    reads: "starting code",
  },
  {
    programs: /^(?:php[\w.-]*|pest|psalm|rector|artisan)$/,
    files: /(?:^|\/)(?:phpunit[\w.]*\.xml(?:\.dist)?|phpstan[\w.]*\.neon(?:\.dist)?|psalm\.xml|\.user\.ini)$/,
    reads: "commands",
  },
  {
    programs: /^(?:flask|fastapi|litestar|sanic|django-admin|celery|alembic|make)$/,
    files: /(?:^|\/)(?:app|wsgi|asgi|conf)\.py$|(?:^|\/)(?:alembic|migrations|versions)\/(?:.*\/)?\w+\.py$/,
    reads: "starting code",
  },
  {
    programs: /^(?:pipenv|rye|pixi|task|mlflow|dbt)$/,
    files: /(?:^|\/)(?:Pipfile|pyproject\.toml|pixi\.toml|MLproject|dbt_project\.yml)$/,
    reads: "commands",
  },
  {
    programs:
      /^(?:cargo|maturin|wasm-pack|trunk|dotnet|nuget|swift|nim|nimble|crystal|shards|dart|flutter|opam|dune|ghci|cabal|stack|perl|cpanm|prove|mix|zig|mvnw?|gradlew?)$/,
    files:
      /(?:^|\/)(?:build\.rs|[\w.-]+\.(?:[cfv][bs]?proj|props|targets|rsp|nims|opam)|Package\.swift|shard\.yml|hook\/build\.dart|dune|build\.zig|config\/\w+\.exs|gradle\.properties|gradle-wrapper\.properties)$/,
    reads: "commands",
  },
  {
    programs: /^(?:ghci|cabal|stack|perl|cpanm|prove|yath|latexmk)$/,
    files: /(?:^|\/)(?:\.ghci|(?:Makefile|Build)\.PL|\.?latexmkrc|t\/(?:.*\/)?[\w.-]+\.t)$/,
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
  readonly reads: ReadParts;
  /** Whether a name in it may be a module of Python. */
  readonly namesModules: boolean;
}

/**
 * Lists the written task files that a program loads.
 *
 * @param namedKeys - returns the keys of the files that the words of the command name
 */
export function taskFiles(
  name: string,
  keys: readonly string[],
  namedKeys: () => readonly string[],
): readonly TaskFile[] {
  const own = rows.filter(({ programs }) => programs.test(name));
  const named = own.some(({ isNamed }) => isNamed === true) ? namedKeys() : [];
  const settings = settingsOf(name);
  return keys.flatMap((key): readonly TaskFile[] => {
    const found = own.filter(({ files, isNamed }) => files.test(key) || (isNamed === true && named.includes(key)));
    if (found.length > 0)
      return found.map(({ reads = "code", namesModules = false }) => ({ key, reads, namesModules }));
    return settings?.test(key) ? [{ key, reads: isCode.test(key) ? "code" : "commands", namesModules: false }] : [];
  });
}

/** Matches the files that have the name of a program, which it loads: `.prettierrc` and `prettier.config.js`, `Jakefile`, `nodemon.json`. */
function settingsOf(program: string): RegExp | undefined {
  const letters = program.toLowerCase().replace(/[\d.]+$|[^a-z\d]/g, "");
  if (letters.length < 2 || letters.length > 50 || ownFolders.test(letters)) return undefined;
  const name = [...letters].join("[-_]?");
  return new RegExp(
    `(?:^|/)\\.?${name}(?:[-_.]?(?:rc|conf|config|file|project|(?:user)?presets|settings|opts|options|plugins|hooks)(?:\\.[\\w.]+)?|\\.(?:${settingEndings}))?$`,
    "i",
  );
}

const isCode = /\.(?:[cm]?[jt]s|rb|py|lua|php)$|file$/i;

/** Programs that load nothing of such a name, or whose files other readers follow. */
const ownFolders = /^(?:git|make|gmake|node|python|npm|docker|ssh|helve|test|cat|sh|bash|zsh)$/;
const settingEndings = "jsonc?|json5|ya?ml|toml|ini|[cm]?[jt]s|rb|exs|neon|xml|py|go|zig|kdl|hcl|cfg|lua|nims?";

/** The endings of languages that are compiled. */
export const compiled: RegExp =
  /\.(?:[chmsd]|cc|cpp|cxx|hh|hpp|hxx|mm|rs|go|java|kts?|scala|sc|swift|cs|fs|vb|zig|hsc?|mli?|f\d*|asm|nims?|cr|erl|exs?|cljs?|cljc|dart|v|sv|vhdl?|vue|svelte|astro|gradle|bzl|cmake|build|nix)$/;

/** Whether a program starts its files in containers, where paths differ. */
export function isOfContainers(name: string): boolean {
  return /^(?:docker|podman|nerdctl)/.test(name);
}

/**
 * Lists the commands in a task file: items of lists, values of keys, and texts.
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

/** Joins the words of a list to one command. */
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
