import { explainRule, parseProgram } from "@helve/agentspec";
import type { Predicate } from "@helve/core";
import { drivingPredicates } from "@helve/driving";
import { householdPredicates } from "@helve/household";
import { predicateCatalogue } from "@helve/predicates";
import { taskPredicates } from "@helve/toolkits/todoist";
import { describe, expect, it } from "vitest";

type Explained = Pick<Predicate, "name" | "parameters" | "phrase">;
const predicates: readonly Explained[] = [
  ...predicateCatalogue,
  ...taskPredicates(),
  ...householdPredicates(),
  ...drivingPredicates(),
];

/** Calls with operands that have phrases of their own. */
const special = [
  "rain(0)",
  "is_fast_lane(0)",
  "trafficlight_color(2)",
  "trafficlight_color(3)",
  "contains_secret(args.b)",
];

/** A call of each predicate without operands, if it may have none, and one with operands. */
const ordinary = predicates.flatMap(({ name, parameters = [] }) => {
  const operands = parameters.flatMap(({ name: parameter, schema, rest }) => {
    if (typeof schema === "object" && schema.type === "number") return ["1"];
    if (rest !== true) return [`args.${parameter}`];
    return schema === undefined ? [`args.${parameter}`, "args.b"] : ['"a"', '"b"'];
  });
  return [
    ...(parameters.every(({ required }) => required === false) ? [name] : []),
    ...(operands.length === 0 ? [] : [`${name}(${operands.join(", ")})`]),
  ];
});

const calls = [...ordinary, ...special];

/** The clause by which an explanation says a condition. */
function clause(condition: string, locale: "en" | "zh"): string {
  const [rule] = parseProgram(`rule @r trigger X check ${condition} enforce stop end`).rules;
  const sentence = rule === undefined ? "" : explainRule(rule, { locale, predicates });
  const [, text = ""] =
    (locale === "en"
      ? /^When the agent is about to run X and (.*), stop the action\.$/
      : /^当智能体将要运行 X，且 ?(.*?) ?时，阻止该操作。$/
    ).exec(sentence) ?? [];
  return text;
}

describe.each(calls)("%s", (call) => {
  it.each(["en", "zh"] as const)("reads as a clause, and differently if it is false: %s", (locale) => {
    const [holds, fails] = [clause(call, locale), clause(`!${call}`, locale)];
    expect(holds).not.toBe(fails);
    for (const text of [holds, fails]) {
      expect(text).not.toMatch(/^`|^$|^it is not true that|^并非|[{}]| {2}|\b(\w+) \1\b/);
      expect(text).not.toMatch(/\p{Script=Han}[\w"`]|[\w"`]\p{Script=Han}|\p{Script=Han} \p{Script=Han}/u);
    }
    for (const [operand] of call.matchAll(/args\.\w+|"\w"/g)) {
      const shown = operand.replace(/^args\.(\w+)$/, "`$1`");
      expect(holds).toContain(shown);
      expect(fails).toContain(shown);
    }
  });
});

it("a predicate whose operands are directories or hosts is said by its name for a value of the call", () => {
  expect(clause("writes_outside(args.command)", "en")).toBe("`writes_outside` holds for its argument `command`");
  expect(clause('!sends_data_to(args.url, "x.io")', "zh")).toBe('`sends_data_to` 对其参数 `url`、"x.io" 不成立');
});

it("the clauses of all predicates are those of the list", async () => {
  const clauses = new Map<string, string>();
  for (const call of calls) {
    const conditions = [call, `!${call}`];
    const lines = [...conditions.map((one) => clause(one, "en")), ...conditions.map((one) => clause(one, "zh"))];
    const text = lines.map((line) => `  ${line}\n`).join("");
    clauses.set(text, [clauses.get(text) ?? "", `${call}\n`].join(""));
  }
  const list = Array.from(clauses, ([text, names]) => names + text).join("\n");
  await expect(list).toMatchFileSnapshot("predicate-phrases.txt");
});
