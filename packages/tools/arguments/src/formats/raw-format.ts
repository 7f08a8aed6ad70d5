import type { RepairKind } from "../repair-kinds.ts";

/**
 * The notation in which a model writes a call when its server passes the text on unread. A format is data: the readers of JSON,
 * of tags and of calls find in it what they need.
 */
export interface RawFormat {
  /** The name that `decode` returns as `format`. */
  readonly name: string;
  /** Models that write it. */
  readonly models: string;
  /** The public description of the format. */
  readonly source: string;
  /** One call of `weather` with the arguments `{"city": "Oslo", "days": 3}`. */
  readonly example: string;
  /** The mark by which the format is recognized: text that a repair of this kind has read or left out. */
  readonly mark: { readonly kind: RepairKind; readonly pattern?: RegExp };
  /** Its control tokens, but for those between bars such as `<|call|>`. */
  readonly tokens?: readonly string[];
  /** The text from a control token to the arguments that names the tool; a sticky pattern. */
  readonly header?: RegExp;
  /** A word at the start of a line that announces the call, without a control token; a sticky pattern. */
  readonly label?: RegExp;
  /** Whether the tool's name is the key of the arguments: `{"weather": {"city": "Oslo"}}`. */
  readonly hasNameAsKey?: boolean;
  /** The notation of arguments between tags. */
  readonly tags?: TagNotation;
  /** The token on both sides of a string, in place of quotes. */
  readonly stringToken?: string;
}

/** Arguments between tags, each with its name. */
export interface TagNotation {
  /** The tag before a value with the groups `name` and, of a value that is JSON, `json`; a global pattern. */
  readonly open: RegExp;
  /** The tag after a value, in which `{…}` stands for a group of `open`. */
  readonly close: string;
  /** Whether a line break at either end of a value belongs to the tags; otherwise only line breaks at both ends do. */
  readonly hasLineBreaks?: boolean;
  /** Whether lists and objects are tags within tags. */
  readonly isNested?: boolean;
  /** Whether a value may stand in a CDATA section. */
  readonly hasCdata?: boolean;
  /** The tag that opens a call, a global pattern, and the one that closes it, also with groups. */
  readonly call?: { readonly open: RegExp; readonly close: string } | undefined;
}

/** The closing tag of an opening tag with these groups. */
export function closingTag(close: string, groups: Readonly<Record<string, string>> = {}): string {
  return close.replace(/\{(\w+)\}/g, (_, name: string) => groups[name] ?? "");
}
