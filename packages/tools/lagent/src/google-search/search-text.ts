import { listAt, memberAt, textAt } from "@helve/toolkits/internal";

/** Composes what a model reads of an answer of Serper: the answer box, the knowledge graph and the results, one a line. */
export function searchText(answer: unknown, type: GoogleSearchType, count: number): string {
  const results = listAt(answer, type === "search" ? "organic" : type).slice(0, count);
  const lines = [...answerBox(answer), ...knowledgeGraph(answer), ...results.flatMap(lineReaders[type])];
  return lines.filter((line) => line !== "").join("\n");
}

/** The kind of a search with Serper. */
export type GoogleSearchType = "search" | "images" | "news" | "places";

function answerBox(answer: unknown): readonly string[] {
  const highlighted = listAt(answer, "answerBox", "snippetHighlighted").filter((text) => typeof text === "string");
  const short = textAt(answer, "answerBox", "answer");
  const snippet = textAt(answer, "answerBox", "snippet").replaceAll("\n", " ");
  return [short || snippet || highlighted.join(", ")];
}

function knowledgeGraph(answer: unknown): readonly string[] {
  const title = textAt(answer, "knowledgeGraph", "title");
  const type = textAt(answer, "knowledgeGraph", "type");
  const description = textAt(answer, "knowledgeGraph", "description");
  const attributes = attributesOf(memberAt(answer, "knowledgeGraph")).map((line) => `${title} ${line}`);
  return [title !== "" && type !== "" ? `${title}: ${type}.` : "", description, ...attributes];
}

/** Readers for each kind of result. */
const lineReaders: Readonly<Record<GoogleSearchType, (result: unknown) => readonly string[]>> = {
  search: (result) => [textAt(result, "snippet"), ...attributesOf(result)],
  news: (result) => [joined(textAt(result, "title"), textAt(result, "date"), textAt(result, "snippet"))],
  images: (result) => [joined(textAt(result, "title"), textAt(result, "imageUrl"))],
  places: (result) => [joined(textAt(result, "title"), textAt(result, "address"), textAt(result, "phoneNumber"))],
};

/** Lists the attributes of a search result as `name: value`. */
function attributesOf(value: unknown): readonly string[] {
  const attributes = memberAt(value, "attributes");
  if (typeof attributes !== "object" || attributes === null) return [];
  return Object.keys(attributes).map((name) => `${name}: ${textAt(attributes, name)}.`);
}

/** Joins texts with ` | `, without empty ones. */
function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" | ");
}
