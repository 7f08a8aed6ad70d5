/** Finds the passages of untrusted texts that contain a value of a call. */
import type { Observation, Step } from "@helve/core";
import { isObject, type StepFold } from "@helve/core/internal";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { readableText } from "../text/readable-text.ts";
import { nameWords } from "../tool-traits.ts";
import { everyText } from "./argument-texts.ts";
import { passageAround } from "./passage-around.ts";
import { TextIndex } from "./text-index.ts";
import { toolAct } from "./tool-act.ts";

/** The results of the steps so far, to find the passages of untrusted texts that contain a value. */
export class SessionTexts implements StepFold {
  added = 0;
  readonly #policy: PreparedPolicy;
  readonly #trusted = new TextIndex();
  /** For each trusted text its step. */
  readonly #trustedSteps: number[] = [];
  /** The texts that the session's changes have written. */
  readonly #written = new TextIndex();
  /** For each written text its step. */
  readonly #writtenSteps: number[] = [];
  readonly #untrusted: UntrustedText[] = [];
  readonly #untrustedWords = new TextIndex();
  readonly #results: SessionResult[] = [];
  readonly #toolWords = new Set<string>();
  readonly #passages = new Map<string, { readonly added: number; readonly found: readonly Passage[] }>();
  #length = 0;

  constructor(policy: PreparedPolicy) {
    this.#policy = policy;
  }

  /** Whether all texts were kept. */
  get isComplete(): boolean {
    return this.#length <= maxLength;
  }

  add({ action, observation, ran }: Step): void {
    const step = this.added++;
    for (const word of nameWords(action.name)) this.#toolWords.add(word);
    if (!ran) return;
    const { results, changesWorld, data } = this.#policy.traits(action.name);
    const isTrusted = results !== "untrusted";
    const texts = textsOf(observation);
    const { name: tool, args } = action;
    const isConfirmation = changesWorld && confirms(tool, texts);
    const hasContent = texts.some(({ text }) => text.trim() !== "") || observation.parts.some(isUnread);
    this.#results.push({
      hasContent,
      step,
      tool,
      args,
      isTrusted,
      isPrivate: data === "private",
      changesWorld,
      isConfirmation,
      texts,
    });
    for (const text of changesWorld ? everyText(args) : []) {
      this.#written.add(comparable(text.slice(0, longestWritten)));
      this.#writtenSteps.push(step);
    }
    for (const { text, record } of texts) {
      this.#length += text.length;
      if (!this.isComplete) return;
      if (isTrusted) {
        this.#trusted.add(text);
        this.#trustedSteps.push(step);
      } else {
        this.#untrusted.push({ text, record, step, tool });
        this.#untrustedWords.add(text);
      }
    }
  }

  /** The results so far, oldest first. */
  get results(): readonly SessionResult[] {
    return this.#results;
  }

  /** The words in the names of the tools that were called. */
  get toolWords(): ReadonlySet<string> {
    return this.#toolWords;
  }

  /**
   * Whether a trusted result contains a value: the contact that the user named has this address. What the session itself has written
   * before, such as a contact that it added, is not trusted because it comes back.
   */
  isTrusted(value: string): boolean {
    const found = this.#trusted.first(value);
    if (found === undefined) return false;
    const written = this.#written.first(value);
    return written === undefined || (this.#trustedSteps[found] ?? 0) < (this.#writtenSteps[written] ?? 0);
  }

  /** The passages of untrusted results that contain a value: the first eight of each text, and the first of all. */
  passagesWith(value: string): readonly Passage[] {
    const known = this.#passages.get(value);
    if (known?.added === this.added) return known.found;
    const found: Passage[] = [];
    for (const index of this.#untrustedWords.candidates(value)) {
      const own = this.#untrusted[index];
      if (own === undefined) continue;
      const { text, record, step, tool } = own;
      const passages = text === value && record !== undefined ? [record] : passagesIn(text, value);
      for (const passage of passages) found.push({ text: passage, step, tool });
      if (found.length >= mostInAll) break;
    }
    if (this.#passages.size >= mostKept) this.#passages.clear();
    this.#passages.set(value, { added: this.added, found });
    return found;
  }
}

/** A passage of the result of a step. */
export interface Passage {
  readonly text: string;
  readonly step: number;
  readonly tool: string;
}

/** The result of a step. */
export interface SessionResult {
  readonly step: number;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly isTrusted: boolean;
  /** Whether it holds data of the user or of other people. */
  readonly isPrivate: boolean;
  /** Whether the step changed something. */
  readonly changesWorld: boolean;
  /** Whether it only tells that a change was made, in the words of the tool. */
  readonly isConfirmation: boolean;
  /** Whether there is anything in it: a text, or an image or a file, which may hold any text. */
  readonly hasContent: boolean;
  /** Its texts, as they are compared. */
  readonly texts: readonly { readonly text: string }[];
}

interface UntrustedText extends Passage {
  /** The other short values of the object that has this text. */
  readonly record?: string | undefined;
}

function isUnread({ type }: Observation["parts"][number]): boolean {
  return type !== "text" && type !== "json";
}

/** Whether a result only confirms a change, so that its text is no foreign content. */
function confirms(tool: string, texts: SessionResult["texts"]): boolean {
  const length = texts.reduce((sum, { text }) => sum + text.length, 0);
  return (
    length <= longestConfirmation && !toolAct(tool).kinds.some((kind) => /^(?:save|fill in|run|sign in)$/.test(kind))
  );
}

const longestConfirmation = 200;
const longestWritten = 100_000;
const maxLength = 8_000_000;

/** A value or a text as both are compared: in lower case, without the schemes and the escapes of addresses, and with single spaces. */
export function comparable(text: string): string {
  return readableText(text)
    .replaceAll(/(?:%[\da-f]{2})+/gi, unescaped)
    .toLowerCase()
    .replaceAll(/https?:\/\/|\bwww\./g, "")
    .replaceAll(/[ \t]+/g, " ");
}

/** Decodes percent escapes. */
function unescaped(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

const mostPassages = 8;
const mostInAll = 24;
/** The most values whose passages are kept. */
const mostKept = 200;

/** The passages of a text that contain a value, also as a part of a file name or an address. */
function passagesIn(text: string, value: string): readonly string[] {
  const passages: string[] = [];
  const forms = value.includes(" ")
    ? [" ", "_", "-", "+", "%20"].map((space) => value.replaceAll(" ", space))
    : [value];
  for (const form of forms)
    for (let at = text.indexOf(form); at !== -1 && passages.length < mostPassages; at = text.indexOf(form, at + 1))
      passages.push(passageAround(text, at, at + form.length));
  return passages;
}

/** Returns the texts in what a tool returned, with the record that each is part of. */
function textsOf({ parts }: Observation): readonly Pick<UntrustedText, "text" | "record">[] {
  return parts.flatMap((part) => {
    if (part.type === "json") return leavesOf(part.content);
    if (part.type !== "text") return [];
    return leavesOf(parsedJson(part.content) ?? part.content);
  });
}

/** A list or an object that a text is as JSON. */
function parsedJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

const maxDepth = 64;
const longestShortValue = 200;

/** Lists the texts and numbers of a result, each with its neighbors in the same record. */
function leavesOf(value: unknown, record?: string, depth = 0): readonly Pick<UntrustedText, "text" | "record">[] {
  if (typeof value === "string" || typeof value === "number") return [{ text: comparable(String(value)), record }];
  if (depth === maxDepth || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, record, depth + 1));
  if (!isObject(value)) return [];
  const short = Object.entries(value).filter(([, member]) => String(member).length <= longestShortValue);
  const own = comparable(short.map(([name, member]) => `${name} ${String(member)}`).join("\n"));
  return Object.values(value).flatMap((member) => leavesOf(member, own, depth + 1));
}
