import { formatProgram, parseProgram } from "@helve/agentspec";
import { dropRules } from "@helve/rule-tests";
import { describe, expect, it } from "vitest";

const ruleOf = (name: string) =>
  `rule @${name}\ntrigger Bank.Pay\ncheck args.amount > 100 // much\nenforce stop\nend\n`;
const text = `// Payments.
default allow

// about a
${ruleOf("a")}
// about b
${ruleOf("b")}
// about c
${ruleOf("c")}
// about the test
test "much" when Bank.Pay({"amount": 500}) expect stop by @b end
`;

describe("dropRules", () => {
  it("keeps the other rules with their comments, and no tests", () => {
    const dropped = formatProgram(dropRules(parseProgram(text), ["b"]));
    expect(dropped).toBe(
      formatProgram(`// Payments.\ndefault allow\n\n// about a\n${ruleOf("a")}\n// about c\n${ruleOf("c")}`),
    );
  });

  it("ignores unknown names", () => {
    const program = parseProgram(ruleOf("a"));
    expect(formatProgram(dropRules(program, ["nobody", "__proto__"]))).toBe(formatProgram(program));
  });
});
