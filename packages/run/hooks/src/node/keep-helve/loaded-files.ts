/** Finds files of the session that a program may load without naming them: `NODE_PATH=lib node …`. */
import type { CommandEffect, CommandWord, FileData } from "@helve/effects";
import { textsOfFile } from "@helve/effects";
import { codeOptions, givenValues, leavesCodeAlone, runtimeKind, wordsUpToScript } from "./code-programs.ts";
import { filesNamedIn, isGitHook } from "./later-files.ts";
import { filesNamed, keyOf, type Places } from "./named-files.ts";
import { knownModules } from "./python-modules.ts";
import { isTestOf } from "./test-files.ts";
import { programName } from "./words.ts";

/**
 * The keys of the written files that a command may load.
 *
 * @param files - what the session wrote, by the keys of `fileKey`
 */
export function loadedFiles(
  command: CommandEffect,
  files: ReadonlyMap<string, FileData>,
  places: Places,
): readonly string[] {
  const name = programName(command.words[0]);
  const keys = command.elsewhere ? [] : keysOf(files);
  const isRead = command.isModeled && command.code === undefined;
  const found = new Set<string>(
    keys.filter(
      (key) =>
        (!isRead && isDependency.test(key)) ||
        isFoundBy(command, key) ||
        isExample(key, command) ||
        (!isRead && isTestOf(command, key)),
    ),
  );
  const add = (more: readonly string[]): void => {
    for (const key of more) found.add(key);
  };
  if (name === "git") add(keys.filter(isGitHook));
  if (looksInFolder.test(name) || runtimeKind(name) === "python") add(modulesBeside(command, keys, places));
  for (const folder of movedHomes(command, places)) {
    const isProject = keyOf(folder, command, places) === "";
    add(isProject ? keys : filesNamed(folder, keys, { command, places, isFolder: true, isModule: false }));
  }
  if (keys.length > 0 && isRead) {
    for (const text of withWords([...codeOptions(name, command), ...givenValues(command)]))
      add(filesNamed(text, keys, { command, places, isFolder: false, isModule: false }));
  }
  if (keys.length === 0 || isRead) return [...found];
  // `npx ./k` runs the program of the package in the folder `k`.
  if (command.words[0]?.text?.includes("/"))
    add(filesNamed(command.words[0].text, keys, { command, places, isFolder: true, isModule: false }));
  if (leavesCodeAlone(name, command)) {
    for (const text of withWords(givenValues(command)))
      add(filesNamed(text, keys, { command, places, isFolder: false, isModule: false }));
    const texts = withWords(codeOptions(name, command));
    for (const text of texts) add(filesNamed(text, keys, { command, places, isFolder: true, isModule: true }));
    // Only files directly in the project's folder.
    if (texts.some((text) => keyOf(text, command, places) === "")) add(keys.filter((key) => !key.includes("/")));
    return [...found];
  }
  const runtime = runtimeKind(name);
  const configured = runtime === undefined ? [] : keys.filter((key) => loadedAlways[runtime].test(key));
  for (const piece of piecesOf(command, runtime !== undefined)) {
    const named = filesNamed(piece.text, keys, {
      command,
      places,
      isFolder: piece.isFolder,
      isModule: runtime !== undefined || looksInFolder.test(name),
    });
    add(named);
    if (!piece.isCode) configured.push(...named);
    if (runtime === "javascript") add(filesOfPackage(piece.text, keys, files));
  }
  add(configured);
  const isPacked = runtime === "python" && command.words.some(({ pattern }) => packed.test(pattern));
  if (isPacked) add(keys.filter((key) => /\.pyw?$/.test(key)));
  // A runtime reads the code on its standard input itself.
  for (const { path } of runtime === undefined ? (command.inputFiles ?? []) : [])
    add(keys.filter((key) => key === path));
  const served = filesServed(name, command);
  if (served !== undefined) add(keys.filter((key) => served.test(key)));
  if (runtime !== undefined) for (const key of configured) add(filesInText(key, files));
  return [...found];
}

/** Lists the written files that the words of a command name. */
export function filesOfWords(command: CommandEffect, keys: readonly string[], places: Places): readonly string[] {
  return piecesOf(command, false).flatMap(({ text }) =>
    filesNamed(text, keys, { command, places, isFolder: false, isModule: false }),
  );
}

/** Returns the keys of existing files. */
export function keysOf(files: ReadonlyMap<string, FileData>): readonly string[] {
  return [...files].flatMap(([key, { missing }]) => (missing === true || key.endsWith("/**") ? [] : [key]));
}

/** Files of installed packages, which any program may load: also one whose own package has another name. */
const isDependency = /(?:^|\/)(?:node_modules|site-packages|dist-packages|bower_components|vendor\/bundle)\//;

/** The folders in which a program looks for the settings of its user, where a command moves them: `HOME=d git x`. */
function movedHomes({ environment }: CommandEffect, { home }: Places): readonly string[] {
  return Object.entries(environment).flatMap(([variable, value]) =>
    settingsFolders.test(variable) && value !== null && value !== home ? [value] : [],
  );
}

const settingsFolders =
  /^(?:HOME|USERPROFILE|XDG_CONFIG_\w+|GIT_TEMPLATE_DIR|ZDOTDIR|GOPATH|COMPILER_PATH|TEXMFCNF|\w+_PREFIX|npm_config_\w+|(?!(?:PROJECT|APP|REPO|WORKSPACE|SRC|SOURCE|BUILD|PYTHON)_?)\w+_?(?:HOME|ROOT)|GO(?:ROOT|TOOLDIR)|\w+_(?:CONFIG|PLUGINS?)_?(?:DIR|PATH)?)$/;

/** Whether a command runs the examples in a document: `pytest --doctest-glob='*.md'`. */
function isExample(key: string, { words }: CommandEffect): boolean {
  return (
    /\.(?:py|txt|md|rst|ipynb)$/.test(key) &&
    words.some(({ pattern }) => /doctest|markdown-docs|codeblocks|nbval|nbmake|nbclient|papermill/.test(pattern))
  );
}

/** Whether a command may start a file by name, because its folder may be searched. */
function isFoundBy({ words, directory, environment, isModeled }: CommandEffect, key: string): boolean {
  const file = key.replace(/^.*\//s, "");
  const name = programName(words[0]);
  const path = environment["PATH"];
  // A name that no catalogue has may be a function, which zsh and ksh load from folders of their own.
  const isSearched =
    (!isModeled && words[0]?.text === name) ||
    path === null ||
    environment["*"] === null ||
    environment["GIT_EXEC_PATH"] !== undefined ||
    /(?:^|:)(?:[^/:~][^:]*|\.?)(?=:|$)|\*/.test(path ?? "");
  if (isSearched && (file === name || (name === "git" && words.some(({ text }) => file === `git-${text ?? ""}`))))
    return true;
  return words.slice(0, 20).some(({ text, pattern, target, isCode }) => {
    if (isCode === true) return directory === null && pattern.includes(file);
    const isUnknown =
      target === null &&
      (directory === null || text === null || throughProcess.test(text) || throughProcess.test(directory));
    // `find w.sh -execdir sh {} +` starts the file in its folder.
    const isFound = directory !== "" && pattern.endsWith("/**");
    return (isUnknown || isFound) && pattern.replace(/\/\*\*$/, "").replace(/^.*\//s, "") === file;
  });
}

/** Paths that lead to the folder of a process. */
const throughProcess = /^\/proc\/[^/]+\/(?:cwd|root|task)(?:\/|$)/;

/** Lists the files that a started server runs on request. */
function filesServed(name: string, { words }: CommandEffect): RegExp | undefined {
  const has = (pattern: RegExp): boolean => words.some(({ text }) => pattern.test(text ?? ""));
  if (/^php/.test(name) && has(/^-S/)) return /\.php$/;
  return has(/^--cgi$/) ? /(?:^|\/)(?:cgi-bin|htbin)\// : undefined;
}

/** Files that may hold any module of the session: compiled ones and archives. */
const packed = /\.(?:py[cozd]|pyz|zip|egg|whl)$/;

/** Files that a runtime loads by their names. */
const loadedAlways: Readonly<Record<"javascript" | "python" | "other", RegExp>> = {
  javascript: /(?:^|\/)node\.config\.json$/,
  python: /(?:^|\/)(?:sitecustomize|usercustomize)\.py$|\.pth$/,
  other: /^$/,
};

/** Programs of Python that look for modules in the folder where they run, as `python3 -m` does. */
const looksInFolder =
  /^(?:pytest|py\.test|flask|uvicorn|hypercorn|gunicorn|daphne|celery|streamlit|django-admin|scrapy|locust|alembic|ipython|salt-call|jupyter[\w-]*)$/;

/** Lists files beside a Python script that replace a module of the same name. */
function modulesBeside(command: CommandEffect, keys: readonly string[], places: Places): readonly string[] {
  const isRuntime = runtimeKind(programName(command.words[0])) === "python";
  const script = isRuntime ? (wordsUpToScript(command.words.slice(1)).at(-1)?.pattern ?? "") : "";
  const folder = /\//.test(script) && !/\s/.test(script) ? script.replace(/\/[^/]*$/, "") : ".";
  const key = keyOf(folder, command, places);
  const start = key === undefined || key === "" ? "" : `${key}/`;
  const isKnown = knownModules(places);
  return keys.filter((each) => {
    const [, module] =
      (each.startsWith(start) ? /^(\w+)(?:\/__init__)?\.py$/.exec(each.slice(start.length)) : null) ?? [];
    return module !== undefined && isKnown(module);
  });
}

/** A part of a command that may name a file. */
interface Piece {
  readonly text: string;
  /** Whether all files of a folder count that it names. */
  readonly isFolder: boolean;
  /** Whether it is a text in code. */
  readonly isCode: boolean;
}

/** Splits a command into the parts that may name files, without the data of a script. */
function piecesOf(command: CommandEffect, isRuntime: boolean): readonly Piece[] {
  const [, ...words] = command.words;
  const variables = Object.entries(command.environment).flatMap(([variable, value]) =>
    value === null || /^(?:HOME|PATH|PWD|OLDPWD|SHELL|USER|LANG|TERM)$/.test(variable) ? [] : [value],
  );
  const code =
    command.code === undefined ? undefined : { text: null, pattern: command.code, target: null, isCode: true as const };
  const given = code !== undefined ? [code] : isRuntime ? wordsUpToScript(words) : words;
  return [
    ...given.flatMap((word) =>
      piecesOfWord(word).map((text) => ({ text, isFolder: true, isCode: word.isCode === true })),
    ),
    ...variables.flatMap((value) => value.split(inWord).map((text) => ({ text, isFolder: true, isCode: false }))),
    ...linesOf(command.input).map((text) => ({ text, isFolder: false, isCode: false })),
  ].filter(({ text }) => /\w|^\.{1,2}\/?$/.test(text) && text.length <= longestName);
}

/** Splits a program's standard input into lines; only the first 10,000 characters are read. */
function linesOf(input = ""): readonly string[] {
  return input
    .slice(0, 10_000)
    .split(/[\n\0]/)
    .map((line) => line.trim());
}

/** Adds the words inside values. */
function withWords(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => [value, ...value.split(inWord)]);
}

const inWord = /[=:,;|&<>()"'`\s@]+/;
const longestName = 500;

/** Lists the names in a word: string literals of code, or parts of an option. */
function piecesOfWord({ pattern, isCode }: CommandWord): readonly string[] {
  if (isCode === true) {
    const texts = [...pattern.matchAll(/(["'`])([^"'`\n]{1,200})\1/g)].map(([, , text = ""]) => text);
    const paths = importing.test(pattern) ? texts : texts.filter((text) => /[./]/.test(text));
    const modules = movesSearch.test(pattern)
      ? [...pattern.matchAll(/\b(?:import|from)[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*)/g)].flatMap(([, names = ""]) =>
          names.split(/[ \t]*,[ \t]*/),
        )
      : [];
    return [...paths, ...modules];
  }
  const [, value = ""] = /^-[A-Za-z]([\w./~].*)$/s.exec(pattern) ?? [];
  return [...new Set([pattern, ...pattern.split(inWord), ...value.split(inWord)])];
}

/** Matches code that changes where modules are found. */
const movesSearch = /sys\.path|addsitedir|PYTHONPATH|__path__|meta_path|path_hooks/;

/** Matches code that loads modules by names in texts. */
const importing =
  /import_module|__import__|importlib|runpy|pkgutil|\bimp\b|[Ll]oader|require|import\s*\(|runMain|_load\b|Worker|fork/;

/** The files that a written `package.json` names together with the name of a module: by `imports`, `exports`, `name` or `main`. */
function filesOfPackage(
  name: string,
  keys: readonly string[],
  files: ReadonlyMap<string, FileData>,
): readonly string[] {
  const [first = ""] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
  return keys
    .filter((key) => /(?:^|\/)package\.json$/.test(key))
    .filter((key) =>
      textsOfFile(files.get(key)).some((text) => [name, first].some((each) => text.includes(`"${each}`))),
    )
    .flatMap((key) => filesInText(key, files));
}

/** The files whose names a written text has, which configures what is loaded: `.env`, `package.json`. */
function filesInText(key: string, files: ReadonlyMap<string, FileData>): readonly string[] {
  return isConfiguration(key) ? filesNamedIn(key, files) : [];
}

/** Whether a file only configures which code is loaded. */
export function isConfiguration(key: string): boolean {
  return configuring.test(key);
}

const configuring =
  /(?:^|\/)(?:\.[^/.]+|[^/.]+)$|\.(?:json|jsonc|toml|ini|cfg|conf|env|ya?ml|pth|txt|properties|config|xml|plist|hcl)$/;
