import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const pages = globSync(["README.md", "packages/{core,*/*}/README.md", "apps/docs/src/content/docs/**/*.md"], {
  cwd: root,
  exclude: ["apps/docs/src/content/docs/reference/**"],
});
const textOf = (path: string): string => readFileSync(`${root}/${path}`, "utf8");
/** The tables that `bench COMMAND --data DIR --write` has written, with `--rules RULES` if `rules` is set. */
const figures = (command: string, rules?: string): readonly Table[] =>
  tablesIn(textOf(`packages/internal/bench/figures/${[command, rules].filter(Boolean).join(".")}.txt`));
const written = globSync("packages/internal/bench/figures/*.txt", { cwd: root }).map((path) => basename(path, ".txt"));

/** The rows of a Markdown table without its rule, each with its cells. */
type Table = readonly (readonly string[])[];

function tablesIn(text: string): readonly Table[] {
  const rows = (block: string): Table =>
    block
      .split("\n")
      .filter((line) => /^\|(?! ?[-:])/.test(line))
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.replaceAll("`", "").trim()),
      );
  return text
    .split(/\n(?!\|)/)
    .map((block) => rows(block.trim()))
    .filter((table) => table.length > 1);
}

const head = (table: Table): string => table[0]?.join(" | ") ?? "";
/** The row that begins with a name, in any of the tables. */
const row = (tables: readonly Table[], name: string): readonly string[] | undefined =>
  tables.flatMap(([, ...rows]) => rows).find(([first]) => first === name);

const tables = written
  .filter((name) => !name.includes("."))
  .flatMap((name) => figures(name).map((table) => ({ name, header: head(table), table })));
it.each(tables)("a page with the table of bench $name, $header, has its figures", ({ header, table }) => {
  for (const page of pages) {
    const shown = tablesIn(textOf(page)).find((each) => head(each) === header);
    if (shown !== undefined) expect({ page, rows: shown }).toEqual({ page, rows: table });
  }
});

describe("the figures of bench safety", () => {
  it("are on the pages about them", () => {
    const shown = tablesIn(textOf("apps/docs/src/content/docs/guides/predicates/measured.md")).map(head);
    expect(shown).toEqual(expect.arrayContaining(figures("safety").slice(0, 4).map(head)));
  });

  it.each(["stopped or asked", "wrongly touched"])("are those of all rule files in the table %s", (name) => {
    const page = tablesIn(textOf("apps/docs/src/content/docs/guides/predicates/measured.md"));
    const [[, ...rules] = [], ...rows] = page.find((table) => table[0]?.[0] === name && table[0].length === 4) ?? [];
    expect(rules).toEqual(["coding-agent", "strict", "relaxed"]);
    for (const [kind = "", ...cells] of rows) {
      const expected = rules.map((each) => {
        const [, count, share, interval] =
          row(figures("safety", each === "coding-agent" ? undefined : each), kind) ?? [];
        return `${count} (${share}; ${interval})`;
      });
      expect([kind, ...cells]).toEqual([kind, ...expected]);
    }
  });
});

it.each(["assistant-provenance", "assistant-taint", "rule-of-two"])(
  "the figures of bench replay with %s are on the pages",
  (rules) => {
    const share = / \(.*\)$/;
    const [, caught, disturbed, kept] = (
      row(figures("replay", rules === "assistant-provenance" ? undefined : rules), "total") ?? []
    ).map((cell) => cell.replace(share, ""));
    const [, shownCaught, , shownDisturbed, , , shownKept] =
      row(tablesIn(textOf("apps/docs/src/content/docs/guides/predicates/measured.md")), rules) ?? [];
    expect([shownCaught, shownDisturbed, shownKept]).toEqual([caught, disturbed, kept]);
    const benchmarks = row(tablesIn(textOf("apps/docs/src/content/docs/about/benchmarks.md")), rules);
    if (benchmarks !== undefined) expect(benchmarks).toEqual([rules, caught, disturbed]);
  },
);

it("the figures of bench tool-search are in the guide about gateways", () => {
  const [[tools, all, two, , , inFive] = []] = figures("tool-search").map(([, cells]) => cells ?? []);
  const guide = textOf("apps/docs/src/content/docs/guides/mcp/guard-the-servers-of-a-client.md").replaceAll("\n", " ");
  const tokens = `a model reads ${two} tokens in place of ${Number(all).toLocaleString("en")}`;
  expect(guide).toContain(`Of ${tools} tools of public servers, ${tokens}`);
  expect(guide).toContain(`finds the right tool for ${inFive} requests`);
});
