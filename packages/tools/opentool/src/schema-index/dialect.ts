/** Determines which keywords of a schema are in effect, by its `$schema`. */
import type { JsonSchema } from "@helve/core";
import { isObject, ownMember } from "@helve/core/internal";
import { type Draft, type KeywordRule, keywordRules, type Vocabulary } from "./keyword-rules.ts";

/** The keywords that are in effect in a schema, and whether `format` restricts values. */
export interface Dialect {
  readonly draft: Draft;
  /** The keywords in effect, annotations included. A `Map`, so that `constructor` is not a keyword. */
  readonly keywords: ReadonlyMap<string, KeywordRule>;
  readonly assertFormats: boolean;
}

/** Returns the dialect with all keywords of a draft. */
export function draftDialect(draft: Draft, assertFormats: boolean): Dialect {
  return { draft, keywords: allKeywords[draft], assertFormats };
}

/**
 * Returns the dialect that a `$schema` names: a draft of json-schema.org, or a meta-schema with `$vocabulary`. Draft-04
 * and draft-06 are read as draft-07, and all others of json-schema.org and OpenAPI as 2020-12.
 *
 * @param findMetaSchema - returns a schema that the user provided, by its `$id`
 * @returns `undefined` if the meta-schema is unknown, or requires an unknown vocabulary
 */
export function schemaDialect(
  $schema: string,
  assertFormats: boolean,
  findMetaSchema: (uri: string) => JsonSchema | undefined,
): Dialect | undefined {
  if (/json-schema\.org\/draft-0[467]\/schema/.test($schema)) return draftDialect("draft-07", assertFormats);
  if (/^https?:\/\/(?:json-schema|spec\.openapis)\.org\//.test($schema)) return draftDialect("2020-12", assertFormats);
  const metaSchema = findMetaSchema($schema);
  return metaSchema && metaSchemaDialect(metaSchema, assertFormats);
}

/** The vocabularies of 2020-12 that consist of annotations, or are always in effect. */
const otherVocabularies = new Set(["core", "meta-data", "content", "format-annotation"]);

/** Returns the dialect that a meta-schema defines by `$vocabulary` (2020-12 §8.1.2); 2020-12 without `$vocabulary`. */
function metaSchemaDialect(metaSchema: JsonSchema, assertFormats: boolean): Dialect | undefined {
  const vocabularies = ownMember(metaSchema, "$vocabulary");
  if (!isObject(vocabularies)) return draftDialect("2020-12", assertFormats);
  const keywords = new Map<string, KeywordRule>(keywordRules["2020-12"].core);
  let formats = assertFormats;
  for (const [uri, isRequired] of Object.entries(vocabularies)) {
    const name = /^https:\/\/json-schema\.org\/draft\/2020-12\/vocab\/(.+)$/.exec(uri)?.[1] ?? "";
    if (isVocabulary(name)) for (const [keyword, rule] of keywordRules["2020-12"][name]) keywords.set(keyword, rule);
    else if (name === "format-assertion") formats = true;
    else if (isRequired === true && !otherVocabularies.has(name)) return undefined;
  }
  return { draft: "2020-12", keywords, assertFormats: formats };
}

function isVocabulary(name: string): name is Vocabulary {
  return Object.hasOwn(keywordRules["2020-12"], name);
}

const allKeywords: Readonly<Record<Draft, ReadonlyMap<string, KeywordRule>>> = {
  "2020-12": draftKeywords("2020-12"),
  "draft-07": draftKeywords("draft-07"),
};

function draftKeywords(draft: Draft): ReadonlyMap<string, KeywordRule> {
  return new Map(Object.values(keywordRules[draft]).flat());
}

/** Whether a keyword has a meaning in some draft: in a dialect without it, it must be ignored. */
export function isKeyword(name: string): boolean {
  return allKeywords["2020-12"].has(name) || allKeywords["draft-07"].has(name);
}
