import type { AdapterUnderTest } from "./adapter.ts";
import type { Scenario } from "./scenario.ts";

/**
 * A Markdown table of what adapters can't do: a row for each scenario with a limit, a column for each adapter. What happens instead is a
 * numbered note below.
 */
export function matrix(adapters: readonly AdapterUnderTest[], scenarios: readonly Scenario[]): string {
  const notes: string[] = [];
  const noteOf = (text: string): number => {
    if (!notes.includes(text)) notes.push(text);
    return notes.indexOf(text) + 1;
  };
  const limited = scenarios.filter(({ name }) => adapters.some(({ limits }) => Object.hasOwn(limits, name)));
  const rows = limited.map(({ name }) => {
    const cells = adapters.map(({ limits }) => {
      const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
      return limit === undefined ? "yes" : `no (${noteOf(limit.instead)})`;
    });
    return row([name, ...cells]);
  });
  return [
    `All ${adapters.length} pass ${scenarios.length - limited.length} of ${scenarios.length} scenarios; the others:`,
    "",
    row(["scenario", ...adapters.map(({ name }) => name.replace("@helve/", ""))]),
    row(["---", ...adapters.map(() => "---")]),
    ...rows,
    "",
    "What happens instead:",
    "",
    ...notes.map((note, index) => `${index + 1}. ${note}`),
  ].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
