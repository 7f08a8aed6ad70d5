/** Readers of effects: a reader lists what a text of one language does, and reads code inside it with the other readers. */
import type { Effect, Origin } from "./effects.ts";
import type { ExecutionState, KnownData } from "./execution-state.ts";
import { hiddenCharacterEffect } from "./hidden-characters.ts";

/**
 * Reads what a text of one language does: `shell`, `python`, or a reader of your own.
 *
 * @example
 * const csv: EffectReader = { name: "csv", read: () => ({ effects: [] }) };
 */
export interface EffectReader {
  /** The language's name, by which texts of other languages refer to it: `shell`, `python`. */
  readonly name: string;
  /**
   * The effects of a text, in its order. Never throws: what can't be read is an effect of kind `anything`.
   *
   * @param context - where the text runs; omitted members are unknown
   */
  read(text: string, context?: EffectContext): Effects;
  /**
   * The effects of a program that is started with words, without a shell: `subprocess.run([…])`. Only the reader of a shell has it,
   * since it knows programs.
   *
   * @param words - the program and its arguments
   */
  readProgram?(words: readonly ProgramWord[], context: EffectContext): Effects;
}

/** A word of a program that is started: its text, in which `null` stands for each unknown part. */
export interface ProgramWord {
  readonly parts: readonly (string | null)[];
  /** It may be any number of words. */
  readonly isSeveral?: boolean;
}

/** The effects of a shell command or a program, as plain JSON in the order of the text. */
export interface Effects {
  readonly effects: readonly Effect[];
  /**
   * The changes of the text for later code: the working directory, variables, written files. Only the changes are
   * listed. Without it, the text changes nothing that later code depends on.
   */
  readonly after?: ExecutionState;
}

/**
 * Creates the reader of a language. It can read code of its own language inside the text. If the text is not nested in other code, a Markdown
 * fence around it is removed.
 *
 * @param read - the effects of a text; `context.languages` includes the reader itself
 */
export function createReader(
  name: string,
  read: (text: string, context: EffectContext) => Effects,
  readProgram?: EffectReader["readProgram"],
): EffectReader {
  const reader: EffectReader = {
    name,
    readProgram: readProgram && ((words, context) => readProgram(words, withReader(context))),
    read(text, context) {
      if (typeof text !== "string") return unknownEffects(`the code must be a string (got ${typeof text})`, "");
      const own = withReader(context);
      try {
        return own.nesting === undefined ? readInsideFence(text, (code) => read(code, own)) : read(text, own);
      } catch (error) {
        // Code that is nested deeply may exhaust the stack.
        if (error instanceof RangeError) return unknownEffects("the code is nested too deeply", text);
        throw error;
      }
    },
  };
  const withReader = (context: EffectContext | undefined): EffectContext => ({
    ...context,
    languages: { [name]: reader, ...context?.languages },
  });
  return reader;
}

/** Readers by the names of their languages: `{ shell, python }`. */
export type Languages = Readonly<Record<string, EffectReader>>;

/**
 * Where a text runs, and the state that earlier or surrounding code left. A caller passes it to a reader, and a reader passes
 * it to the reader of another language for code inside its text: `python3 -c "…"`, `os.system("…")`.
 */
export interface EffectContext extends ExecutionState {
  /** The absolute directory to which relative paths in the effects refer. The text starts in `directory`, relative to it. */
  readonly workingDirectory?: string | undefined;
  /** The home directory, for `~` and `$HOME`; without it, paths in it begin with `~`. */
  readonly home?: string | undefined;
  /** The data on standard input. Without it, a person types the input. */
  readonly standardInput?: KnownData | undefined;
  /**
   * The languages that code inside the text may have. Code of a language that is missing here is not read: it is an
   * effect of kind `anything`.
   */
  readonly languages?: Languages | undefined;
  /** Whether each program that is started is an effect of kind `command`, besides what it does; default: no. */
  readonly reportsCommands?: boolean | undefined;
  /** The words that follow a program's name, if code starts it: `a` in `python3 x.py a`. Without them, a person types them. */
  readonly programArguments?: readonly KnownData[] | undefined;
  /** Internal: where the unknown parts of a text come from, which are U+FFFF and U+FFFE in it; default: unknown. */
  readonly holes?: readonly Origin[] | undefined;
  /** Internal: the variables of the environment that the code around has set for this program. What follows from them is an effect. */
  readonly assigned?: ReadonlyMap<string, KnownData> | undefined;
  /** Internal: how deep the text is nested in others, and how much work is left. Readers pass theirs on to `readCode`. */
  readonly nesting?: Nesting | undefined;
}

/**
 * The limits that readers share when they call each other, so that nested code such as `python -c "os.system('…')"` takes no
 * more time than a single text.
 */
export interface Nesting {
  /** How many texts surround the text that is read. */
  readonly depth: number;
  /** How much work may still be done, in steps of about ten microseconds. */
  readonly work: { left: number };
}

/** Texts that are nested deeper than this are not read. */
export const deepestNesting = 4;

/** The nesting of a text that is inside no other text. Its work takes at most a few hundredths of a second. */
export function outermostNesting(): Nesting {
  return { depth: 0, work: { left: 5000 } };
}

/**
 * The nesting with which `readCode` reads an outermost text with less work than usual. A text that needs more is not read to its end,
 * so that it has an effect of kind `anything`.
 *
 * @param work - the most work, in steps of about ten microseconds
 */
export function limitedNesting(work: number): Nesting {
  return { depth: outermostNesting().depth - 1, work: { left: work } };
}

/**
 * Reads code by the name of its language. For code inside the text that a reader reads, the reader passes its own
 * `nesting`: the program of `python3 -c "…"`, the command of `os.system("…")`. Code without `nesting` may be enclosed in one
 * Markdown fence, which is not part of it.
 *
 * @param language - a key of `context.languages`
 * @returns effects with positions in `code`; one of kind `anything` when the language was not passed
 */
export function readCode(language: string, code: string, context: EffectContext): Effects {
  const { languages, nesting } = context;
  const reader = languageNamed(language, languages);
  if (reader === undefined) {
    return unknownEffects(unreadCode(language), code);
  }
  const inner = nesting === undefined ? context : { ...context, nesting: nestedIn(nesting) };
  const isOutermost = nesting === undefined || nesting.depth < outermostNesting().depth;
  if (!isOutermost) return reader.read(code, inner);
  const read = readInsideFence(code, (inside) => reader.read(inside, inner));
  const hidden = hiddenCharacterEffect(code, language);
  return hidden === undefined ? read : { ...read, effects: [hidden, ...read.effects] };
}

/** Reads a program that is started with words: see `EffectReader.readProgram`. */
export function readProgram(words: readonly ProgramWord[], context: EffectContext): Effects {
  const { languages, nesting } = context;
  const reader = languageNamed("shell", languages);
  if (reader?.readProgram === undefined) return unknownEffects(unreadCode("shell"), "");
  return reader.readProgram(words, nesting === undefined ? context : { ...context, nesting: nestedIn(nesting) });
}

/** The reason why code of a language without a reader is unknown, and how to add the reader. */
export function unreadCode(language: string): string {
  return `${language} code that is not read: pass languages: { ${language} }`;
}

/** The nesting of code one level deeper, with the same work budget. */
function nestedIn({ depth, work }: Nesting): Nesting {
  return { depth: depth + 1, work };
}

/** The reader of a language; `undefined` when it was not passed. */
export function languageNamed(name: string, languages: Languages = {}): EffectReader | undefined {
  return Object.hasOwn(languages, name) ? languages[name] : undefined;
}

/** The effects of a text that can't be read: anything may happen. */
export function unknownEffects(reason: string, text: string): Effects {
  return { effects: [{ kind: "anything", certainty: "unknown", by: "", start: 0, end: text.length, reason }] };
}

/** Matches the first line of a fence, with the name of a language that a shell would not run as a program. */
const opening =
  /^\s*(`{3,}|~{3,})[ \t]*(?:py|python|python3|ipython|bash|sh|shell|zsh|console|js|javascript|ts|typescript|node|powershell|pwsh|ps1|cmd|bat|batch|sql)?[ \t]*\r?\n/i;

/**
 * Reads code that a model wrapped in one Markdown fence: `read` gets what is inside, and its effects get their positions in the whole
 * text. A text without a fence, or with more than one, is read as it is. The fence need not be closed.
 */
function readInsideFence<Result extends { readonly effects: readonly Effect[] }>(
  text: string,
  read: (code: string) => Result,
): Result {
  const inside = codeInFence(text);
  if (inside === undefined) return read(text);
  const { code, start } = inside;
  const result = read(code);
  const effects = result.effects.map((effect) => ({ ...effect, start: effect.start + start, end: effect.end + start }));
  return { ...result, effects };
}

/** The code inside the fence that encloses a text, and where it begins. */
function codeInFence(text: string): { readonly code: string; readonly start: number } | undefined {
  const [line, marker] = opening.exec(text.slice(0, 200)) ?? [];
  if (line === undefined || marker === undefined) return;
  const start = line.length;
  const rest = text.slice(start);
  const lines = rest.split("\n");
  const isFence = (each: string): boolean => each.trim().startsWith(marker.slice(0, 3));
  const first = lines.findIndex(isFence);
  if (first === -1) return { code: rest, start };
  const isLast = lines.slice(first + 1).every((each) => each.trim() === "");
  const closes = /^(`+|~+)$/.test(lines[first]?.trim() ?? "");
  if (!isLast || !closes) return;
  const end = lines.slice(0, first).reduce((length, each) => length + each.length + 1, 0);
  return { code: rest.slice(0, end), start };
}
