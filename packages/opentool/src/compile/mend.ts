import type { Ajv, CodeKeywordDefinition, KeywordCxt } from "ajv";

/** Replaces how a keyword is compiled, and nothing else of it: the order of the errors stays. */
export function mend(ajv: Pick<Ajv, "RULES">, keyword: string, mended: Mended): void {
  const rule = ajv.RULES.all[keyword];
  if (typeof rule !== "object" || !("code" in rule.definition)) return;
  const { code } = rule.definition;
  rule.definition.code = (cxt) => mended(cxt, code);
}

/** Makes the code of a keyword; the way that ajv does it comes second. */
type Mended = (cxt: KeywordCxt, code: CodeKeywordDefinition["code"]) => void;
