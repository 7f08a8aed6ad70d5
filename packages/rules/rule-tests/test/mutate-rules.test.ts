import { parseProgram } from "@helve/agentspec";
import { formatMutations, mutateRules } from "@helve/rule-tests";
import { describe, expect, it } from "vitest";

const options = { predicates: [] };

const rules = `rule @limit
trigger Bank.Transfer
check args.amount > 100 & !once(User.Confirm within 1h)
enforce stop
end
rule @pin
trigger Bank.ChangePin
check
enforce user_inspection
end
`;

const complete = `
test "much" when Bank.Transfer({"amount": 101}) expect stop by @limit end
test "just too little" when Bank.Transfer({"amount": 100}) expect allow end
test "confirmed" after User.Confirm() 1h ago when Bank.Transfer({"amount": 101}) expect allow end
test "long ago" after User.Confirm() 2h ago when Bank.Transfer({"amount": 101}) expect stop by @limit end
test "confirmed half an hour ago" after User.Confirm() 30m ago when Bank.Transfer({"amount": 101}) expect allow end
test "pin" when Bank.ChangePin() expect user_inspection by @pin end
test "another tool" when Bank.Balance({"amount": 101}) expect allow end
`;

async function survivors(tests: string): Promise<readonly string[]> {
  const report = await mutateRules(parseProgram(rules + tests), options);
  return report.survivors.map(({ change }) => change);
}

describe("mutateRules", () => {
  it("finds that complete tests notice every change but equivalent ones", async () => {
    const report = await mutateRules(parseProgram(rules + complete), options);
    expect(formatMutations(report)).toBe("15 of 15 mutations noticed (100 %)");
  });

  it("names the changes that no test notices", async () => {
    const one = 'test "much" when Bank.Transfer({"amount": 500}) expect stop by @limit end';
    expect(await survivors(one)).toEqual([
      "@limit: changed args.amount > 100 to args.amount > 101",
      "@limit: changed args.amount > 100 to args.amount > 99",
      "@limit: changed once(User.Confirm within 1h) to once(User.Confirm within 2h)",
      "@limit: changed once(User.Confirm within 1h) to once(User.Confirm within 0h)",
      "@limit: dropped args.amount > 100",
      "@limit: dropped !once(User.Confirm within 1h)",
      "@limit: other signs in args.amount > 100 & !once(User.Confirm within 1h)",
      "@limit: widened the trigger Bank.Transfer",
      "@pin: weakened user_inspection",
      "@pin: widened the trigger Bank.ChangePin",
      "@pin: dropped",
    ]);
  });

  it("sketches the test that would notice a change, from a test in which the rule is violated", async () => {
    const one = 'test "much" after Web.Read() when Bank.Transfer({"amount": 500}) expect stop by @limit end';
    const { survivors } = await mutateRules(parseProgram(rules + one), options);
    const sketch = survivors.find(({ change }) => change === "@limit: dropped args.amount > 100")?.sketch;
    expect(sketch).toBe(`test "@limit: dropped args.amount > 100"
// change it so that all other conditions are as here, and args.amount > 100 decides against the rule
after Web.Read()
when Bank.Transfer({"amount": 500})
expect allow
end`);
    expect(() =>
      parseProgram(
        survivors
          .map((survivor) => survivor.sketch)
          .join("\n")
          .replaceAll(/test "[^"]*"/g, () => `test "${counter++}"`),
      ),
    ).not.toThrow();
  });

  it("refuses rules whose tests fail", async () => {
    const wrong = 'test "much" when Bank.Transfer({"amount": 500}) expect allow end';
    await expect(survivors(wrong)).rejects.toThrow("these fail: much");
  });

  it("can be aborted", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(mutateRules(parseProgram(rules + complete), { ...options, signal })).rejects.toThrow("enough");
  });
});

let counter = 0;
