import { messageTokens } from "../estimate-tokens.ts";
import type { Message } from "../message.ts";

/** The messages of a run. Adding one takes the same time however many there are; they are copied only for who reads them all. */
export class Conversation {
  #messages: Message[];
  #copy: readonly Message[] | undefined;
  #tokens = 0;
  /** How many messages `#tokens` counts. */
  #counted = 0;

  constructor(messages: readonly Message[]) {
    this.#messages = [...messages];
  }

  get length(): number {
    return this.#messages.length;
  }

  /** All messages of this moment; the same list until one is added. */
  get messages(): readonly Message[] {
    this.#copy ??= [...this.#messages];
    return this.#copy;
  }

  /** Returns a function that copies the messages of this moment when it is called. */
  snapshot(): () => readonly Message[] {
    const messages = this.#messages;
    const { length } = messages;
    let copy: readonly Message[] | undefined;
    return () => {
      copy ??= messages.slice(0, length);
      return copy;
    };
  }

  add(...messages: readonly Message[]): void {
    this.insert(this.#messages.length, messages);
  }

  /** Inserts messages, which must not come before the messages of a snapshot. */
  insert(index: number, messages: readonly Message[]): void {
    if (messages.length === 0) return;
    if (index === this.#messages.length) for (const message of messages) this.#messages.push(message);
    else this.#messages = [...this.#messages.slice(0, index), ...messages, ...this.#messages.slice(index)];
    this.#copy = undefined;
    if (index >= this.#counted) return;
    this.#counted += messages.length;
    for (const message of messages) this.#tokens += messageTokens(message);
  }

  replace(messages: readonly Message[]): void {
    this.#messages = [...messages];
    this.#copy = messages;
    this.#tokens = 0;
    this.#counted = 0;
  }

  /** The estimated tokens of all messages. Each message is counted once. */
  get tokens(): number {
    for (const message of this.#messages.slice(this.#counted)) this.#tokens += messageTokens(message);
    this.#counted = this.#messages.length;
    return this.#tokens;
  }
}
