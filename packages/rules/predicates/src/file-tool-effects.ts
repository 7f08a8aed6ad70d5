/** Lists the effects of tools that take file names, such as `Files.Write`. */
import type { Effect, KnownData, PathUse, Target } from "@helve/effects";
import { fileKey, followLinks, LayeredMap, writeConsequences } from "@helve/effects";
import { argumentTarget } from "./argument-target.ts";
import { argumentValues } from "./argument-values.ts";
import { describeType } from "./describe-type.ts";
import { type ActionEffects, type EffectsInput, type EffectsPart, unknownPart } from "./effects-part.ts";
import type { ArgumentReference, EditUse, ToolUse } from "./tool-use.ts";

/** The uses of arguments that name files. */
export type FileUse = Exclude<
  ToolUse,
  | { readonly code: string }
  | { readonly patch: string }
  | { readonly fetch: string }
  | { readonly remote: string }
  | { readonly skill: string }
>;

/** The effects of a tool that reads, writes, edits, deletes, moves, copies, lists or searches files. */
export function fileToolEffects(use: FileUse, called: EffectsInput): ActionEffects {
  const input: FileInput = { ...called, pathUse: "delete" in use || "move" in use ? "entry" : "content" };
  if ("read" in use)
    return eachFile(use.read, input, { effectsOf: (target) => [{ kind: "read", target, recursive: false }] });
  if ("list" in use)
    return eachFile(use.list, input, { effectsOf: (target) => [{ kind: "list", target, recursive: false }] });
  if ("search" in use)
    return eachFile(use.search, input, { effectsOf: (target) => [{ kind: "read", target, recursive: true }] });
  if ("delete" in use)
    return eachFile(use.delete, input, { effectsOf: (target) => [{ kind: "delete", target, recursive: true }] });
  if ("create" in use) {
    return eachFile(use.create, input, { effectsOf: (target) => writeTo(target, { mode: "create", from: [] }, input) });
  }
  if ("write" in use) {
    const mode = use.mode ?? "replace";
    const contentOf = (target: Target, { index }: PathPlace): KnownData | undefined => {
      const text = textAt(use.content, index, input);
      return mode === "replace" ? { from: [], text } : appended(knownFile(target, input), text);
    };
    const effectsOf = (target: Target | null, place: PathPlace) => {
      const whole = target === null ? undefined : contentOf(target, place);
      const content = whole?.text === undefined ? { from: [], text: textAt(use.content, place.index, input) } : whole;
      return writeTo(target, { mode, from: [{ kind: "literal" }], content }, input);
    };
    return eachFile(use.write, input, { effectsOf, contentOf });
  }
  if ("edit" in use) {
    const contentOf = (target: Target, place: PathPlace): KnownData | undefined => edited(target, use, place, input);
    const effectsOf = (target: Target | null, place: PathPlace) => {
      const whole = target === null ? undefined : contentOf(target, place);
      const content = whole?.text === undefined ? insertedText(use, place, input) : whole;
      return writeTo(target, { mode: "change", from: [{ kind: "literal" }], content }, input);
    };
    return eachFile(use.edit, input, { effectsOf, contentOf });
  }
  const destinations = argumentValues(input.args, use.to).map(({ value }) => targetOf(value, input, "content"));
  const [argument, isMove] = "move" in use ? [use.move, true] : [use.copy, false];
  const writtenTo = (index: number): Target | null => destinations[index] ?? destinations[0] ?? null;
  return eachFile(argument, input, {
    effectsOf: (target, { index }) => {
      const to = writtenTo(index);
      const content = target === null ? undefined : knownFile(target, input);
      if (isMove) return [{ kind: "move", target, to, recursive: true }, ...consequences(to, input, content)];
      const read = { kind: "read", target, recursive: true } as const;
      return [read, ...writeTo(to, { mode: "replace", from: [{ kind: "file", target }], content }, input)];
    },
    contentOf: (target) => knownFile(target, input),
    writtenTo,
  });
}

interface FileInput extends EffectsInput {
  readonly pathUse: PathUse;
}

type Distribute<Each> = Each extends Effect ? Omit<Each, "by" | "start" | "end" | "certainty"> : never;

/** An effect without the members that all effects of a tool have in common. */
export type ToolEffect = Distribute<Exclude<Effect, { kind: "anything" }>>;

/** The way in which a file is written. */
interface FileWrite extends Pick<Extract<Effect, { kind: "write" }>, "mode" | "from"> {
  /** The written content, or the whole content of the file afterwards, as far as it is known. */
  readonly content?: KnownData;
}

/** The effects of writing a file, and what follows from the write: `.git/hooks/pre-commit` runs later. */
export function writeTo(
  target: Target | null,
  { mode, from, content }: FileWrite,
  input: EffectsInput,
): readonly ToolEffect[] {
  return [{ kind: "write", target, recursive: false, mode, from }, ...consequences(target, input, content)];
}

/** Lists what follows from writing a file: code that runs later, and others. */
function consequences(
  target: Target | null,
  { policy, state }: EffectsInput,
  content: KnownData | undefined,
): readonly ToolEffect[] {
  const { languages } = policy.original;
  return writeConsequences(target, { ...policy.base, languages, files: state.files }, content).map((means) =>
    means.kind === "persist" ? { ...means, target } : means,
  );
}

/** Returns a part with the tool's effects on one argument. */
export function toolPart(tool: string, path: string, text: string, effects: readonly ToolEffect[]): EffectsPart {
  const common = { certainty: "certain", by: tool, start: 0, end: text.length } as const;
  return { path, text, effects: effects.map((effect) => ({ ...effect, ...common })) };
}

/** Which of the paths of an argument one is. */
interface PathPlace {
  readonly index: number;
  readonly count: number;
}

/** The operation of a tool on each file that an argument names. */
interface FileOperation {
  readonly effectsOf: (target: Target | null, place: PathPlace) => readonly ToolEffect[];
  /** The content after the call, if it is known. */
  readonly contentOf?: (target: Target, place: PathPlace) => KnownData | undefined;
  /** The file that has the content, if it is another file. */
  readonly writtenTo?: (index: number) => Target | null;
}

/** Lists the effects for each path in an argument, or for the working directory. */
function eachFile(
  argument: ArgumentReference,
  input: FileInput,
  { effectsOf, contentOf, writtenTo }: FileOperation,
): ActionEffects {
  const { tool, args } = input;
  const values = argumentValues(args, argument);
  if (values.length === 0) {
    const { directory = "" } = input;
    const target = directory === null ? null : { path: directory, glob: false, hidden: false, partial: false };
    const { effects } = toolPart(tool, "", "", effectsOf(target, { index: 0, count: 1 }));
    return { parts: [{ text: "", effects }] };
  }
  const files = new Map<string, KnownData>();
  const parts = values.map(({ value, path }, index) => {
    if (typeof value !== "string")
      return unknownPart(`the path at ${path} must be a string, not ${describeType(value)}`);
    const target = targetOf(value, input, input.pathUse);
    const written = writtenTo === undefined ? target : writtenTo(index);
    const place = { index, count: values.length };
    const content = target === null ? undefined : contentOf?.(target, place);
    if (content !== undefined && written !== null) files.set(written.path, content);
    return toolPart(tool, path, value, effectsOf(target, place));
  });
  return files.size === 0 ? { parts } : { parts, after: { files } };
}

/** The file that a path names, behind the links that earlier calls created. */
function targetOf(value: unknown, input: EffectsInput, use: PathUse): Target | null {
  const { policy, state } = input;
  const target = argumentTarget(value, input);
  if (state.links === undefined || state.links.size === 0) return target;
  return followLinks(target, use, new LayeredMap(state.links, (path) => fileKey(path, policy.base)));
}

/** Returns what the session knows of a file. */
function knownFile({ path }: Target, { state, policy }: EffectsInput): KnownData | undefined {
  return state.files?.get(fileKey(path, policy.base));
}

/** The text of an argument that belongs to the path at an index; `undefined` if it is unknown. */
function textAt(argument: ArgumentReference | undefined, index: number, { args }: EffectsInput): string | undefined {
  const values = argument === undefined ? [] : argumentValues(args, argument);
  const { value } = values[values.length === 1 ? 0 : index] ?? {};
  return typeof value === "string" ? value : undefined;
}

/** Returns a file's content after appending text. */
function appended(before: KnownData | undefined, text: string | undefined): KnownData | undefined {
  if (before === undefined) return undefined;
  const whole = before.text === undefined || text === undefined ? undefined : before.text + text;
  return { from: before.from, text: whole };
}

/** Returns a file's content after edits. Replacing an empty text creates the file. */
function edited(target: Target, use: EditUse, { index, count }: PathPlace, input: EffectsInput): KnownData {
  const { args } = input;
  const before = knownFile(target, input);
  const texts = (argument: ArgumentReference | undefined): readonly unknown[] =>
    argument === undefined ? [] : argumentValues(args, argument).map(({ value }) => value);
  const [old, replacement] = [texts(use.old), texts(use.new)];
  const isAll = texts(use.all).includes(true);
  // Each path has its own edit, or one path has all of them.
  const own = count === 1 ? old.map((_, at) => at) : [index];
  const creates = before === undefined && old[own[0] ?? 0] === "";
  let text = creates ? "" : before?.text;
  for (const at of own) text = replaced(text, old[at], replacement[at], isAll);
  const ofItself = creates ? [] : [{ kind: "file", target } as const];
  return { from: before?.from ?? ofItself, text: own.length === 0 ? undefined : text };
}

/** The texts that an edit inserts. */
function insertedText(use: EditUse, { index, count }: PathPlace, { args }: EffectsInput): KnownData {
  const values = use.new === undefined ? [] : argumentValues(args, use.new);
  const own = count === 1 ? values : values.slice(index, index + 1);
  return { from: [], text: own.map(({ value }) => (typeof value === "string" ? value : "")).join("\n") };
}

/** A text with a part of it replaced; `undefined` if the result is unknown. */
function replaced(text: string | undefined, old: unknown, replacement: unknown, isAll: boolean): string | undefined {
  if (text === undefined || typeof old !== "string" || typeof replacement !== "string") return undefined;
  if (old === "") return text === "" ? replacement : undefined;
  const at = text.indexOf(old);
  if (at === -1) return undefined;
  return isAll ? text.split(old).join(replacement) : text.slice(0, at) + replacement + text.slice(at + old.length);
}
