import { programSchema, ruleSchema } from "@helve/agentspec";
import { createSyntaxDiagramsCode, type ISerializedGast } from "chevrotain";
import { ebnf, grammarParts } from "./ebnf.ts";

/** What is generated from the parser and kept in the package, by path. */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ["docs/grammar.ebnf", ebnf()],
    ["docs/grammar.html", html()],
    ["schema/program.json", json(programSchema())],
    ["schema/rule.json", json(ruleSchema())],
  ]);
}

function html(): string {
  const page = createSyntaxDiagramsCode([...grammarParts()] as ISerializedGast[]);
  return `${page.trim()}\n`.replace(/[ \t]+$/gm, "");
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
