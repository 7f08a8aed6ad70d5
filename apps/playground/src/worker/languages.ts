/** The readers of languages. Each is loaded when code first needs it: also code inside other code, such as `python3 -c "…"`. */
import { type EffectReader, type Languages, type SyntaxTreeResult, unknownEffects } from "@helve/effects";
import { lazy } from "./load.ts";

interface LanguageCode {
  readonly reader: EffectReader;
  readonly tree?: (text: string) => SyntaxTreeResult;
}

const codeOf: ReadonlyMap<string, ReturnType<typeof lazy<LanguageCode>>> = new Map([
  [
    "shell",
    lazy(async () => {
      const { shell, shellTree } = await import("@helve/effects/shell");
      return { reader: shell, tree: shellTree };
    }),
  ],
  [
    "python",
    lazy(async () => {
      const { python, pythonTree } = await import("@helve/effects/python");
      return { reader: python, tree: pythonTree };
    }),
  ],
  [
    "javascript",
    lazy(async () => {
      const { javascript, javascriptTree } = await import("@helve/effects/javascript");
      return { reader: javascript, tree: javascriptTree };
    }),
  ],
  ["sql", lazy<LanguageCode>(async () => ({ reader: (await import("@helve/effects/sql")).sql }))],
  ["powershell", lazy<LanguageCode>(async () => ({ reader: (await import("@helve/effects/powershell")).powershell }))],
  ["cmd", lazy<LanguageCode>(async () => ({ reader: (await import("@helve/effects/powershell")).cmd }))],
]);

const missing = new Set<string>();
let current = createLanguages();

/** Returns the readers of all languages, as a new object after one was loaded, to invalidate caches. */
export function currentLanguages(): Languages {
  return current;
}

function createLanguages(): Languages {
  return Object.fromEntries([...codeOf].map(([name, code]) => [name, readerOf(name, code)]));
}

/** Creates a reader that loads its language when it is first used. */
function readerOf(name: string, code: ReturnType<typeof lazy<LanguageCode>>): EffectReader {
  const loaded = code.loaded();
  if (loaded !== undefined) return loaded.reader;
  return {
    name,
    read(text) {
      missing.add(name);
      return unknownEffects(`the reader of ${name} is not loaded`, text);
    },
  };
}

/** Runs a function with the readers. If the function needed a reader that was not loaded, it runs again when the reader is loaded. */
export async function withLanguages<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    missing.clear();
    const result = await work();
    if (missing.size === 0) return result;
    for (const name of [...missing]) await codeOf.get(name)?.();
    current = createLanguages();
  }
}

/** Parses code to its tree; `undefined` for a language without a parser that returns one. */
export async function treeOf(language: string, code: string): Promise<SyntaxTreeResult | undefined> {
  return (await codeOf.get(language)?.())?.tree?.(code);
}
