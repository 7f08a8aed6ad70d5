import { programSchema, ruleSchema } from "@helve/agentspec";
import { ebnf } from "./ebnf.ts";
import { grammarPage } from "./grammar-page.ts";
import { languageConfiguration } from "./language-configuration.ts";
import { textmateGrammar } from "./textmate.ts";

/** The files of the package that are generated from the parser: their texts by path. */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ["docs/grammar.ebnf", ebnf()],
    ["docs/grammar.html", grammarPage()],
    ["schema/program.json", json(programSchema())],
    ["schema/rule.json", json(ruleSchema())],
    ["textmate/agentspec.tmLanguage.json", json(textmateGrammar())],
    ["textmate/language-configuration.json", json(languageConfiguration())],
  ]);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
