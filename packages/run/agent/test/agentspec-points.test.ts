import { generateLoop, outcomeOf, reflectWith, scriptedModel } from "@helve/agent";
import type { Predicate } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { describe, expect, it } from "vitest";
import { add, bank, calls, engine, eventsOf } from "./agents.ts";

describe("the rules of AgentSpec", () => {
  it("are evaluated before and after an action, when the state changes and when the agent finishes", async () => {
    const { pay, payments } = bank();
    const guard = engine(`
      rule @before trigger Bank.Pay check args.amount > 100 enforce stop end
      rule @after trigger after_action Bank.Pay check true enforce warn("Keep the receipt.") end
      rule @state trigger state_change check state.balance < 50 enforce warn("The balance is low.") end
      rule @finish trigger agent_finish check true enforce log end
    `);
    const executor = new ActionExecutor([pay], { guards: [guard] });
    const model = scriptedModel([
      calls(["Bank-Pay", { to: "bob", amount: 900 }], ["Bank-Pay", { to: "mum", amount: 60 }]),
      "Done.",
    ]);
    const state = () => ({ balance: 100 - 60 * payments.length });
    const events = await eventsOf(generateLoop("Pay.", { model, executor, session: { state } }));
    expect(
      events.flatMap((event) => (event.type === "verdict" ? [[event.event, event.callId, event.verdict.kind]] : [])),
    ).toEqual([
      ["before_action", "call_1", "stop"],
      ["before_action", "call_2", "allow"],
      ["after_action", "call_2", "allow"],
      ["state_change", undefined, "allow"],
      ["agent_finish", undefined, "allow"],
    ]);
    const end = events.at(-1);
    const messages = end?.type === "end" ? end.outcome.messages : [];
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "user", "assistant"]);
    expect(JSON.stringify(messages[4])).toContain("The balance is low.");
  });

  it("emit the verdict for which a person was asked, also if the answer changes the state that they decide on", async () => {
    const contacts = ["ada"];
    const isContact: Predicate = {
      name: "is_contact",
      description: "Whether the receiver is a contact.",
      parameters: [],
      evaluate: (_, { action }) => contacts.includes(String(action.args["to"])),
    };
    const guard = engine("rule @ask trigger Bank.Pay check !is_contact enforce user_inspection(add) end", {
      predicates: [isContact],
      inspect: () => ({ decision: "fix", fix: "add" }),
      fixes: {
        add: ({ args }) => {
          contacts.push(String(args["to"]));
          return args;
        },
      },
    });
    const executor = new ActionExecutor([bank().pay], { guards: [guard] });
    const model = scriptedModel([calls(["Bank-Pay", { to: "bob", amount: 5 }]), "Done."]);
    const events = await eventsOf(
      generateLoop("Pay.", { model, executor, session: { state: () => ({ contacts: [...contacts] }) } }),
    );
    const enforced = events.flatMap((event) =>
      event.type === "verdict" ? event.verdict.decision.passes.flatMap(({ enforcements }) => enforcements) : [],
    );
    expect(enforced).toEqual([expect.objectContaining({ outcome: "fixed", detail: "add" })]);
  });

  it("end the run when a call, a state or the end of the agent must not be", async () => {
    const { pay, payments } = bank();
    const state = () => ({ paid: payments.length });
    const run = (rules: string, stopEnds: "action" | "agent") => {
      const executor = new ActionExecutor([pay], { guards: [engine(rules, { stopEnds })] });
      const turn = calls(["Bank-Pay", { to: "a", amount: 1 }], ["Bank-Pay", { to: "b", amount: 2 }]);
      return outcomeOf(generateLoop("Pay.", { model: scriptedModel([turn, "ok"]), executor, session: { state } }));
    };
    const stopped = await run("rule @no trigger Bank.Pay check true enforce stop end", "agent");
    expect(stopped).toMatchObject({ status: "stopped", by: "guard", reason: expect.stringContaining("@no") });
    expect(payments).toEqual([]);

    const state1 = await run("rule @one trigger state_change check state.paid > 0 enforce stop end", "action");
    expect(state1).toMatchObject({ status: "stopped", reason: expect.stringContaining("@one") });
    expect(payments).toEqual(["a 1"]);
    expect(state1.messages.at(-1)).toMatchObject({
      callId: "call_2",
      parts: [{ content: "The call was not started." }],
    });
  });

  it("let the agent finish once what they invoke has changed the state", async () => {
    const { pay, payments } = bank();
    const guard = engine(
      'rule @debt trigger agent_finish check state.paid < 1 enforce invoke_action(Bank.Pay, {"to": "bob", "amount": 5}) end',
    );
    const executor = new ActionExecutor([pay], { guards: [guard] });
    const state = () => ({ paid: payments.length });
    const run = generateLoop("Hi", { model: scriptedModel(["Done."]), executor, session: { state } });
    expect((await outcomeOf(run)).status).toBe("finished");
    expect(payments).toEqual(["bob 5"]);
  });

  it("end the run if a guard fails", async () => {
    const guard = {
      before: async (action: never) => ({ kind: "allow" as const, action, decision: { passes: [] } }),
      finishing: () => Promise.reject(new Error("broken")),
    };
    const executor = new ActionExecutor([add], { guards: [guard] });
    expect(await outcomeOf(generateLoop("Hi", { model: scriptedModel(["ok"]), executor }))).toMatchObject({
      status: "stopped",
      reason: "a guard failed: broken",
    });
  });

  it.each([
    [{}],
    [{ kind: "replace", decision: { passes: [] } }],
    [{ kind: "stop", decision: { passes: [] } }],
    [{ kind: "allow" }],
    [null],
    [undefined],
  ])("end the run if a guard returns no verdict when the agent finishes: %j", async (verdict) => {
    const guard = {
      before: async (action: never) => ({ kind: "allow" as const, action, decision: { passes: [] } }),
      finishing: async () => verdict as never,
    };
    const executor = new ActionExecutor([add], { guards: [guard] });
    expect(await outcomeOf(generateLoop("Hi", { model: scriptedModel(["ok"]), executor }))).toMatchObject({
      status: "stopped",
      by: "guard",
      reason: `a guard failed: its verdict is invalid: ${JSON.stringify(verdict)}`,
    });
  });

  it("let the model reflect on an action that violates one", async () => {
    const { pay, payments } = bank();
    const asked: string[] = [];
    const reflecting = scriptedModel([
      ({ messages }) => {
        asked.push(JSON.stringify(messages));
        return calls(["Bank-Pay", "{to: 'bob', amount: '50'}"]);
      },
      "I give up.",
      calls(["Bank-Pay", { to: 5 }]),
    ]);
    const guard = engine("rule @limit trigger Bank.Pay check args.amount > 100 enforce llm_self_reflect end", {
      reflect: reflectWith(reflecting, () => executor),
    });
    const executor: ActionExecutor = new ActionExecutor([pay], { guards: [guard] });
    const expensive = calls(["Bank-Pay", { to: "bob", amount: 900 }]);
    const model = scriptedModel([expensive, expensive, expensive, "Done."]);
    const outcome = await outcomeOf(generateLoop("Pay Bob.", { model, executor }));
    expect(outcome.status).toBe("finished");
    expect(payments).toEqual(["bob 50"]);
    expect(asked[0]).toContain("args.amount is 900");
    expect(asked[0]).toContain("Pay Bob.");
  });
});
