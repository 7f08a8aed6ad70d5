import { parseProgram } from "@helve/agentspec";
import type { Predicate } from "@helve/core";
import { type RuleExample, type SuggestionMessage, suggestRules } from "@helve/rule-tests";
import { describe, expect, it } from "vitest";

const isBig: Predicate = {
  name: "is_big",
  description: "Whether the amount is above 100.",
  parameters: [],
  argumentFor: () => "amount",
  evaluate: (_args, { action }) => Number(action.args["amount"]) > 100,
};

const pay = (id: string, amount: number, harmful: boolean): RuleExample => {
  return { id, harmful, calls: [{ tool: "Bank.Pay", args: { amount } }] };
};
const examples = [
  ...[500, 600, 700, 800].map((amount) => pay(`bad ${amount}`, amount, true)),
  ...[1, 2, 3, 90].map((amount) => pay(`good ${amount}`, amount, false)),
];
const rule = (condition: string, name = "limit") =>
  `rule @${name}\ntrigger Bank.Pay\ncheck ${condition}\nenforce user_inspection\nend`;

/** Suggests rules with a model that gives these answers, and returns what it was asked, too. */
async function suggestWith(answers: readonly string[], more: object = {}) {
  const conversations: (readonly SuggestionMessage[])[] = [];
  const suggestion = await suggestRules({
    ask: async (conversation) => {
      conversations.push([...conversation]);
      return answers[conversations.length - 1] ?? "";
    },
    description: "It pays bills. Amounts above 100 need a person.",
    predicates: [isBig],
    examples,
    ...more,
  });
  return { suggestion, conversations, lastAsked: conversations.at(-1)?.at(-1)?.text ?? "" };
}

describe("suggestRules", () => {
  it("measures the rules on the examples that the model has read, and on the others", async () => {
    const { suggestion, conversations } = await suggestWith([
      `Here:\n\n\`\`\`agentspec\n${rule("args.amount > 550")}\n\`\`\`\nOk?`,
    ]);
    expect(suggestion?.shown.harmful.of).toBe(2);
    expect(suggestion?.unseen.harmful).toEqual({ stopped: 2, of: 2 });
    expect(suggestion?.shown).toMatchObject({ harmful: { stopped: 1, of: 2 }, missed: ["bad 500"], falseAlarms: [] });
    expect(suggestion?.shown.rules).toEqual([{ name: "limit", harmful: 1, alone: 1, falseAlarms: [] }]);
    const [first] = conversations[0] ?? [];
    for (const text of ["It pays bills.", "is_big", "Bank.Pay", "500", "700", "90"]) {
      // "good 90" is the last of its kind, which the model does not read.
      if (text === "90") expect(first?.text).not.toContain('{"amount":90}');
      else expect(first?.text).toContain(text);
    }
    expect(first?.text).not.toContain("600");
  });

  it("shows the model its mistakes, and returns its best rules", async () => {
    const { suggestion, conversations } = await suggestWith([
      rule("is_huge"),
      rule("args.amount > 0"),
      rule("is_big"),
      rule("args.amount > 1"),
    ]);
    expect(suggestion?.text.trim()).toBe(rule("is_big"));
    const replies = conversations.map((conversation) => conversation.at(-1)?.text);
    expect(replies[1]).toContain("is_huge");
    expect(replies[2]).toContain('@limit stops this harmless work:\n\n- Bank.Pay({"amount":1})');
    expect(conversations).toHaveLength(3); // nothing is left to improve
    expect(suggestion?.attempts.map(({ issues, shown }) => [issues.length > 0, shown?.falseAlarms.length])).toEqual([
      [true, undefined],
      [false, 2],
      [false, 0],
    ]);
  });

  it("keeps earlier rules if the last answer is worse", async () => {
    const { suggestion } = await suggestWith([rule("args.amount > 550"), rule("args.amount > 900"), "I can't."]);
    expect(suggestion?.text).toContain("550");
  });

  it("returns nothing if no answer has rules that can be used", async () => {
    const { suggestion, conversations } = await suggestWith(["no", "rule", rule("unknown_predicate")]);
    expect(suggestion).toBeUndefined();
    expect(conversations).toHaveLength(3);
  });

  it("reports rules that parse and can't be enforced", async () => {
    const { conversations } = await suggestWith([`${rule("is_big")}\n${rule("is_big")}`], { attempts: 2 });
    expect(conversations[1]?.at(-1)?.text).toContain("limit");
  });

  it("refuses rules with characters that a person does not see", async () => {
    const hidden = `// \u202e\u001b[2J\n${rule("is_big")}`;
    const { suggestion, conversations } = await suggestWith([hidden], { attempts: 2 });
    expect(suggestion).toBeUndefined();
    expect(conversations[1]?.at(-1)?.text).toContain("invisible characters: // \\u{202e}\\u{1b}[2J");
    const lines = `// a\n${rule("is_big")}`.replaceAll("\n", "\r\n");
    expect((await suggestWith([lines])).suggestion?.text).not.toContain("\r");
  });

  it("leaves out tests that a model has written", async () => {
    const test = 'test "big" when Bank.Pay({"amount": 1}) expect stop end';
    const { suggestion } = await suggestWith([`${rule("is_big")}\n${test}`]);
    expect(suggestion?.text.trim()).toBe(rule("is_big"));
  });

  it("shows the model examples from the whole file, whatever their number", async () => {
    for (const count of [1, 2, 3, 5, 7, 39, 41, 100]) {
      const many = Array.from({ length: count }, (_, index) => pay(`${index}`, 500 + index, true));
      const { suggestion } = await suggestWith([rule("is_big")], { examples: many });
      const indexes = suggestion?.examples.shown.map(({ id }) => Number(id)) ?? [];
      const most = Math.min(20, Math.ceil(count / 2));
      expect(indexes).toHaveLength(most);
      expect(suggestion?.examples.unseen).toHaveLength(count - most);
      expect(count - 1 - (indexes.at(-1) ?? 0)).toBeLessThan(count / most);
    }
    const { suggestion } = await suggestWith([rule("is_big")], { shown: 100 });
    expect(suggestion?.examples.unseen).toEqual([]);
  });

  it("tells the model which harmless work no rule allows", async () => {
    const { conversations } = await suggestWith([`default deny\n${rule("is_big")}`], { attempts: 2 });
    expect(conversations[1]?.at(-1)?.text).toContain('No rule allows this harmless work:\n\n- Bank.Pay({"amount":1})');
  });

  it("does not count a rule that only warns", async () => {
    const warning = rule("args.amount > 0", "warning").replace("user_inspection", 'warn("careful")');
    const { suggestion } = await suggestWith([warning]);
    expect(suggestion?.shown).toMatchObject({ falseAlarms: [], rules: [{ harmful: 0, falseAlarms: [] }] });
  });

  it("counts a run as stopped at any of its calls, with the calls before as history", async () => {
    const run: RuleExample = {
      id: "run",
      harmful: true,
      calls: [
        { tool: "Web.Read", args: {} },
        { tool: "Bank.Pay", args: { amount: 1 } },
      ],
    };
    const { suggestion } = await suggestWith([rule("once(Web.Read)")], {
      examples: [run, pay("good", 1, false)],
      shown: 1,
    });
    expect(suggestion?.shown).toMatchObject({ harmful: { stopped: 1, of: 1 }, harmless: { stopped: 0, of: 1 } });
  });

  it("refuses examples without harm, and invalid numbers, before the model is asked", async () => {
    await expect(suggestWith([], { examples: [pay("good", 1, false)] })).rejects.toThrow("must have a harmful example");
    await expect(suggestWith([], { attempts: 0 })).rejects.toThrow("attempts must be a whole number (got 0)");
    await expect(suggestWith([], { description: " " })).rejects.toThrow("description must say");
  });

  it("ends when the signal is aborted", async () => {
    const ask = async () => {
      abort.abort(new Error("enough"));
      return rule("is_big");
    };
    const abort = new AbortController();
    await expect(suggestWith([], { ask, signal: abort.signal })).rejects.toThrow("enough");
  });

  it("teaches conditions that parse", async () => {
    const { conversations } = await suggestWith([rule("is_big")]);
    const card = conversations[0]?.[0]?.text ?? "";
    const conditions = card
      .slice(card.indexOf("Conditions:") + 11, card.indexOf("A rule applies"))
      .replace(/a predicate such as (\w+), or /, "$1; ")
      .replace("!condition; condition & condition;\ncondition | condition", "!a; a & b; a | b")
      .replace(" if such a call ran before", "")
      .split(";")
      .map((condition) => condition.trim().replace(/\.$/, ""))
      .filter((condition) => condition !== "");
    expect(conditions.length).toBeGreaterThan(10);
    for (const condition of conditions) expect(() => parseProgram(rule(condition)), condition).not.toThrow();
  });
});
