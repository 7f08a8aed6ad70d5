/** Reads the answers of Google Scholar: articles, authors and citation formats. */
import { ToolError } from "@helve/tool";
import { listAt, numberAt, textAt } from "@helve/toolkits/internal";

/** Articles as parallel lists: the items at one index of each list describe one article. */
export interface ScholarArticles {
  readonly title: readonly string[];
  readonly cited_by: readonly number[];
  readonly organic_id: readonly string[];
  readonly pub_info: readonly string[];
  readonly snippet: readonly string[];
}

/** An article of an author. */
export interface ScholarArticle {
  readonly title: string;
  readonly authors: string;
  readonly publication: string;
  readonly year: string;
}

/** An author. */
export interface AuthorInformation {
  readonly name: string;
  readonly affiliations: string;
  readonly website: string;
  readonly articles: readonly ScholarArticle[];
}

/** Reads the answer of the engine `google_scholar`. */
export function scholarArticles(answer: unknown, count: number): ScholarArticles {
  const results = listAt(answer, "organic_results").slice(0, count);
  return {
    title: results.map((result) => textAt(result, "title")),
    cited_by: results.map((result) => numberAt(result, "inline_links", "cited_by", "total") ?? 0),
    organic_id: results.map((result) => textAt(result, "result_id")),
    pub_info: results.map((result) => textAt(result, "publication_info", "summary")),
    snippet: results.map((result) => textAt(result, "snippet")),
  };
}

/**
 * Reads the answer of the engine `google_scholar_author`.
 *
 * @throws ToolError if there is no such author
 */
export function authorInformation(answer: unknown, id: string, count: number): AuthorInformation {
  const name = textAt(answer, "author", "name");
  const articles = listAt(answer, "articles").slice(0, count);
  if (name === "" && articles.length === 0) throw new ToolError(`There is no author with the id ${JSON.stringify(id)}`);
  return {
    name,
    affiliations: textAt(answer, "author", "affiliations"),
    website: textAt(answer, "author", "website"),
    articles: articles.map((article) => ({
      title: textAt(article, "title"),
      authors: textAt(article, "authors"),
      publication: textAt(article, "publication"),
      year: textAt(article, "year"),
    })),
  };
}

/**
 * Reads the answer of the engine `google_scholar_cite`: a line for each format.
 *
 * @throws ToolError if there is no such article
 */
export function citationFormats(answer: unknown, id: string): string {
  const citations = listAt(answer, "citations").filter((citation) => textAt(citation, "snippet") !== "");
  if (citations.length === 0) throw new ToolError(`There is no article with the id ${JSON.stringify(id)}`);
  return citations.map((citation) => `${textAt(citation, "title")}: ${textAt(citation, "snippet")}`).join("\n");
}

/**
 * Reads the answer of the engine `google_scholar_profiles`: the id of the first author.
 *
 * @throws ToolError if not found
 */
export function authorId(answer: unknown, name: string): string {
  const id = textAt(answer, "profiles", 0, "author_id");
  if (id === "") throw new ToolError(`There is no author named ${JSON.stringify(name)}`);
  return id;
}
