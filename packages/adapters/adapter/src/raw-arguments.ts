/** Wraps malformed arguments of a model in an object that an SDK accepts, so that Helve can unwrap and repair them. */
import { isObject } from "@helve/core/internal";

/** The texts of arguments while they stream, by the ids of the calls. */
export class RawArguments {
  readonly #texts = new Map<string, string>();

  /** Forgets a call: its id may be used again. */
  forget(callId: string): void {
    this.#texts.delete(callId);
  }

  append(callId: string, text: string): void {
    this.#texts.set(callId, `${this.#texts.get(callId) ?? ""}${text}`);
  }

  /** The arguments are complete: the text is kept only if it is malformed. */
  end(callId: string): void {
    const text = this.textOf(callId) ?? "";
    if (text.trim() === "" || parsedObject(text) !== undefined) this.forget(callId);
  }

  textOf(callId: string): string | undefined {
    return this.#texts.get(callId);
  }
}

/** Wraps malformed arguments in a JSON object; a JSON object is unchanged. */
export function wrapArguments(text: string): string {
  return parsedObject(text) === undefined ? JSON.stringify({ [key]: text }) : text;
}

/** The text that was wrapped; `undefined` if none was. */
export function wrappedText(value: unknown): string | undefined {
  const object = typeof value === "string" ? parsedObject(value) : value;
  if (!isObject(object) || Object.keys(object).length !== 1 || !Object.hasOwn(object, key)) return undefined;
  return typeof object[key] === "string" ? object[key] : undefined;
}

/** The arguments of a call for Helve's decoder: the text of malformed ones, otherwise the object. */
export function unwrapArguments(input: unknown): unknown {
  const object = typeof input === "string" ? parsedObject(input) : undefined;
  return wrappedText(object ?? input) ?? object ?? input ?? {};
}

const key = "unparsed_arguments";

/** Parses text as a JSON object; undefined if it is none. */
function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
