/** Separates a model's thoughts (`<think>…</think>`) from its answer. */
import type { AssistantMessage, AssistantPart } from "./message.ts";

/** A piece of a model's answer: text for the user, or reasoning. */
export interface AnswerPiece {
  readonly type: "text" | "reasoning";
  readonly delta: string;
}

const opening = "<think>";
const closing = "</think>";

/**
 * Separates the thoughts of a model from its answer if the server leaves both in the text: an answer that begins with `<think>` is a thought
 * up to `</think>`. Text that may become a tag is held back until the next piece.
 */
export class ThoughtSplitter {
  #state: "start" | "thought" | "answer" = "start";
  #held = "";
  /** Whether a tag was read last. White space after a tag is removed. */
  #isAfterTag = false;

  /** Returns the pieces of the answer that can be read with the next text. */
  read(text: string): readonly AnswerPiece[] {
    this.#held += text;
    if (this.#state === "start") {
      const begin = this.#held.trimStart();
      if (begin === "" || (begin.length < opening.length && opening.startsWith(begin))) return [];
      this.#state = begin.startsWith(opening) ? "thought" : "answer";
      if (this.#state === "thought") this.#afterTag(begin.slice(opening.length));
    }
    if (this.#isAfterTag) this.#afterTag(this.#held);
    return this.#state === "thought" ? this.#readThought() : this.#rest("text");
  }

  /** Returns the text that was held back, at the end of the answer. */
  end(): readonly AnswerPiece[] {
    return this.#rest(this.#state === "thought" ? "reasoning" : "text");
  }

  #readThought(): readonly AnswerPiece[] {
    const at = this.#held.indexOf(closing);
    if (at < 0) {
      const kept = lengthOfEnd(this.#held, closing);
      const delta = this.#held.slice(0, this.#held.length - kept);
      this.#held = this.#held.slice(delta.length);
      return piece("reasoning", delta);
    }
    const thought = this.#held.slice(0, at).trimEnd();
    this.#afterTag(this.#held.slice(at + closing.length));
    this.#state = "answer";
    return [...piece("reasoning", thought), ...this.#rest("text")];
  }

  #afterTag(text: string): void {
    this.#held = text.trimStart();
    this.#isAfterTag = this.#held === "";
  }

  #rest(type: AnswerPiece["type"]): readonly AnswerPiece[] {
    const delta = this.#held;
    this.#held = "";
    return piece(type, delta);
  }
}

/** Creates a piece of an answer, unless it is empty. */
function piece(type: AnswerPiece["type"], delta: string): readonly AnswerPiece[] {
  return delta === "" ? [] : [{ type, delta }];
}

/** Counts the characters at the end of a text that may begin a tag. */
function lengthOfEnd(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(tag.slice(0, length))) return length + spaceBefore(text, length);
  }
  return spaceBefore(text, 0);
}

/** Counts the white space before the end of a text. */
function spaceBefore(text: string, length: number): number {
  const before = text.slice(0, text.length - length);
  return before.length - before.trimEnd().length;
}

/**
 * Reads a thought whose opening tag was part of the prompt: the text before the closing tag is a thought.
 */
export function withOpenedThought(message: AssistantMessage): AssistantMessage {
  const at = message.parts.findIndex(({ type }) => type === "text");
  const part = message.parts[at];
  if (part?.type !== "text") return message;
  const end = part.content.indexOf(closing);
  if (end < 0 || part.content.slice(0, end).includes(opening)) return message;
  const thought = part.content.slice(0, end).trim();
  const text = part.content.slice(end + closing.length).trim();
  const parts: AssistantPart[] = [];
  if (thought !== "") parts.push({ type: "reasoning", content: thought });
  if (text !== "") parts.push({ type: "text", content: text });
  return { ...message, parts: message.parts.toSpliced(at, 1, ...parts) };
}
