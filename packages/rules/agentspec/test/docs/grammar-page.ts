import { grammarParts, inReadingOrder, type Part, terminal, tokenProductions } from "./ebnf.ts";
import { box, choice, diagram, escaped, option, repetition, sequence, type Track, through } from "./railroad.ts";

/** Writes the grammar as an HTML page of railroad diagrams (docs/grammar.html), without external resources. */
export function grammarPage(): string {
  const productions = inReadingOrder(grammarParts()).map(
    (part) => `<h2 id="${part.name}">${part.name}</h2>\n${diagram(part.name ?? "", trackOfAll(part.definition))}`,
  );
  const tokens = tokenProductions().map((token) => `<pre>${escaped(token)}</pre>`);
  return `${[head, ...productions, "<h2>Tokens</h2>", ...tokens].join("\n")}\n</html>\n`;
}

const head = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The grammar of AgentSpec rules</title>
<style>
  body { font-family: sans-serif; margin: 2em; }
  h2 { font-size: 1em; margin: 2em 0 0.5em; }
  svg { display: block; max-width: none; }
  svg path { fill: none; stroke: currentColor; }
  svg rect { fill: #eef; stroke: currentColor; }
  svg rect[rx="11"] { fill: #efe; }
  svg text { font: 13px monospace; text-anchor: middle; }
</style>
<h1>The grammar of AgentSpec rules</h1>`;

function trackOfAll(parts: readonly Part[] = []): Track {
  return sequence(parts.map(trackOf));
}

/** The diagram of a part of the grammar. */
function trackOf(part: Part): Track {
  const { name = "", definition = [], separator } = part;
  switch (part.type) {
    case "NonTerminal":
      return box(name, { isToken: false, link: name });
    case "Terminal":
      return box(terminal(name), { isToken: true });
    case "Option":
      return option(trackOfAll(definition));
    case "Repetition":
      return option(repetition(trackOfAll(definition)));
    case "RepetitionMandatory":
      return repetition(trackOfAll(definition));
    case "RepetitionWithSeparator":
      return option(repetition(trackOfAll(definition), separator === undefined ? through : trackOf(separator)));
    case "Alternation":
      return alternation(definition);
    default:
      return trackOfAll(definition);
  }
}

/** The diagram of alternatives; an empty alternative is a straight line. */
function alternation(alternatives: readonly Part[]): Track {
  const full = alternatives.filter(({ definition }) => definition?.length !== 0).map(trackOf);
  const [first, ...rest] = full.length < alternatives.length ? [through, ...full] : full;
  return first === undefined || rest.length === 0 ? (first ?? through) : choice([first, ...rest]);
}
