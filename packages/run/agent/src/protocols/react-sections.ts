/**
 * Divides a reply into its parts. A label begins a line, and may be in Markdown, in lower case or with a full-width colon. Only if no action and no
 * answer begins a line, labels inside of lines count, as Lagent reads them.
 */
export function reactSections(text: string): readonly ReactSection[] {
  const sections = sectionsBy(lineLabels, text);
  if (sections.some(({ label }) => label === "action" || label === "answer")) return sections;
  return sectionsBy(anyLabels, text);
}

/** A part of a reply in the ReAct form. */
export interface ReactSection {
  readonly label: ReactLabel;
  /** Where its label begins. */
  readonly start: number;
  readonly contentStart: number;
  readonly content: string;
}

/** The kind of a section. */
type ReactLabel = "thought" | "action" | "input" | "response" | "answer";

const lineLabels =
  /^[ \t]*(?:[>#-]+[ \t]*)?[*_`]{0,3}(thought|action[ _]input|action|input|response|observation|final[ _]answer)[*_`]{0,3}[ \t]*[:：][*_`]{0,3}/gim;

const anyLabels = /(Thought|Action Input|Action|Response|Final Answer):/g;

/** Splits a reply at its labels. */
function sectionsBy(labels: RegExp, text: string): readonly ReactSection[] {
  const found = [...text.matchAll(labels)];
  return found.map((match, index) => {
    const contentStart = match.index + match[0].length;
    const label = labelOf((match[1] ?? "").toLowerCase());
    return { label, start: match.index, contentStart, content: text.slice(contentStart, found[index + 1]?.index) };
  });
}

/** Returns the kind of a label, such as `action`. */
function labelOf(word: string): ReactLabel {
  if (word === "thought" || word === "action") return word;
  if (word.endsWith("input")) return "input";
  return word.endsWith("answer") ? "answer" : "response";
}
