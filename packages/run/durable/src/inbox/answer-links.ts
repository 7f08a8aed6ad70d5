/** Signs the links with which people answer a question by one click. */
import { base64Of, isObject, type JsonSigner, jsonSigner, sha256Now } from "@helve/core/internal";
import type { InboxQuestion, Person } from "../create-inbox.ts";

/** The content of a link. */
export interface AnswerLink {
  readonly person: Person;
  readonly address: string;
}

/**
 * Signs links and forms. Both are for one question of one part of a run, which is answered once: afterwards they are void, and nothing has to be
 * recorded about them.
 */
export class AnswerLinks {
  readonly #signer: JsonSigner;
  readonly #now: () => number;

  /** @throws TypeError if the key has less than 32 bytes */
  constructor(key: string | Uint8Array, now: () => number) {
    this.#signer = jsonSigner(key, "the key of an inbox");
    this.#now = now;
  }

  async create({ name, groups = [] }: Person, { address }: InboxQuestion, end: number): Promise<string> {
    const content = ["link", end, address, name, ...groups];
    return `${encode(JSON.stringify(content))}.${await this.#signer.sign(content)}`;
  }

  /** @returns `undefined` if the link is not one of this key, or too old */
  async read(token: string): Promise<AnswerLink | undefined> {
    const [text = "", signature = ""] = token.split(".");
    const content = decode(text);
    if (!Array.isArray(content) || !(await this.#signer.verify(content, signature))) return undefined;
    const [kind, end, address, name, ...groups] = content;
    if (kind !== "link" || !(this.#now() < end)) return undefined;
    return { person: { name, groups }, address };
  }

  /** The signed member of a form: it shows that the person has got the page of the question. */
  form(person: Person, waiting: InboxQuestion): Promise<string> {
    return this.#signer.sign(formContent(person, waiting));
  }

  async isForm(signature: string | undefined, person: Person, waiting: InboxQuestion): Promise<boolean> {
    return signature !== undefined && this.#signer.verify(formContent(person, waiting), signature);
  }
}

/** Returns what the signature in a form covers, so that the form answers only this question. */
function formContent({ name }: Person, { address, question }: InboxQuestion): readonly unknown[] {
  return ["form", name, address, sha256Now(JSON.stringify(question))];
}

/** Encodes text as base64url. */
function encode(text: string): string {
  return base64Of(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes a link's text; `undefined` if it is damaged. */
function decode(text: string): unknown {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const content: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))));
    return isObject(content) ? undefined : content;
  } catch {
    return undefined;
  }
}
