import { describe, expect, it } from "vitest";
import { evaluate, predicate } from "../finding.ts";

async function truthOf(name: string, text: unknown): Promise<unknown> {
  return (await evaluate(predicate(name), [], { body: text })).value;
}

describe("predicates about texts", () => {
  it.each([
    // [text, contains_secret, contains_pii, contain_privacy_infor, contain_sensitive_content]
    ["Lunch at noon?", false, false, false, false],
    ["password: Sommer2024!", true, false, false, true],
    ["write to ada@home.net", false, true, true, false],
    ["my card is 4111 1111 1111 1111", false, true, true, true],
    ["her salary is 90,000", false, false, true, true],
    ["He was diagnosed with asthma.", false, false, true, true],
    ["CONFIDENTIAL: the plan", false, false, false, true],
    ["we have confidence in you", false, false, false, false],
    ["the PIN is in the safe", false, false, false, true],
  ])("%s", async (text, ...values) => {
    const names = ["contains_secret", "contains_pii", "contain_privacy_infor", "contain_sensitive_content"];
    expect(await Promise.all(names.map((name) => truthOf(name, text)))).toEqual(values);
  });

  it.each([
    ["contain_sensitive_content", "contains_sensitive_information"],
    ["contain_privacy_infor", "contains_privacy_information"],
    ["contain_misleading_info", "contains_misleading_information"],
    ["is_excuting_malware", "is_executing_malware"],
    ["is_delete_important_file", "deletes_important_file"],
  ])("%s is an alias of %s", (printed, corrected) => {
    const { name, evaluate: _, ...rest } = predicate(corrected);
    expect(name).toBe(corrected);
    expect(predicate(printed)).toMatchObject({ name: printed, description: rest.description });
  });

  it("search nested strings, and return the found characters", async () => {
    const args = { parts: [{ text: "hello" }, { "a/b": ["the password is Tr0ub4dor&3 today"] }], size: 3 };
    expect(await evaluate(predicate("contains_secret"), [], args)).toEqual({
      value: true,
      reason: 'holds a value for "password"',
      evidence: [{ path: "/parts/1/a~1b/0", start: 16, end: 27, text: "Tr0ub4dor&3" }],
    });
  });

  it("search only the operands if the rule has operands", async () => {
    const asked = predicate("contains_secret");
    expect(await evaluate(asked, [{ value: "hello", path: "/a" }], { b: "password: Sommer2024!" })).toMatchObject({
      value: false,
    });
    const literal = await evaluate(asked, [{ value: "password: Sommer2024!" }], {});
    expect(literal).toMatchObject({ value: true, evidence: [] });
  });

  it("do not search receivers", async () => {
    expect(await evaluate(predicate("contains_pii"), [], { to: "ada@home.net", body: "hi" })).toMatchObject({
      value: false,
    });
  });

  it("are unknown for values nested too deeply", async () => {
    let deep: unknown = "password: Sommer2024!";
    for (let depth = 0; depth < 10_000; depth++) deep = [deep];
    expect(await truthOf("contains_secret", deep)).toBe("unknown");
    expect(await truthOf("contains_secret", JSON.parse('{"__proto__": "password: Sommer2024!"}'))).toBe(true);
  });
});

describe("contain_misleading_info", () => {
  it("is unknown without a judge", async () => {
    expect(await truthOf("contain_misleading_info", "We won!")).toBe("unknown");
  });

  it("asks the judge about the texts", async () => {
    const asked: unknown[] = [];
    const policy = {
      judge: async (question: unknown) => {
        asked.push(question);
        return { value: true, reason: "nobody won" } as const;
      },
    };
    const finding = await evaluate(
      predicate("contain_misleading_info", policy),
      [],
      { body: "We won!" },
      { tool: "Mail.Send" },
    );
    expect(finding).toEqual({ value: true, reason: "nobody won", evidence: [] });
    expect(asked).toMatchObject([{ texts: [{ path: "/body", text: "We won!" }], tool: "Mail.Send", prompt: "" }]);
  });

  it.each([undefined, null, "yes", {}, { value: 1, reason: "sure" }])(
    "is unknown when the judge says %j",
    async (said) => {
      const judge = () => JSON.parse(JSON.stringify({ said })).said;
      expect(await evaluate(predicate("contain_misleading_info", { judge }), [], { body: "We won!" })).toMatchObject({
        value: "unknown",
        reason: expect.any(String),
      });
    },
  );
});
