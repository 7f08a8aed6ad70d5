/** Writes the message to send back to a model whose arguments are invalid. */
import type { Issue, Locale } from "@helve/core";
import { resolveOptions } from "./decode-options.ts";
import { truncatedText } from "./feedback/abbreviate.ts";
import { type AnnotationLimits, type AnnotationTexts, annotateText, annotateValue } from "./feedback/annotate.ts";
import { issueText } from "./feedback/issue-text.ts";
import { expectedParameters } from "./json/expected-parameters.ts";
import { readJsonText } from "./json/read-json-text.ts";
import { withoutControlTokens } from "./json/special-token.ts";
import { parsedJson } from "./valid-json.ts";

/** The options of `feedback`. */
export interface FeedbackOptions {
  /** The language of the message; English (`"en"`) by default. */
  readonly locale?: Locale | undefined;
  /** The maximum length of the message, in UTF-16 units; 4000 by default. */
  readonly maxLength?: number | undefined;
}

/**
 * Writes the message to send back to a model whose arguments are invalid: its own arguments, with `// ←` and the problem
 * after each invalid line. Valid parts are shortened to fit `maxLength`; if that is not enough, only the issues are listed.
 *
 * @param sent - what the model sent: text, or a value
 * @param issues - the issues of the decoded arguments
 *
 * @example
 * feedback('{"command": "ls", "timeout": "soon"}', decoded.issues);
 * // Correct what "// ←" marks:
 * // {
 * //   "command": "ls",
 * //   "timeout": "soon" // ← must be a number
 * // }
 */
export function feedback(sent: unknown, issues: readonly Issue[], options: FeedbackOptions = {}): string {
  const { locale = "en", maxLength = 4000 } = options;
  const texts = annotationTexts(locale);
  const issuesLength = issues.reduce((length, issue) => length + texts.issueText(issue).length, 0);
  if (issuesLength > maxLength) return issueList(issues, texts, locale, maxLength);
  // An issue with a range refers to the text, not to the value.
  const hasRanges = typeof sent === "string" && issues.some(({ range }) => range !== undefined);
  const args = hasRanges ? undefined : readArguments(sent);
  for (const limits of limitsFromLargest) {
    const annotated =
      args === undefined
        ? annotateText(String(sent), issues, texts, limits.maxValueLength)
        : annotateValue(args.value, issues, texts, limits);
    const text = `${headings[locale]}\n${annotated}`;
    if (text.length <= maxLength) return withoutControlTokens(text);
  }
  return issueList(issues, texts, locale, maxLength);
}

/** Writes the message without the arguments, if it is unknown what the model sent. */
export function feedbackWithoutArguments(issues: readonly Issue[], options: FeedbackOptions = {}): string {
  const { locale = "en", maxLength = 4000 } = options;
  return issueList(issues, annotationTexts(locale), locale, maxLength);
}

/** The texts of annotations in a language. */
function annotationTexts(locale: Locale): AnnotationTexts {
  return {
    issueText: (issue) => joinLines(issueText(issue, locale)),
    moreText: (count) => (locale === "zh" ? `……还有 ${count} 处` : `… and ${count} more`),
  };
}

const headings = {
  en: 'Correct what "// ←" marks:',
  zh: "参数有误，请修改 “// ←” 标出的地方：",
} as const;

/** How much of the valid parts is shown, from the most to the least. */
const limitsFromLargest: readonly AnnotationLimits[] = [
  { maxValueLength: 80, maxRow: 4 },
  { maxValueLength: 20, maxRow: 2 },
  { maxValueLength: 8, maxRow: 0 },
];

/** The issues as a list, truncated to `maxLength`. */
function issueList(issues: readonly Issue[], texts: AnnotationTexts, locale: Locale, maxLength: number): string {
  const lines = [locale === "zh" ? "参数不符合要求：" : "The arguments are invalid:"];
  let length = lines.join("").length;
  for (const [index, issue] of issues.entries()) {
    const line = `- ${texts.issueText(issue)}`;
    const left = issues.length - index - 1;
    const more = texts.moreText(left + 1);
    length += line.length + 1;
    if (index > 0 && length + (left > 0 ? more.length + 1 : 0) > maxLength) {
      lines.push(more);
      break;
    }
    lines.push(line);
  }
  return withoutControlTokens(truncatedText(lines.join("\n"), maxLength));
}

function joinLines(text: string): string {
  return text.split(/[\r\n\u2028\u2029]/).join(" ");
}

/** The arguments that a model sent, as a value; `undefined` for a text that can't be args. */
function readArguments(sent: unknown): { readonly value: unknown } | undefined {
  if (typeof sent !== "string") return { value: sent };
  const parsed = parsedJson(sent);
  if (parsed !== undefined && typeof parsed !== "string") return { value: parsed };
  const { value, issues } = readJsonText(sent, resolveOptions(), expectedParameters({}));
  if (issues.length === 0 && typeof value === "object") return { value };
  return parsed === undefined ? undefined : { value: parsed };
}
