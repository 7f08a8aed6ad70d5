import { InvalidSchemaError } from "@helve/opentool";
import type { CommandOptions } from "./command-options.ts";
import { markdown } from "./markdown.ts";
import { type Engine, engines } from "./schema-suite/engines.ts";
import { type Draft, readTests, type SuiteGroup, type SuiteTests } from "./schema-suite/read-tests.ts";

/**
 * Counts the right answers, the wrong answers and the refused tests of each engine: the required tests of 2020-12 and
 * draft-07, each schema alone and together with the schemas that it loads remotely.
 *
 * @returns Markdown tables; with `explain`, also every wrong answer and every refused schema
 */
export async function schemaSuite({ data, explain }: Pick<CommandOptions, "data" | "explain">): Promise<string> {
  const parts = [
    "Required tests of the JSON-Schema-Test-Suite; those in `optional` are left out. `alone`: the engine gets only the\n" +
      "schema. `with remotes`: it also gets the schemas that the suite serves at http://localhost:1234/, and the meta-schemas.\n" +
      "A test is refused if creating or running the validator throws. Options: the draft; for ajv `strict: false`.\n",
  ];
  const details: string[] = [];
  for (const draft of ["2020-12", "draft-07"] as const) {
    const { groups, remotes } = await readTests(data, draft);
    const rows: (readonly (string | number)[])[] = [];
    for (const [given, schemas] of [["alone", []] as const, ["with remotes", remotes] as const]) {
      for (const engine of engines) {
        const { right, wrong, refused } = outcome(engine, draft, { groups, remotes: schemas });
        rows.push([engine.name, given, right, wrong.length, count(refused), byKeyword(refused)]);
        details.push("", `${engine.name}, ${draft}, ${given}:`);
        details.push(...wrong.map((test) => `  wrong: ${test}`));
        details.push(...refused.map((group) => `  refused: ${group.keyword}: ${group.description}: ${group.reason}`));
      }
    }
    parts.push(`## ${draft}: ${count(groups)} tests of ${groups.length} schemas\n`);
    parts.push(markdown(["engine", "schemas", "right", "wrong", "refused", "refused by keyword"], rows));
  }
  return `${parts.join("\n")}${explain ? `${details.join("\n")}\n` : ""}`;
}

/** The number of right answers of an engine, the names of the tests with a wrong one, and the groups that it refuses. */
function outcome(engine: Engine, draft: Draft, { groups, remotes }: SuiteTests) {
  let right = 0;
  const wrong: string[] = [];
  const refused: (SuiteGroup & { readonly reason: string })[] = [];
  for (const group of groups) {
    const { keyword, description, schema, tests } = group;
    try {
      const isValid = engine.create(schema, draft, remotes);
      const answers = tests.map(({ data }) => isValid(data));
      for (const [index, test] of tests.entries()) {
        if (answers[index] === test.valid) right++;
        else wrong.push(`${keyword}: ${description}: ${test.description}`);
      }
    } catch (error) {
      const [reason = ""] = String(error).split("\n");
      refused.push({ ...group, keyword: refusedKeyword(error) ?? keyword, reason });
    }
  }
  return { right, wrong, refused };
}

/** The number of tests in some groups. */
function count(groups: readonly SuiteGroup[]): number {
  return groups.reduce((sum, { tests }) => sum + tests.length, 0);
}

/** The keywords that Helve can't enforce; other engines don't name them. */
function refusedKeyword(error: unknown): string | undefined {
  if (!(error instanceof InvalidSchemaError)) return undefined;
  return [...new Set(error.issues.map(({ code }) => `\`${code}\``))].join(" and ");
}

/** The refused tests by the keyword that is refused; if the engine doesn't name it, by the name of the test file. */
function byKeyword(groups: readonly SuiteGroup[]): string {
  const keywords = Map.groupBy(groups, ({ keyword }) => keyword);
  return Array.from(keywords, ([keyword, refused]) => `${keyword} ${count(refused)}`).join(", ");
}
