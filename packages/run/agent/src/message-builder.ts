import type { JsonValue } from "@helve/core";
import type { AssistantMessage, AssistantPart, CallPart } from "./message.ts";

/** Builds the message of a model from the pieces that a stream brings. */
export class MessageBuilder {
  readonly #parts: Building[] = [];

  /** Adds to the text or the reasoning that is being written; a call in between begins a new part. */
  add(type: "text" | "reasoning", delta: string): void {
    if (delta === "") return;
    const last = this.#parts.at(-1);
    if (last?.type === type) last.content += delta;
    else this.#parts.push({ type, content: delta });
  }

  /** Stores the provider's data with the reasoning that was just written: the provider expects it back. */
  keepWithReasoning(providerData: JsonValue): void {
    const last = this.#parts.findLast(({ type }) => type === "reasoning");
    if (last === undefined) this.#parts.push({ type: "reasoning", content: "", providerData });
    else last.providerData = providerData;
  }

  /** Begins a call, whose members may be set until the message is built. */
  call(call: Omit<CallBuilding, "type">): CallBuilding {
    const building: CallBuilding = { type: "call", ...call };
    this.#parts.push(building);
    return building;
  }

  /** Returns the message. */
  build(): AssistantMessage {
    return { role: "assistant", parts: this.#parts.map((part): AssistantPart => ({ ...part })) };
  }
}

/** A call whose pieces are still arriving. */
export type CallBuilding = { -readonly [Key in keyof CallPart]: CallPart[Key] };

type Building =
  | { type: "text"; content: string; providerData?: never }
  | { type: "reasoning"; content: string; providerData?: JsonValue }
  | CallBuilding;
