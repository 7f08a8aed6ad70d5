import type { Issue } from "@helve/core";
import { argumentsIn } from "./feedback/arguments-in.ts";
import { cut } from "./feedback/brief.ts";
import { issueWords, type Locale } from "./feedback/issue-words.ts";
import { markedArguments, type Room, type Words } from "./feedback/marked-arguments.ts";
import { markedText } from "./feedback/marked-text.ts";

/** How feedback is written. */
export interface FeedbackOptions {
  /** The language of what is said; English (`"en"`) by default. */
  readonly locale?: Locale | undefined;
  /** The longest answer, in UTF-16 units; 4000 by default. */
  readonly maxLength?: number | undefined;
}

/**
 * What to answer a model whose arguments do not fit: its own arguments, each line that is wrong followed by `// ←` and
 * what would be right. What is right is shortened, the more so the less room there is; where there is no room for the
 * arguments, only the issues are listed.
 *
 * @param given - what the model sent: text, or a value
 *
 * @example
 * feedback('{"command": "ls", "timeout": "soon"}', decoded.issues);
 * // The arguments do not fit. Change what "// ←" marks:
 * // {
 * //   "command": "ls",
 * //   "timeout": "soon" // ← "timeout" must be a number (got "soon")
 * // }
 */
export function feedback(given: unknown, issues: readonly Issue[], options: FeedbackOptions = {}): string {
  const { locale = "en", maxLength = 4000 } = options;
  const words = wordsIn(locale);
  const least = issues.reduce((length, issue) => length + words.issue(issue).length, 0);
  if (least > maxLength) return listed(issues, words, locale, maxLength);
  // An issue with a range is one of the text.
  const hasPlaces = typeof given === "string" && issues.some(({ range }) => range !== undefined);
  const read = hasPlaces ? undefined : argumentsIn(given);
  for (const room of rooms) {
    const marked =
      read === undefined
        ? markedText(String(given), issues, words, room.value)
        : markedArguments(read.value, issues, words, room);
    const text = `${heads[locale]}\n${marked}`;
    if (text.length <= maxLength) return text;
  }
  return listed(issues, words, locale, maxLength);
}

/** What is wrong alone, for when it is not known what the model sent. */
export function feedbackWithoutArguments(issues: readonly Issue[], options: FeedbackOptions = {}): string {
  const { locale = "en", maxLength = 4000 } = options;
  return listed(issues, wordsIn(locale), locale, maxLength);
}

function wordsIn(locale: Locale): Words {
  return {
    issue: (issue) => oneLine(issueWords(issue, locale)),
    more: (count) => (locale === "zh" ? `……还有 ${count} 处` : `… and ${count} more`),
  };
}

const heads = {
  en: 'The arguments do not fit. Change what "// ←" marks:',
  zh: "参数不符合要求，请修改 “// ←” 标出的地方：",
} as const;

/** How much is shown: characters of a value that is right, and how many values in a row. */
const rooms: readonly Room[] = [
  { value: 80, row: 4 },
  { value: 20, row: 2 },
  { value: 8, row: 0 },
];

function listed(issues: readonly Issue[], words: Words, locale: Locale, maxLength: number): string {
  const lines = [locale === "zh" ? "参数不符合要求：" : "The arguments do not fit:"];
  let length = lines.join("").length;
  for (const [index, issue] of issues.entries()) {
    const line = `- ${words.issue(issue)}`;
    const left = issues.length - index - 1;
    const more = words.more(left + 1);
    length += line.length + 1;
    if (index > 0 && length + (left > 0 ? more.length + 1 : 0) > maxLength) {
      lines.push(more);
      break;
    }
    lines.push(line);
  }
  return cut(lines.join("\n"), maxLength);
}

function oneLine(text: string): string {
  return text.split(/[\r\n\u2028\u2029]/).join(" ");
}
