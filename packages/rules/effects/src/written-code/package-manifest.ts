/** Reads the commands and dependencies of a package manifest, such as `postinstall` in package.json. */

/** The scripts that a package manager runs when somebody installs the package. */
const installScripts = ["preinstall", "install", "postinstall"];

/** Programs of packages that installations often run. */
const usualPrograms =
  /^(husky|patch-package|prisma|simple-git-hooks|lefthook|electron-builder|node-gyp-build|node-gyp|prebuild-install|tsc|nuxt|nuxi|next|svelte-kit|lerna|patch|playwright|ngcc|wxt|expo|tsx?|panda|astro|fumadocs-mdx|msw|is-ci|only-allow|rimraf|cypress)$/;

/** The commands of all scripts in the text of a `package.json`; for text that is only a part of one, the values that follow names. */
export function commandsInManifest(text: string): readonly string[] {
  return [...scriptsIn(text).values()];
}

/** Keys of `package.json` with addresses for people. */
const addressForPeople = /^(url|homepage|bugs|repository|funding|author|license|\$schema|documentation|web|email)$/;

/** The addresses from which dependencies come, instead of a registry. */
export function dependencyAddresses(text: string): readonly string[] {
  const whole = parsed(text);
  const entries =
    whole === undefined
      ? textPairs(text)
      : Object.entries(Object(whole))
          .filter(([name]) => /[dD]ependencies$|^(overrides|resolutions|pnpm)$/.test(name))
          .flatMap(([, value]) => textPairs(JSON.stringify(value)));
  return entries.flatMap(([name, value]) =>
    addressForPeople.test(name) || !/^(git\+)?(https?|ssh|git):/.test(value) ? [] : [value],
  );
}

/** The script that runs at installation and does more than call the usual program of a package. */
export function installScript(text: string): string | undefined {
  const scripts = scriptsIn(text);
  return installScripts
    .flatMap((name) => scripts.get(name)?.trim() || [])
    .find((command) => !command.split(/&&|\|\||;/).every((part) => isUsual(part.trim())));
}

/** Whether a script of a package runs only usual programs, such as `npm run build`. */
function isUsual(command: string): boolean {
  const [program = "", second = ""] = command.split(/\s+/);
  if (/^(npx|npm|pnpm|yarn|bun)$/.test(program))
    return usualPrograms.test(second) || /^(run|build|-r|i|install)$/.test(second);
  return usualPrograms.test(program) || /^(echo|exit|true)$/.test(program);
}

/** The scripts by name. */
function scriptsIn(text: string): ReadonlyMap<string, string> {
  const whole = parsed(text);
  const entries = whole === undefined ? partialEntries(text) : Object.entries(Object(Object(whole).scripts));
  return new Map(entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])));
}

/** Parses JSON; `undefined` if it is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return;
  }
}

/** The version or the address of a dependency. */
const version = /^[\^~<>=*\d]|^(?:workspace|npm|file|link|catalog|git|github|https?):/;

/** The pairs of texts in a part of a JSON text: what an edit inserts. */
function partialEntries(text: string): readonly (readonly [string, string])[] {
  return textPairs(text).filter(([, value]) => !version.test(value));
}

/** The pairs of a name and a text in a JSON text or a part of one. */
function textPairs(text: string): readonly (readonly [string, string])[] {
  return [...text.matchAll(/"([\w:@/.-]{1,80})" ?: ?"((?:[^"\\\n]|\\.){0,4000})"/g)].map(
    ([, name = "", value = ""]) => [name, value.replaceAll(/\\(.)/g, "$1")] as const,
  );
}
