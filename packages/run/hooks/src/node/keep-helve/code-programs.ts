/** The table of programs that get code files: which run the code, and which only read, check or convert it. */
import type { CommandEffect, CommandWord } from "@helve/effects";

/** The language of a runtime by its name; `undefined` for any other program. */
export function runtimeKind(name: string): "javascript" | "python" | "other" | undefined {
  const plain = name.replace(/@.*$|(?<=[a-z])[\d.]+[tw]?$/gs, "");
  if (/^(?:node|nodejs|bun|deno|tsx|ts-node|ts-node-esm|esr|jiti|vite-node)$/.test(plain)) return "javascript";
  if (/^(?:python|pypy|py|ipython|bpython|ptpython|graalpy|micropython|jython)$/.test(plain)) return "python";
  return /^(?:ruby|perl|php|lua|luajit|Rscript|R|julia|tclsh|java|jshell|elixir|erl|escript|guile|racket|osascript)$/.test(
    plain,
  )
    ? "other"
    : undefined;
}

/** The words of a runtime up to its script; all words if it runs a module. */
export function wordsUpToScript(words: readonly CommandWord[]): readonly CommandWord[] {
  const isModule = words.some(({ text }) => /^(?:-\w*m|run|--run)$/.test(text ?? ""));
  if (isModule) return words;
  const at = words.findIndex(({ pattern, isCode }, index) => {
    const before = words[index - 1];
    return (
      isCode !== true &&
      !/^(?:-|(?:watch|run|x|exec|eval|serve|dev|start)$)/.test(pattern) &&
      !/^-/.test(before?.pattern ?? "")
    );
  });
  return at === -1 ? words : words.slice(0, at + 1);
}

/** Whether a program runs no file that its words name. Every other one may. */
export function leavesCodeAlone(name: string, { words: [, ...words], environment }: CommandEffect): boolean {
  if (name === "git") {
    const loadsHooks = words.some(({ pattern }) => /template|hooksPath/i.test(pattern));
    return !loadsHooks && environment["GIT_TEMPLATE_DIR"] === undefined;
  }
  if (/^g?make$/.test(name) && environment["MAKEFILES"] !== undefined) return false;
  if (/^(?:jupyter|jupytext|papermill)/.test(name)) {
    return (
      !words.some(({ text }) => /^(?:--execute|--run-all|run|execute|build)$/.test(text ?? "")) && name !== "papermill"
    );
  }
  if (words.some(({ text }) => runsFiles.test(text ?? "") || startsShell.test(text ?? ""))) return false;
  if (name === "dotnet") return !words.some(({ text }) => /^(?:script|fsi)$/.test(text ?? ""));
  if (name === "cmake") return !words.some(({ text }) => text === "-P");
  if (runtimeKind(name) === "javascript" && words.some(({ text }) => /^(?:-c|--check)$/.test(text ?? ""))) return true;
  const module = runtimeKind(name) === "python" && words[0]?.text === "-m" ? words[1]?.text : undefined;
  const own = module ?? name;
  return tools.has(own) || tools.has(own.replace(/-?[\d.]+$/, ""));
}

/** Lists code that options and variables make a program run: plugins, loaders. */
export function codeOptions(name: string, { words: [, ...words], environment }: CommandEffect): readonly string[] {
  const short = shortOptions.find(([programs]) => programs.test(name))?.[1];
  const given = words.flatMap(({ pattern }, index) => {
    if (/^ext::/.test(pattern)) return pattern;
    const [option, value = ""] = loading.exec(pattern) ?? programOption.exec(pattern) ?? short?.exec(pattern) ?? [];
    if (option === undefined) return [];
    return value !== "" ? value : (words[index + 1]?.pattern ?? []);
  });
  const changed = setsSetting(words) ? words.slice(-1).map(({ pattern }) => pattern) : [];
  const variables = Object.entries(environment).flatMap(([variable, value]) =>
    configuring.test(variable) && value !== null ? [value] : [],
  );
  return [...new Set([...given, ...changed, ...variables])];
}

/** Options with a word in their names that stands for a program: `--hostname-bin`, `--httpd`, `--on-download-complete`. */
const programOption =
  /^--(?:\w+-)*(?:bin|binary|cmd|ext-?cmd|command|program|programs|executable|exec|shell|helper|viewer|browser|httpd|askpass|ssh|daemon|driver|module|script|interpreter|python|ruby|node|java|compiler|toolchain|preprocessor|pre|post|postprocess|sendmail|smtp-server|handler|on|up|down|speller|diff|merge|difftool|mergetool|tool)(?:-\w+)*(?:=(.*)|)$/is;

/** Whether a command changes a setting or an alias of its program: `gh config set pager ./g`, `gh alias set x '!sh g'`. */
function setsSetting(words: readonly CommandWord[]): boolean {
  const [first, second] = words.filter(({ pattern }) => !/^-/.test(pattern));
  return (
    /^(?:config|configure|alias|settings?|set|env)$/.test(first?.text ?? "") &&
    /^(?:set|add|put|import|[\w.-]+)$/.test(second?.text ?? "")
  );
}

const loading =
  /^(?:-J)*--?(?:X\w*|f|W)?(?:(?:pass-?|load-?)?plugins?(?:-?dir)?|load|pre-?load|require|(?:experimental-)?loader|import|rules-?dir|(?:custom-)?formatter|reporters?|transform(?:er)?|setup[\w-]*|global-?(?:setup|teardown)|(?:test-?)?runner|environment|resolver|test-?sequencer|config(?:uration)?(?:-?file)?|rc-?file|(?:global|user)config|prefix|kubeconfig|gulpfile|gruntfile|before|after|engine|provider-path|processor(?:-?(?:module-?)?path)?|bootclasspath(?:\/[ap])?|java-?agent|agentpath|agentlib|specs|wrapper|tool-?exec|vettool|use-compress-program|to-command|checkpoint-action|info-script|rsh|rsync-path|pager|editor|exec-path|hooks?|filter|parser|analyzer|additional-?import|init(?:-?script)?|post-?renderer|defaults|pgm\w|linker|ld-path|clang)(?:[=:](.*)|)$/is;

/** Options of one letter and names of settings that name code, by programs. */
const shortOptions: readonly (readonly [programs: RegExp, options: RegExp])[] = [
  [/^(?:npm|pnpm|yarn|bun)$/, /^(?:script-?shell|node-?options|node-gyp|git|editor|viewer)(?:=(.*))?$/s],
  [
    /^(?:eslint|stylelint|prettier|webpack|rollup|vite|vitest|jest|mocha|ava|tap|playwright|cypress|babel|tsup|gulp|grunt)$/,
    /^-[cfr](.*)$/s,
  ],
  [/^pandoc$/, /^-[FLdtfrw](.*)$/s],
  [/^g?make$/, /^-I(.*)$/s],
  [/^(?:sftp|scp|l?ftp|ncftp)$/, /^-[bfSD](.*)$/s],
  [/^(?:man|nano)$/, /^-[Ps](.*)$/s],
  [/^git$/, /^-[xO](.*)$/s],
  [/^(?:asciidoctor|rubocop|rspec|standard|pytest|py\.test|mypy|pylint|flake8|coverage)$/, /^-[cprI](.*)$/s],
  [/^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|rustc|cargo)(?:-[\d.]+)?$/, /^-[BC](.*)$/s],
];

/** Lists values of options and variables that may name a program: `CC=./g`. */
export function givenValues({ words: [, ...words], environment }: CommandEffect): readonly string[] {
  const joined = words.flatMap(({ pattern }) => {
    const [, option = "", value] = /^(?:--?([\w.-]+)|[A-Za-z_]\w*)=(.+)$/s.exec(pattern) ?? [];
    return value === undefined || ofData.test(option) ? [] : value;
  });
  const variables = Object.entries(environment).flatMap(([variable, value]) =>
    value === null || /^(?:HOME|PATH|PWD|OLDPWD|SHELL|USER|LANG|TERM)$/.test(variable) ? [] : value,
  );
  return [...joined, ...variables];
}

/** Options for what a program works on, writes or reports. */
const ofData =
  /^(?:o|out\w*|output[\w-]*|include|exclude|ignore[\w-]*|in|input|src|source|files?|paths?|cov[\w-]*|report[\w-]*|log[\w-]*|ext|stdin[\w-]*|name|target|dir\w*|root\w*|cwd|junitxml|diff|data|body|message)$/i;

/** Variables whose value is a file with settings, or code that is loaded first. */
const configuring = /CONFIG(?!_DIR)|PLUGIN|PRELOAD|_?RC$|_OPT(?:ION)?S$|_STARTUP$|STARTUP_FILE$/;

/** Words with which a program that usually only converts or compiles runs a file. */
const runsFiles = /^(?:--?shell-escape|--?enable-write18|--?script|--(?:lua-)?filter(?:=.*)?)$/;

/** A shell with a file, in one word or several: `cmake -E env sh x`, `go run -exec "sh x" .`. */
const startsShell = /^(?:\S*\/)?(?:ba|da|z|k|a)?sh(?:\s+\S|$)/;

/** Programs that check, format, compile, copy, send or show files. Shells are here because the commands of a script are reported themselves. */
const tools: ReadonlySet<string> = new Set(
  [
    "sh bash zsh dash ash ksh mksh fish csh tcsh source . exec eval command builtin env sudo doas nohup setsid time timeout nice ionice stdbuf xargs",
    "eslint oxlint biome prettier dprint stylelint tsc tsgo vue-tsc svelte-check tslint standard xo rome jshint jscs esbuild swc terser uglifyjs babel rollup webpack vite",
    "ruff flake8 pylint mypy pyright basedpyright pyre pytype black isort autopep8 yapf autoflake pyupgrade bandit pydocstyle vulture radon py_compile compileall",
    "rustc rustfmt clippy-driver cargo gofmt goimports go golangci-lint staticcheck gcc g++ cc c++ cpp clang clang++ clang-format clang-tidy cppcheck ld as nasm yasm ar nm objdump strip",
    "javac kotlinc ktlint google-java-format checkstyle scalac ghc swiftc swiftformat swiftlint dotnet csc mcs rubocop shfmt shellcheck bashate checkbashisms hadolint actionlint yamllint",
    "markdownlint cspell codespell typos protoc buf thrift dot mmdc pandoc asciidoctor latex pdflatex xelatex tectonic typst",
    "chmod chown chgrp mv install ln link rsync scp sftp tar gtar bsdtar zip unzip gzip gunzip bzip2 xz zstd 7z 7za 7zz cpio ar jar split csplit dos2unix unix2dos iconv truncate",
    "curl wget http https gh glab hub kubectl helm docker podman docker-compose terraform aws gcloud az gsutil psql mysql open xdg-open start",
    "code cursor subl nano emacs vi vim nvim view micro hx patch ed cloc scc tokei wc ctags cscope graphviz xclip pbcopy wl-copy clip tmux screen kill pkill wait",
    // Readers follow what these load.
    "npm npx pnpm pnpx yarn bunx make gmake just task pytest py.test tox nox jest vitest mocha ava tap playwright cypress turbo nx lerna uv poetry pdm hatch rye pipenv pip pip3",
  ].flatMap((line) => line.split(" ")),
);
