import { type GuardContext, type Step, withHistory } from "@helve/core";
import { emptyContext, engineOf } from "./decisions.ts";
import { compare } from "./interleave.ts";

/** Measures what a question about earlier steps costs after 10, 1,000 and 10,000 steps. */
export async function compareHistory(): Promise<void> {
  for (const [title, check] of checks) {
    await compare(
      title,
      [10, 1000, 10_000].map((length) => {
        const engine = engineOf(`rule @r trigger any.any check ${check} enforce stop end`);
        const context = contextOf(length);
        return [`after ${length} steps`, () => engine.before(action, context)];
      }),
    );
  }
}

const checks: readonly (readonly [title: string, check: string])[] = [
  ["no question", "args.amount > 1000"],
  ["once(Web.Read since Session.Clear)", "once(Web.Read since Session.Clear)"],
  ["count(Bank.Transfer within 1h)", "count(Bank.Transfer within 1h) > 100000"],
  ["sum(… within 24h) + args.amount", "sum(step.args.amount of Bank.Transfer within 24h) + args.amount > 1e9"],
  ["equality join", "!once(User.Confirm where step.args.to == args.to & step.result == true)"],
  ["equality join, count", "count(Bank.Transfer where step.args.to == args.to) > 100000"],
  ["condition without an index", "once(Bank.Transfer where step.args.amount > args.amount * 1000)"],
];

const action = { id: "call", name: "Bank.Transfer", args: { to: "user7", amount: 12.5 } };

/** Creates a context with a number of earlier steps. */
function contextOf(length: number): GuardContext {
  const trajectory = Object.freeze(
    withHistory(
      Array.from({ length }, (_, at) => stepOf(at)),
      {},
    ),
  );
  return { ...emptyContext, trajectory, now: length * 1000 };
}

const tools = ["Bank.Transfer", "Web.Read", "User.Confirm", "Files.Write", "Session.Clear"];

/** Builds the step with this number in the invented history of calls. */
function stepOf(at: number): Step {
  const name = tools[(at * 7) % tools.length] ?? "Web.Read";
  return {
    action: { id: `call_${at}`, name, args: { to: `user${at % 50}`, amount: (at % 100) + 0.25 } },
    observation: { parts: [{ type: "json", content: at % 3 === 0 }], isError: false },
    ran: true,
    status: "success",
    endedAt: at * 1000,
  };
}
