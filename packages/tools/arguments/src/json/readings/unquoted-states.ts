/** Reads strings without quotes in a damaged text: `{"city": Paris}`. */
import { char } from "../characters.ts";
import { put } from "./frames.ts";
import { mayBeExpression } from "./may-be-expression.ts";
import { stringContent } from "./scan.ts";
import type { Shape } from "./shape.ts";
import type { Source } from "./source.ts";
import { fail, forkForm, record, type State } from "./state.ts";
import {
  beginsMemberOf,
  hasOpenBracket,
  isItem,
  nextDelimiter,
  putCutOff,
  spaceBefore,
  withoutSpaceBefore,
} from "./string-states.ts";

/** Reads a string without quotes: it ends at the next comma or bracket, or later. */
export function readUnquoted(state: State, source: Source): void {
  const { text, layout } = source;
  const { string, shape } = state;
  if (string === undefined) return;
  const { content, from } = string;
  const end = nextDelimiter(text, from, text.length);
  const stop = withoutSpaceBefore(text, end < 0 ? text.length : end, content);
  const raw = text.slice(content, stop);
  const isPossible = raw !== "" && isPlausible(raw, shape) && !includesOtherStrings(raw, state);
  if (end < 0) {
    if (!isPossible || raw.startsWith('"')) fail(state, "a value: put strings in quotes", content);
    else {
      state.isAmbiguous ||= mayBeOtherValue(raw, state);
      record(state, "unquoted_string", [content, raw, raw]);
      putCutOff(state, source, raw, [text.length, raw, raw]);
    }
    return;
  }
  const isBoundary = text.charCodeAt(end) === char.comma && beginsMember(state, source, content, end);
  const next = nextDelimiter(text, end + 1, text.length);
  // An item without quotes includes no quotes, however far it extends.
  const isLonger =
    !(isItem(state) && text.slice(from, end).includes('"')) &&
    !isBoundary &&
    !includesMember(text, end + 1, next < 0 ? text.length : next, state);
  if (isLonger) {
    const later = isPossible ? forkForm(state, source) : state;
    later.string = { ...string, from: end + 1 };
    if (!isPossible) return;
  }
  if (!isPossible) {
    fail(state, "a value: put strings in quotes", content);
    return;
  }
  // Whether a backslash is an escape or part of the text is unclear without quotes.
  if (
    (raw.includes("\\") && stringContent(text, string, stop).value !== raw) ||
    !layout.separatesAfter(text.slice(stop, end), text.charCodeAt(end)) ||
    !layout.separatesBefore(spaceBefore(text, content), isItem(state)) ||
    (isItem(state) && severalScalarsPattern.test(raw)) ||
    quotedPattern.test(raw) ||
    mayBeOtherValue(raw, state) ||
    raw.startsWith('"') ||
    // The bracket that ends the string may be the partner of a bracket within it, and the text cut off there.
    (text.charCodeAt(end) !== char.comma && hasOpenBracket(raw))
  )
    state.isAmbiguous = true;
  record(state, "unquoted_string", [content, text.slice(content, end), raw]);
  put(state, raw, end);
}

/** Whether a text can be a string without quotes: not a Python string with a prefix, not a missing value, and code only if the schema asks for a string. */
function isPlausible(raw: string, shape: Shape): boolean {
  if (/^(?:[,}\]]|[rRbBfFtTuU]{1,2}["']|[+-]?(?:NaN|nan|Infinity|inf)$|\.{3}|…)/.test(raw)) return false;
  return shape.isUnknown ? !/["{[(]/.test(raw) : shape.admitsText(raw);
}

/** Whether a text may be an expression: the schema does not list it as a value. */
function mayBeOtherValue(raw: string, { shape, key }: State): boolean {
  const isListed = shape.admitsText(raw) && !shape.admitsText(`${raw}\n`);
  return !isListed && mayBeExpression(raw, key);
}

/**
 * Whether the comma at an offset precedes a member. A name that no open object admits begins a member, too, if it is written like the
 * first member of the text: it is then reported rather than read as text.
 */
function beginsMember(state: State, { text, layout }: Source, content: number, comma: number): boolean {
  if (beginsMemberOf(state, text, comma + 1)) return true;
  const name = layout.memberAfter(comma);
  if (name === undefined || hasOpenBracket(text.slice(content, comma))) return false;
  for (let open = state.frame; open !== undefined; open = open.parent)
    if (open.type === "object" && open.shape.admitsName(name)) return false;
  return true;
}

/** Several numbers and literals without anything between them. */
const severalScalarsPattern = /^(?:true|false|null|-?\d+(?:\.\d+)?){2,}$/;

/** A text in single quotes: `'it's'` may be a string whose quotes are not escaped. */
const quotedPattern = /^(?:(['`]).*\1|[「『].*[」』])$/s;

/** Whether a text without quotes around it includes strings of its own: always in a list; in an object if it begins with a string or a quote has no pair. */
function includesOtherStrings(raw: string, state: State): boolean {
  const quotes = raw.includes('"') ? raw.replace(/\\./gs, "").split('"').length - 1 : 0;
  if (quotes === 0) return false;
  if (isItem(state) || quotes % 2 === 1) return true;
  return raw.startsWith('"') && (raw.endsWith('"') || /"\s*[,:"\]}]/.test(raw.slice(1)));
}

/** Whether a quoted key that an open object lists starts between two offsets. */
function includesMember(text: string, from: number, to: number, state: State): boolean {
  for (let at = from; at < to; at++) {
    if (text.charCodeAt(at) === char.doubleQuote && beginsMemberOf(state, text, at)) return true;
  }
  return false;
}
