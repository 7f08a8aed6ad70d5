import { toAiTools } from "@helve/ai-sdk";
import { scriptedModel } from "@helve/ai-sdk/testing";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import {
  convertToModelMessages,
  generateText,
  isStepCount,
  type ModelMessage,
  readUIMessageStream,
  streamText,
  ToolLoopAgent,
  type UIMessage,
} from "ai";
import * as sdk6 from "ai-6";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { approvedCall, askAbove50, bank, engine, pay, read, results } from "./bank.ts";

const stopWhen = isStepCount(10);

describe("toAiTools", () => {
  it("refuses a misspelled option and what is no executor", () => {
    const executor = new ActionExecutor([]);
    expect(() => toAiTools(executor, { promt: "Pay." } as object)).toThrow(
      '"promt" is not an option of toAiTools (did you mean "prompt"?)',
    );
    expect(() => toAiTools({} as ActionExecutor)).toThrow("must be an ActionExecutor");
  });

  it("works in a ToolLoopAgent", async () => {
    const { helve, paid } = bank("");
    const agent = new ToolLoopAgent({ model: scriptedModel([[pay("a", 5)], "done"]), ...helve });
    expect((await agent.generate({ prompt: "Pay." })).text).toBe("done");
    expect(paid).toEqual([5]);
  });

  it("asks with `tools` alone, and denies what rules stop", async () => {
    const rules = `${askAbove50} rule @no trigger pay check args.amount < 0 enforce stop("no debts") end`;
    const { helve, paid } = bank(rules);
    const model = scriptedModel([[pay("a", 80), pay("b", -1)], "done"]);
    const { content } = await generateText({ model, prompt: "Pay.", tools: helve.tools, stopWhen });
    expect(content.filter(({ type }) => type === "tool-approval-request")).toHaveLength(1);
    expect(content.find((part) => part.type === "tool-error")).toMatchObject({ toolCallId: "b" });
    expect(paid).toEqual([]);
  });

  it("gives the SDK the decoded arguments, and keeps the text in the record", async () => {
    const { helve } = bank("");
    const records: unknown[] = [];
    helve.calls.executor.on("action:end", ({ actionReturn }) => records.push(actionReturn.call.arguments));
    const model = scriptedModel([[{ id: "a", name: "pay", arguments: "{amount: '5',}" }], "done"]);
    const { steps } = await generateText({ model, prompt: "Pay.", ...helve, stopWhen });
    expect(steps[0]?.toolCalls[0]?.input).toEqual({ amount: 5 });
    expect(records).toEqual(["{amount: '5',}"]);
  });

  it("gives the members of toolkits their names on the wire, and knows the dotted one", async () => {
    const move = tool({
      name: "move",
      description: "Move.",
      parameters: z.object({ meters: z.number().describe("how far") }),
      execute: ({ meters }) => `moved ${meters}`,
    });
    const helve = toAiTools(new ActionExecutor([{ name: "Robot", tools: [move] }]));
    expect(Object.keys(helve.tools)).toEqual(["Robot-move"]);
    const model = scriptedModel([[{ id: "a", name: "Robot.move", arguments: '{"meters": 2}' }], "done"]);
    const { responseMessages } = await generateText({ model, prompt: "Move.", ...helve, stopWhen });
    expect(results(responseMessages)).toEqual([{ type: "text", value: "moved 2" }]);
  });

  it("gives images and notes to the model", async () => {
    const photo = tool({
      name: "photo",
      description: "Take a photo.",
      parameters: { type: "object" },
      execute: () => [
        { type: "text", content: "a cat" } as const,
        { type: "image", content: "data:image/png;base64,AAAA" } as const,
        { type: "image", content: "cat.png" } as const,
      ],
    });
    const guards = [engine('rule @note trigger photo check True enforce warn("mind the cat") end')];
    const helve = toAiTools(new ActionExecutor([photo], { guards }));
    const model = scriptedModel([[{ id: "a", name: "photo", arguments: "{}" }], "done"]);
    const { responseMessages } = await generateText({ model, prompt: "Go.", ...helve, stopWhen });
    const [output] = results(responseMessages) as [{ type: string; value: unknown[] }];
    expect(output.type).toBe("content");
    expect(JSON.stringify(output.value)).toContain("mind the cat");
    expect(output.value).toContainEqual({
      type: "file",
      data: { type: "data", data: "AAAA" },
      mediaType: "image/png",
    });
    expect(output.value).toContainEqual({ type: "text", text: "cat.png" }); // no URL, which the SDK would refuse

    const model6 = scriptedModel([[{ id: "a", name: "photo", arguments: "{}" }], "done"], { version: 6 });
    const helve6 = toAiTools(new ActionExecutor([photo]));
    const { response } = await sdk6.generateText({
      ...(helve6 as object),
      model: model6 as unknown as sdk6.LanguageModel,
      prompt: "Go.",
      stopWhen: sdk6.stepCountIs(10),
    });
    expect(JSON.stringify(response.messages)).toContain('{"type":"image-data","data":"AAAA","mediaType":"image/png"}');
  });

  it("continues with UI messages, in another process, with the approval secret of the SDK", async () => {
    const approvals = new Map<string, string>();
    const options = { prompt: "Pay.", experimental_toolApprovalSecret: "a secret of the server", stopWhen };
    const first = bank(askAbove50, { approvals });
    const model = scriptedModel([[{ id: "a", name: "pay", arguments: "{amount: '80'}" }], "done"]);
    const stream = streamText({ model, ...options, ...first.helve }).toUIMessageStream({ sendStart: true });
    let message: UIMessage | undefined;
    for await (const update of readUIMessageStream({ stream })) message = update;
    const stored = JSON.parse(JSON.stringify(message)) as UIMessage;
    const part = stored.parts.find(({ type }) => type === "tool-pay") as unknown as {
      state: string;
      approval: { id: string; approved?: boolean };
    };
    expect(part.state).toBe("approval-requested");
    Object.assign(part, { state: "approval-responded", approval: { ...part.approval, approved: true } });

    const later = bank(askAbove50, { approvals });
    const user: UIMessage = { id: "1", role: "user", parts: [{ type: "text", text: "Pay." }] };
    const messages = await convertToModelMessages([user, stored], { tools: later.helve.tools });
    const { prompt: _, ...rest } = options;
    const { text } = await generateText({ model, messages, ...rest, ...later.helve });
    expect([text, later.paid]).toEqual(["done", [80]]);
  });

  it("does not mix runs, and leaves no listener on a signal", async () => {
    const rules = 'rule @once trigger pay check count(pay) >= 1 enforce stop("one payment only") end';
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...parameters: Parameters<typeof add>) => {
      listeners++;
      add(...parameters);
    };
    signal.removeEventListener = (...parameters: Parameters<typeof remove>) => {
      listeners--;
      remove(...parameters);
    };
    const runs = Array.from({ length: 5 }, () => bank(rules));
    await Promise.all(
      runs.map(({ helve: { tools, toolApproval } }) => {
        const execute = tools["pay"]?.execute as (input: unknown, options: unknown) => AsyncIterable<unknown>;
        expect(toolApproval).toBeDefined();
        return read(execute({ amount: 5 }, { toolCallId: "a", messages: [], abortSignal: signal }));
      }),
    );
    expect(runs.map(({ paid }) => paid)).toEqual([[5], [5], [5], [5], [5]]);
    expect(listeners).toBe(0);
  });

  it("aborts a tool whose stream is left", async () => {
    const aborted = Promise.withResolvers<void>();
    const wait = tool({
      name: "wait",
      description: "Wait.",
      parameters: { type: "object" },
      execute: (_, { signal, progress }) => {
        progress("waiting");
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted.resolve();
            reject(signal.reason);
          });
        });
      },
    });
    const { tools } = toAiTools(new ActionExecutor([wait]));
    const execute = tools.wait.execute as (input: unknown, options: unknown) => AsyncIterable<unknown>;
    for await (const update of execute({}, { toolCallId: "a", messages: [] })) {
      expect(update).toBe("waiting");
      break;
    }
    await aborted.promise;
  });

  it("does not count the approval of one call for another one with the same id", async () => {
    const { helve, paid } = bank(askAbove50);
    const model = scriptedModel([[pay("a", 80), pay("a", 8000)], "done"]);
    const first = streamText({ model, prompt: "Pay.", ...helve, stopWhen: isStepCount(10) });
    await first.consumeStream();
    const asked: ModelMessage[] = [{ role: "user", content: "Pay." }, ...(await first.responseMessages)];
    const [question] = helve.questions(asked);
    expect(question?.reason).toContain('{"amount":80}');
    const approvalId = question?.approvalId ?? "";
    const content = [{ type: "tool-approval-response", approvalId, approved: true } as const];
    const messages: ModelMessage[] = [...asked, { role: "tool", content }];
    await streamText({ model, messages, ...helve, stopWhen: isStepCount(10) }).consumeStream();
    expect(paid).toEqual([]);
  });

  it("asks about a call with the id of an earlier one that has run", async () => {
    const { helve, paid } = bank(askAbove50);
    const model = scriptedModel([[pay("a", 80)], [pay("a", 90)], "done"]);
    const messages: ModelMessage[] = [{ role: "user", content: "Pay." }];
    for (let run = 0; run < 3; run++) {
      const { responseMessages } = await generateText({ model, messages, ...helve, stopWhen: isStepCount(10) });
      messages.push(...responseMessages);
      if (run < 2) messages.push(...(await helve.respond(messages, { a: { decision: "approve" } })));
    }
    expect(paid).toEqual([80, 90]);
    expect(helve.questions(messages)).toEqual([]);
  });
});

describe("approvals", () => {
  it("does not count an approval of a question that was never asked, however often it is sent", async () => {
    for (const amount of [80, 5]) {
      const { helve, paid } = bank(askAbove50);
      const messages = approvedCall("a", "pay", { amount });
      const send = () => generateText({ model: scriptedModel(["", "done"]), messages, ...helve, stopWhen });
      await Promise.all([send(), send()]);
      await send();
      expect(paid).toEqual([]);
    }
  });

  it("does not count one in a direct call of the tool", async () => {
    const { helve, paid } = bank(askAbove50);
    const execute = helve.tools["pay"]?.execute as (input: unknown, options: unknown) => AsyncIterable<unknown>;
    const messages = approvedCall("a", "pay", { amount: 80 });
    await expect(read(execute({ amount: 80 }, { toolCallId: "a", messages }))).rejects.toThrow(
      "no question about it is open",
    );
    expect(paid).toEqual([]);
  });

  it("does not count one for other arguments than were asked about, and runs an approved call once", async () => {
    const { helve, paid } = bank(askAbove50);
    const model = scriptedModel([[pay("a", 80)], "done"]);
    const { responseMessages } = await generateText({ model, prompt: "Pay.", ...helve, stopWhen });
    const asked: ModelMessage[] = [{ role: "user", content: "Pay." }, ...responseMessages];
    const approved = [...asked, ...(await helve.respond(asked, { a: { decision: "approve" } }))];
    const changed = JSON.parse(JSON.stringify(approved).replaceAll("80", "8000")) as ModelMessage[];
    await generateText({ model, messages: changed, ...helve, stopWhen });
    expect(paid).toEqual([]);
    const send = () => generateText({ model, messages: approved, ...helve, stopWhen });
    await Promise.all([send(), send(), send()]);
    await send();
    expect(paid).toEqual([80]);
  });

  it("lets rules look back at a rejection", async () => {
    const { helve, paid } = bank(askAbove50);
    const model = scriptedModel([[pay("a", 80)], [pay("b", 5)], "done"]);
    const { responseMessages } = await generateText({ model, prompt: "Pay.", ...helve, stopWhen });
    const asked: ModelMessage[] = [{ role: "user", content: "Pay." }, ...responseMessages];
    const messages = [...asked, ...(await helve.respond(asked, { a: { decision: "reject", reason: "no" } }))];
    await generateText({ model, messages, ...helve, stopWhen });
    expect(paid).toEqual([5]);
    const steps = helve.calls.session.trajectory.map(({ action, status }) => [action.id, status]);
    expect(steps).toEqual([
      ["a", "stopped"],
      ["b", "success"],
    ]);
    const replayed = [...asked, ...(await helve.respond(asked, { a: { decision: "approve" } }))];
    await generateText({ model, messages: replayed, ...helve, stopWhen });
    expect(paid).toEqual([5, 5]);
  });

  it("does not apply a kept edit to a later question with the same id", async () => {
    const { helve, paid } = bank(askAbove50);
    helve.answer("a", { decision: "edit", args: { amount: 7 } });
    const model = scriptedModel([[pay("a", 80)], "done"]);
    const { responseMessages } = await generateText({ model, prompt: "Pay.", ...helve, stopWhen });
    const [request] = responseMessages.flatMap(({ content }) =>
      typeof content === "string" ? [] : content.filter((part) => part.type === "tool-approval-request"),
    );
    const approvalId = request?.approvalId ?? "";
    const messages: ModelMessage[] = [
      { role: "user", content: "Pay." },
      ...responseMessages,
      { role: "tool", content: [{ type: "tool-approval-response", approvalId, approved: true }] },
    ];
    await generateText({ model, messages, ...helve, stopWhen });
    expect(paid).toEqual([80]);
  });

  it("denies if the store of approvals fails", async () => {
    const fail = () => Promise.reject(new Error("the store is down"));
    const { helve, paid } = bank(askAbove50, { approvals: { get: fail, set: fail, delete: fail } });
    const model = scriptedModel([[pay("a", 80)], "done"]);
    const { responseMessages } = await generateText({ model, prompt: "Pay.", ...helve, stopWhen });
    expect(results(responseMessages)).toMatchObject([
      { type: "execution-denied", reason: expect.stringContaining("the store of approvals failed to read") },
    ]);
    expect(paid).toEqual([]);
  });

  it("refuses an answer to a question that is not open", async () => {
    const { helve } = bank("");
    await expect(helve.respond([], { a: { decision: "approve" } })).rejects.toThrow("no question about a is open");
  });

  it("refuses one of several answers to questions that no rule has asked", async () => {
    const asked = ["a", "b"].map((id) => ({ type: "tool-approval-request", approvalId: `ask ${id}`, toolCallId: id }));
    const messages = [{ role: "assistant", content: asked }] as unknown as ModelMessage[];
    await expect(bank("").helve.respond(messages, { a: { decision: "approve" } })).rejects.toThrow(
      "no rule asks about a, so its answer can't be held",
    );
  });

  it("holds an edit until the other question is answered", async () => {
    const { helve, paid } = bank(askAbove50);
    const messages: ModelMessage[] = [{ role: "user", content: "Pay." }];
    const model = scriptedModel([[pay("a", 80), pay("b", 90)], "done"]);
    messages.push(...(await generateText({ model, messages, ...helve })).responseMessages);
    const edit = { decision: "edit", args: { amount: 7 } } as const;
    expect(await helve.respond(messages, { a: edit })).toEqual([]);
    messages.push(...(await helve.respond(messages, { b: { decision: "reject" } })));
    await generateText({ model, messages, ...helve, stopWhen: isStepCount(10) });
    expect(paid).toEqual([7]);
  });
});
