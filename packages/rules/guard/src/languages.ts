/** The readers of all languages, each loaded when a text of its language is read first: most calls need one or two of them. */
import { type EffectReader, type Effects, type Languages, unknownEffects } from "@helve/effects";

const loaders: Readonly<Record<string, () => Promise<EffectReader>>> = {
  shell: async () => (await import("@helve/effects/shell")).shell,
  python: async () => (await import("@helve/effects/python")).python,
  javascript: async () => (await import("@helve/effects/javascript")).javascript,
  php: async () => (await import("@helve/effects/php")).php,
  go: async () => (await import("@helve/effects/go")).go,
  sql: async () => (await import("@helve/effects/sql")).sql,
  powershell: async () => (await import("@helve/effects/powershell")).powershell,
  cmd: async () => (await import("@helve/effects/powershell")).cmd,
};

const loaded = new Map<string, EffectReader>();

/** The names of all languages that Helve reads: `shell`, `python`, … */
export const allLanguages: readonly string[] = Object.keys(loaders);

/**
 * Loads the readers of languages before a call needs them.
 *
 * @param names - by default all
 * @throws RangeError for an unknown name; the error of `import` if a reader can't be loaded
 * @example
 * await loadLanguages(["shell", "python"]);
 */
export async function loadLanguages(names: Iterable<string> = allLanguages): Promise<void> {
  await Promise.all(
    Array.from(names, async (name) => {
      if (loaded.has(name)) return;
      const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
      if (load === undefined) {
        throw new RangeError(`there is no language "${name}": expected one of ${allLanguages.join(", ")}`);
      }
      loaded.set(name, await load());
    }),
  );
}

/**
 * Runs a function with the readers of all languages. If the function reads a language that is not loaded yet, it runs again with that language, so it
 * must have no effect before its result is used.
 *
 * @example
 * const effects = await withLanguages(async (languages) => describeEffects(action, { ...policy, languages }));
 */
export async function withLanguages<Result>(work: (languages: Languages) => Promise<Result>): Promise<Result> {
  for (;;) {
    if (loaded.size === allLanguages.length) {
      // The same object each time, by which others keep what they have read.
      all ??= languagesOnDemand(new Set());
      return work(all);
    }
    const missing = new Set<string>();
    const result = await work(languagesOnDemand(missing));
    if (missing.size === 0) return result;
    await loadLanguages(missing);
  }
}

/** The readers of all languages, once they are loaded. */
let all: Languages | undefined;

/**
 * The readers of all languages. One that is not loaded adds its name to `missing` when it is used, and finds that anything may happen.
 *
 * @param missing - receives the names
 */
export function languagesOnDemand(missing: Set<string>): Languages {
  return Object.fromEntries(
    allLanguages.map((name) => {
      const unread = (text: string): Effects => {
        missing.add(name);
        return unknownEffects(`the reader of ${name} is not loaded`, text);
      };
      const placeholder: EffectReader = { name, read: unread, readProgram: () => unread("") };
      return [name, loaded.get(name) ?? placeholder];
    }),
  );
}
