import { readFileSync } from "node:fs";
import type { ReferencePage } from "./page.ts";

/** The grammar as railroad diagrams, each with its production in EBNF. Both are generated from the parser in `@helve/agentspec`. */
export function grammarPage(): ReferencePage {
  const html = readFileSync(new URL("grammar.html", folder), "utf8");
  const diagrams = Array.from(html.matchAll(/^<h2 id="(\w+)">\w+<\/h2>\n(<svg .*<\/svg>)$/gm));
  const productions = new Map(
    readFileSync(new URL("grammar.ebnf", folder), "utf8")
      .trimEnd()
      .split("\n\n")
      .map((text) => [/^\w+/.exec(text)?.[0] ?? "", text]),
  );
  const drawn = diagrams.map(([, name = "", svg = ""]) =>
    section(name, productions.get(name) ?? "", linkedToHeadings(svg)),
  );
  const names = new Set(diagrams.map(([, name]) => name));
  const tokens = [...productions].filter(([name]) => !names.has(name)).map(([name, text]) => section(name, text));
  const text = [introduction, ...drawn, "## Tokens", ...tokens].join("\n\n");
  return {
    path: "reference/grammar.md",
    title: "Grammar",
    description: "The grammar of the rule language, as railroad diagrams and in EBNF.",
    order: 2,
    text,
  };
}

const folder = new URL("../../../../packages/rules/agentspec/docs/", import.meta.url);

const introduction = `Each diagram is read from left to right. A rounded box is a word or a sign as it is written; a box with corners is another
production, and leads to it. The text under a diagram is the same production in EBNF. Both are generated from the parser. What the
conditions mean is defined in [What a rule means](semantics.md).

## Productions`;

/** Writes the section of one grammar production: its diagram and its EBNF. */
function section(name: string, ebnf: string, svg?: string): string {
  const diagram =
    svg === undefined
      ? ""
      : `<div class="railroad not-content" tabindex="0" role="group" aria-label="Diagram of ${name}">${svg}</div>\n\n`;
  return `### ${name}\n\n${diagram}\`\`\`text\n${ebnf}\n\`\`\``;
}

/** Links of the diagram lead to headings, whose ids are in lower case. */
function linkedToHeadings(svg: string): string {
  return svg.replace(/href="#(\w+)"/g, (_, target: string) => `href="#${target.toLowerCase()}"`);
}
