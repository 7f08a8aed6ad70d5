import { outcomeOf, type ReactOptions, react, scriptedModel, type ToolMessage } from "@helve/agent";
import { ActionExecutor } from "@helve/executor";
import { describe, expect, it } from "vitest";
import { add, calls, engine, eventsOf } from "./agents.ts";

const executor = new ActionExecutor([add]);
const submit = (answer: unknown) => calls(["submit", typeof answer === "string" ? { answer } : answer]);

function run(turns: Parameters<typeof scriptedModel>[0], options: Partial<ReactOptions> = {}) {
  return outcomeOf(react("Solve it.", { model: scriptedModel(turns), executor, ...options }));
}

/** The texts of the user messages. */
function said(messages: readonly { readonly role: string; readonly parts?: unknown }[]): readonly unknown[] {
  return messages.flatMap((message) =>
    message.role === "user" ? [(message.parts as { content: unknown }[])[0]?.content] : [],
  );
}

describe("react", () => {
  it("goes on until an answer is submitted, and asks the model to go on if it makes no call", async () => {
    const outcome = await run(["I think.", calls(["add", { x: 1, y: 2 }]), submit("3")]);
    expect(outcome).toMatchObject({ status: "finished", answer: "3", steps: 3 });
    expect(said(outcome.messages)).toEqual([
      "Solve it.",
      "Go on with the task. If you are done, call submit with your answer.",
    ]);
    expect(outcome.messages[0]).toMatchObject({ role: "system", content: expect.stringContaining("call submit") });
  });

  it("shows the model its own tool beside those of the executor", async () => {
    const names: unknown[] = [];
    const model = scriptedModel([
      ({ tools = [] }) => {
        names.push(...tools.map(({ name }) => name));
        return calls(["done", { answer: "3" }]);
      },
    ]);
    const outcome = await outcomeOf(react("Hi", { model, executor, submit: { name: "done" }, locale: "zh" }));
    expect(names).toEqual(["add", "done"]);
    expect(outcome).toMatchObject({ status: "finished", answer: "3" });
    expect(outcome.messages[0]).toMatchObject({ content: expect.stringContaining("调用 done 提交答案") });
  });

  it("goes on after a submission with wrong arguments, and says what is wrong", async () => {
    const outcome = await run([submit({ result: 3 }), calls(["submit", "{answer: 'ok',}"])]);
    expect(outcome).toMatchObject({ status: "finished", answer: "ok" });
    const reply = outcome.messages.find((message): message is ToolMessage => message.role === "tool");
    expect(reply?.isError).toBe(true);
    expect(reply?.parts[0]?.content).toContain('submit: "answer" is required');
  });

  it("runs the other calls of the message that submits", async () => {
    const outcome = await run([calls(["submit", { answer: "3" }], ["add", { x: 1, y: 2 }])]);
    expect(outcome.messages.filter(({ role }) => role === "tool")).toMatchObject([
      { name: "submit" },
      { name: "add", parts: [{ content: 3 }] },
    ]);
  });

  it("scores the answers, as many as it may submit", async () => {
    const scored: string[] = [];
    const score = (answer: string) => {
      scored.push(answer);
      return answer === "3";
    };
    const incorrect = (answer: string) => `${answer} is wrong`;
    const right = await run([submit("1"), submit("3"), submit("4")], { attempts: { most: 3, score, incorrect } });
    expect(right).toMatchObject({ status: "finished", answer: "3", steps: 2 });
    expect(said(right.messages)).toEqual(["Solve it.", "1 is wrong"]);

    const last = await run([submit("1"), submit("2")], { attempts: { most: 2, score } });
    expect(last).toMatchObject({ status: "finished", answer: "2" });
    expect(scored).toEqual(["1", "3", "1"]);
  });

  it("does what onContinue returns", async () => {
    const stop = await run([calls(["add", { x: 1, y: 2 }])], {
      onContinue: ({ calls: [first] }) => ({ kind: "stop", reason: `${first?.actionReturn?.status} is enough` }),
    });
    expect(stop).toMatchObject({ status: "stopped", by: "host", reason: "success is enough" });

    const say = await run([calls(["add", { x: 1, y: 2 }]), submit("3")], {
      onContinue: async () => ({ kind: "say", text: "Hurry." }),
    });
    expect(said(say.messages)).toEqual(["Solve it.", "Hurry."]);

    const replace = await run(["a", "b", submit("3")], {
      onContinue: ({ messages }) => ({ kind: "replace", messages: messages.slice(0, 2) }),
    });
    expect(replace.messages).toHaveLength(4);

    const text = await run(["a", submit("3")], { onContinue: "Next!" });
    expect(said(text.messages)).toEqual(["Solve it.", "Next!"]);
  });

  it("ends without a submission if it has no tool for it", async () => {
    const outcome = await run([calls(["add", { x: 1, y: 2 }]), "It is 3."], { submit: false });
    expect(outcome).toMatchObject({ status: "finished", answer: "It is 3." });
    expect(() => react("Hi", { model: scriptedModel([]), executor, submit: false, onContinue: "Next!" })).toThrow(
      "onContinue can't be a text if submit is false",
    );
  });

  it.each([
    [{ onContinue: () => undefined }, 'onContinue must return { kind: "continue" }'],
    [{ onContinue: () => "go on" }, '(got "go on")'],
    [{ onContinue: () => ({ kind: "say" }) }, '(got {"kind":"say"})'],
    [{ onContinue: () => ({ kind: "stop" }) }, '(got {"kind":"stop"})'],
    [
      { onContinue: () => ({ kind: "replace", messages: [{ role: "user", content: "Hi" }] }) },
      "the messages that onContinue returns: message 1: a user message needs parts",
    ],
    [
      { attempts: { most: 2, score: (): unknown => "yes" } },
      'attempts.score must return a boolean or a number (got "yes")',
    ],
    [
      { attempts: { most: 2, score: (): unknown => 0, incorrect: () => 5 } },
      "attempts.incorrect must return a text (got 5)",
    ],
  ])("throws if a function of the host returns something else: %o", async (options, message) => {
    await expect(run(["Hm.", submit("1"), submit("2")], options as object)).rejects.toThrow(message);
  });

  it("throws what a function of the host throws", async () => {
    const onContinue = () => {
      throw new Error("a bug of the host");
    };
    await expect(run(["a"], { onContinue })).rejects.toThrow("a bug of the host");
  });

  it("refuses a submission tool that the executor has, and attempts that are no number", () => {
    const model = scriptedModel([]);
    const attempts = { most: 0, score: () => true };
    expect(() => react("Hi", { model, executor, submit: { name: "add" }, attempts })).toThrow(
      'submit.name "add" is a tool of the executor already: choose another name\nattempts.most must be a whole number above 0 (got 0)',
    );
  });

  it("lets rules decide whether the agent may finish", async () => {
    const guarded = new ActionExecutor([add], {
      guards: [engine("rule @use_tool trigger agent_finish check !once(add) enforce llm_self_reflect end")],
    });
    const events = await eventsOf(
      react("Hi", {
        model: scriptedModel([submit("3"), calls(["add", { x: 1, y: 2 }]), submit("3")]),
        executor: guarded,
      }),
    );
    expect(events.flatMap((event) => (event.type === "verdict" ? [[event.event, event.verdict.kind]] : []))).toEqual([
      ["agent_finish", "stop"],
      ["agent_finish", "allow"],
    ]);
    const end = events.at(-1);
    expect(end).toMatchObject({ outcome: { status: "finished", answer: "3" } });
    const { messages } = end?.type === "end" ? end.outcome : { messages: [] };
    expect(said(messages)[1]).toContain("@use_tool");
  });
});
