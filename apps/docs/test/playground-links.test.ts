import { readFileSync } from "node:fs";
import { evaluate } from "@helve/playground/evaluate";
import { type PlaygroundState, readShareHash } from "@helve/playground/share";
import { markdownToHtml } from "satteri";
import { expect, it } from "vitest";
import { playgroundLinks } from "../src/markdown/playground-links.ts";
import { referencePages } from "../src/reference/write-reference.ts";
import { pages } from "./pages.ts";

const generated = (await referencePages()).map(({ path, text }) => ({ name: path, text }));
const written = pages.map(({ name, url }) => ({ name, text: readFileSync(url, "utf8") }));

/** The playground states that the links of a page open. */
async function openedStates(name: string, markdown: string): Promise<readonly PlaygroundState[]> {
  const fileURL = new URL(`../src/content/docs/${name}`, import.meta.url);
  const { html } = await markdownToHtml(markdown, { fileURL, mdastPlugins: [playgroundLinks("")] });
  return Array.from(html.matchAll(/\/playground\/(#[^"]*)"/g), ([, hash = ""]) => {
    const { value, issues } = readShareHash(hash);
    expect(issues).toEqual([]);
    return value ?? {};
  });
}

const states = await Promise.all([...written, ...generated].map(({ name, text }) => openedStates(name, text)));
const links = [...written, ...generated].flatMap(({ name }, page) =>
  (states[page] ?? []).map((state, index) => [`${name}, link ${index + 1}`, state] as const),
);

it.for(links)(
  "%s: opens rules with an input about which one of them decides, or shows their mistake",
  async ([name, state]) => {
    const { rules = "", tests = "", context = "", input = { kind: "shell", text: "" } } = state;
    const { ruleIssues, problems, steps, call } = await evaluate({ rules, tests, context, input });
    if (ruleIssues.length > 0 || problems.some((problem) => problem.in === "rules")) return;
    expect(problems).toEqual([]);
    if (tests === "") expect(steps.flatMap((step) => step.rules)).not.toEqual([]);
    // Each predicate is true, as its page says.
    if (name.startsWith("reference/predicates")) expect(call?.rules.map(({ isUnknown }) => isUnknown)).toEqual([false]);
  },
);

it("opens the rules and the tests that a page has shown up to a block, and its policy", async () => {
  const page = [
    '```json title="policy.json"\n{ "$schema": "x", "contacts": ["corp.example"] }\n```',
    '```agentspec title="a.agentspec"\nrule @a trigger any enforce stop end\n```',
    '```agentspec append="a.agentspec" tool="Bank.Pay" input=\'{"amount": 5}\'\nrule @b trigger any enforce stop end\n```',
    '```agentspec title="a.test.agentspec"\ntest "x"\nwhen Bank.Pay({})\nexpect stop\nend\n```',
  ].join("\n\n");
  const both = "rule @a trigger any enforce stop end\nrule @b trigger any enforce stop end\n";
  const context = JSON.stringify({ policy: { contacts: ["corp.example"] } }, null, 2);
  const [, ...opened] = await openedStates("how-to/a.md", page);
  expect(opened).toEqual([
    { rules: both, context, input: { kind: "call", tool: "Bank.Pay", text: '{"amount": 5}' } },
    { rules: both, context, tests: 'test "x"\nwhen Bank.Pay({})\nexpect stop\nend\n' },
  ]);
});
