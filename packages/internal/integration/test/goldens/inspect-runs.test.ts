// Compares Inspect's treatment of calls, models and processes with Helve's. A table gives the reason of each difference.

import { generateLoop, type Message, outcomeOf, react, scriptedModel, textOf } from "@helve/agent";
import type { Guard, ToolCall } from "@helve/core";
import { ActionExecutor, truncateOutput } from "@helve/executor";
import { toInspectSandbox } from "@helve/sandbox/inspect";
import { localSandbox } from "@helve/sandbox/node";
import { openStore, storeModel } from "@helve/store";
import { ToolError, tool, toolApi, toolWith } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import goldens from "./inspect-runs.json" with { type: "json" };
import { inspectReasons } from "./reasons.ts";

const two = z.object({ x: z.number().describe("first"), y: z.number().default(5).describe("second") });
const add = tool({ name: "add", description: "Add.", parameters: two, execute: ({ x, y }) => x + y });
const big = tool({
  name: "big",
  description: "Write much.",
  parameters: z.object({ n: z.number().describe("how much") }),
  execute: ({ n }) => "x".repeat(n),
});
const nothing = z.object({});
const t = tool({ name: "t", description: "Say T.", parameters: nothing, execute: () => "T" });
const bad = tool({
  name: "bad",
  description: "Fail.",
  parameters: nothing,
  execute: () => {
    throw new ToolError("nope");
  },
});
const fatal = tool({
  name: "fatal",
  description: "Fail.",
  parameters: nothing,
  execute: () => {
    throw new Error("fatal");
  },
});

const decision = { passes: [] };
/** An approver of Inspect: a guard that decides by the tool's name. */
function approver(decide: (name: string) => "approve" | "reject" | "terminate"): Guard {
  return {
    before: async (action) => {
      const kind = decide(action.name);
      if (kind === "approve") return { kind: "allow", action, decision };
      return { kind: kind === "reject" ? "stop" : "end", reason: "Automatic decision.", decision };
    },
  };
}
const modifying: Guard = {
  before: async (action, { decode }) => {
    const changed = await decode({ ...action, args: { x: 100, y: 1 } });
    if (!changed.ok) throw new Error("not decoded");
    return { kind: "allow", action: changed.action, decision };
  },
};

/** The executor for a case of dispatch. */
const executors: Readonly<Record<string, () => ActionExecutor>> = {
  ok: () => new ActionExecutor([add]),
  parse_error: () => new ActionExecutor([add]),
  parse_error_unknown_tool: () => new ActionExecutor([add]),
  tooldef_name_overrides: () => new ActionExecutor([toolWith(add, { name: "plus" })]),
  two_serial: () => new ActionExecutor([add]),
  truncate_max_output_arg: () => new ActionExecutor([big]).use(truncateOutput({ maxBytes: 10 })),
  truncate_zero_is_unlimited: () => new ActionExecutor([big]).use(truncateOutput({ maxBytes: 0 })),
  terminate: () => new ActionExecutor([add], { guards: [approver(() => "terminate")] }),
  first_match_wins: () => new ActionExecutor([add], { guards: [approver(() => "reject"), approver(() => "approve")] }),
  modify_arguments: () => new ActionExecutor([add], { guards: [modifying] }),
  invalid_args_ARE_sent_to_approver: () => new ActionExecutor([add], { guards: [approver(() => "approve")] }),
  empty_policy_list_means_no_approval: () => new ActionExecutor([add], { guards: [] }),
  reject_one_of_two: () =>
    new ActionExecutor([add, t], { guards: [approver((name) => (name === "add" ? "reject" : "approve"))] }),
  assistant_without_tool_calls: () => new ActionExecutor([add]),
};

describe("dispatch", () => {
  const compared = goldens.dispatch.filter(({ id }) => !Object.hasOwn(inspectReasons.dispatch, id));

  it.each(compared)("$id", async ({ id, calls, texts }) => {
    const executor = executors[id]?.();
    if (executor === undefined) throw new Error("a case without an executor");
    const made = calls.map(
      ({ function: name, arguments: args, parse_error: error }, index): ToolCall => ({
        id: `c${index}`,
        name,
        arguments: error === null ? args : error,
      }),
    );
    const rets = await executor.executeAll(made);
    const given = rets.map(({ status, observation }) =>
      status === "success" ? String(observation.parts.at(-1)?.content) : null,
    );
    // Inspect ends the sample: the call is stopped, and nobody can recover.
    if (id === "terminate") expect(rets[0]).toMatchObject({ status: "stopped", recoverable: "nobody" });
    else expect(given).toEqual(texts);
  });
});

describe("coercion_e2e", () => {
  const text = z.string();
  const schemas: Readonly<Record<string, z.ZodType>> = {
    "date with time": z.iso.date(),
    "time invalid": z.iso.time(),
    "pydantic integral float": z.object({ n: z.int(), s: text.default("d") }),
    "dataclass optional int omitted -> parse error": z.object({ x: z.int(), y: z.int().nullable().default(null) }),
    "typeddict NotRequired omitted -> the STRING 'None'": z.object({ a: z.int(), b: text.optional() }),
    "enum invalid caught by schema": z.enum(["red"]),
    "union int|str|None": z.union([z.int(), text, z.null()]),
    "union with dataclass is not constructed": z.union([z.object({ x: z.int(), y: text }), z.int()]),
    "dict[str,int]": z.record(text, z.int()),
    "float int": z.number(),
    "str number rejected by schema": text,
    "null byte in str is fine until exec": text,
  };
  /** The intended differences in what a tool receives, with reasons. */
  const differences: Readonly<Record<string, { readonly value: unknown; readonly why: string }>> = {
    "pydantic integral float": { value: { n: 1, s: "d" }, why: "Python writes its object; the values are the same" },
    "dataclass optional int omitted -> parse error": {
      value: { x: 1, y: null },
      why: "Inspect fails on a value that it has filled in itself",
    },
    "typeddict NotRequired omitted -> the STRING 'None'": {
      value: { a: 1 },
      why: "Inspect fills in the text None for what the model has left out",
    },
    "str number rejected by schema": { value: "5", why: "a number whose text is expected is repaired" },
  };

  it.each(goldens.coercion_e2e)("$id", async ({ id, value, content }) => {
    const schema = schemas[id];
    if (schema === undefined) {
      const untyped = () => toolApi("Show it.\n\nArgs:\n    v: what", (v: unknown) => v, { name: "show" });
      expect(id).toBe("untyped param fails only when called"); // Inspect notices it when the tool is called
      expect(untyped).toThrow('write "v (TYPE): what" with its type');
      return;
    }
    const show = tool({
      name: "show",
      description: "Show it.",
      parameters: z.object({ v: schema.describe("what") }),
      execute: ({ v }) => JSON.stringify({ v }),
    });
    const ret = await new ActionExecutor([show]).execute({ id: "1", name: "show", arguments: { v: value } });
    const expected = differences[id]?.value ?? (content === null ? undefined : value);
    if (expected === undefined) expect(ret).toMatchObject({ status: "invalid_arguments", recoverable: "model" });
    else expect(JSON.parse(String(ret.result?.[0]?.content))).toEqual({ v: expected });
  });
});

const call = (name: string, args: object, content = "") => ({
  content,
  tool_calls: [{ function: { name, arguments: JSON.stringify(args) } }],
});

/** The texts and roles of what a loop adds to a conversation. */
function added(messages: readonly Message[], start: number): readonly string[] {
  return messages.slice(start).map(({ role }) => role);
}

describe("generate_loop", () => {
  const scripts: Readonly<Record<string, Parameters<typeof scriptedModel>[0]>> = {
    no_tools_called: ["done"],
    two_calls_then_done: [call("add", { x: 1, y: 2 }), call("add", { x: 2, y: 4 }), "All done!"],
    tool_error_is_fed_back: [call("bad", {}), "ok"],
    unknown_tool_is_fed_back: [call("zzz", {}), "ok"],
    fatal_propagates: [call("fatal", {}), "ok"],
    mock_exhausted: [call("add", { x: 1 })],
    max_tool_output_from_config: [call("big", { n: 30 }), "ok"],
    text_with_tool_call: [call("add", { x: 1 }, "I will add"), "ok"],
    input_messages_not_mutated_and_excluded: ["ok"],
  };

  it.each(goldens.generate_loop)("$id", async ({ id, raised, completion, roles, output }) => {
    const executor = new ActionExecutor([add, big, bad, fatal], { onUnexpected: "throw" });
    executor.use(truncateOutput({ maxBytes: 5 }));
    const model = scriptedModel(scripts[id] ?? []);
    const run = outcomeOf(generateLoop("Go.", { model, executor }));
    if (id === "fatal_propagates") {
      await expect(run).rejects.toThrow(raised ?? "");
      return;
    }
    const outcome = await run;
    if (id === "mock_exhausted") expect(outcome).toMatchObject({ status: "failed", error: { code: "script_ended" } });
    else {
      expect(outcome).toMatchObject({ status: "finished", answer: completion });
      expect(added(outcome.messages, 1)).toEqual(roles);
    }
    if (output === undefined) return;
    const results = outcome.messages.filter(({ role }) => role === "tool");
    expect(results).toMatchObject([{ parts: [{ type: "text", content: output }] }]);
  });
});

describe("tool_choice", () => {
  it.each(goldens.tool_choice)("$requested, with tools $tools", async ({ requested, tools, tool_choice: seen }) => {
    const choice = typeof requested === "object" && requested !== null ? { tool: requested.function } : requested;
    const isMissing = typeof choice === "object" && choice !== null && choice.tool === "missing";
    const given: unknown[] = [];
    const model = scriptedModel([
      (request) => {
        given.push((request.tools ?? []).length === 0 ? "none" : (request.toolChoice ?? "auto"));
        return "ok";
      },
    ]);
    const hasTools = tools.length > 0 || requested === "none";
    const executor = new ActionExecutor(hasTools ? [add, big] : []);
    const run = () => outcomeOf(generateLoop("Go.", { model, executor, toolChoice: (choice ?? undefined) as never }));
    if (isMissing) {
      // Inspect asks without tools; a name that no tool has is an error before the run.
      expect(run).toThrow("missing");
      return;
    }
    await run();
    const wanted = typeof seen === "object" ? { tool: seen.function } : seen;
    expect(given).toEqual([wanted]);
  });
});

describe("react", () => {
  const submit = (answer: string, content = "") => call("submit", { answer }, content);
  const input = "Question?";
  type Options = Partial<Parameters<typeof react>[1]>;
  const scripts: Readonly<Record<string, { turns: Parameters<typeof scriptedModel>[0]; options?: Options }>> = {
    submit_with_text: { turns: [submit("42", "thinking")] },
    answer_only: { turns: [submit("42", "thinking")] },
    no_tool_call_default_continue: { turns: ["I am thinking", submit("3")] },
    on_continue_str: { turns: ["hmm", submit("3")], options: { onContinue: "Keep going or submit!" } },
    on_continue_fn_true: { turns: ["hmm", submit("3")], options: { onContinue: () => ({ kind: "continue" }) } },
    on_continue_fn_false: { turns: ["hmm"], options: { onContinue: () => ({ kind: "stop", reason: "enough" }) } },
    on_continue_fn_state: {
      turns: ["hmm", submit("3")],
      options: {
        onContinue: ({ message, messages }) =>
          textOf(message) === "hmm"
            ? { kind: "replace", messages: [...messages, userText("from state")] }
            : { kind: "continue" },
      },
    },
    submit_false_stops_when_no_tools: { turns: [call("add", { x: 1, y: 2 }), "done 3"], options: { submit: false } },
    submit_false_on_continue_fn: {
      turns: ["a"],
      options: { submit: false, onContinue: () => ({ kind: "stop", reason: "enough" }) },
    },
    mixed_submit_and_other_tool: {
      turns: [
        {
          content: "both",
          tool_calls: [submit("A").tool_calls, call("add", { x: 1, y: 1 }).tool_calls].flat(),
        },
      ],
    },
    submit_tool_custom: { turns: [call("mysubmit", { answer: "FIXED" })], options: { submit: { name: "mysubmit" } } },
    react_approval_param: { turns: [call("add", { x: 1 }), submit("done")] },
  };

  function userText(content: string): Message {
    return { role: "user", parts: [{ type: "text", content }] };
  }

  it.each(goldens.react.filter(({ id }) => !Object.hasOwn(inspectReasons.react, id)))("$id", async (golden) => {
    const { id, completion } = golden;
    if (id === "submit_false_on_continue_str") {
      const executor = new ActionExecutor([]);
      const options = { model: scriptedModel(["a"]), executor, submit: false, onContinue: "go" } as const;
      expect(() => react(input, options)).toThrow("onContinue");
      return;
    }
    const { turns, options } = scripts[id] ?? { turns: [] };
    const guards = id === "react_approval_param" ? [approver(() => "reject")] : [];
    const executor = new ActionExecutor([add], { guards });
    const outcome = await outcomeOf(react(input, { model: scriptedModel(turns), executor, ...options }));
    // Inspect joins the text of the message and the answer.
    const answer = completion?.split("\n\n").at(-1);
    if (outcome.status === "finished") expect(outcome.answer).toBe(answer);
    else expect(outcome).toMatchObject({ status: "stopped" });
    expect(outcome.status === "finished").toBe(id !== "on_continue_fn_false" && id !== "submit_false_on_continue_fn");
    const users = (roles: readonly string[]) => roles.filter((role) => role === "user").length;
    expect(users(added(outcome.messages, 0))).toBe(users(golden.roles));
  });
});

describe("store", () => {
  const counter = storeModel(
    "Ctr",
    z.object({ n: z.number().int().default(0), hist: z.array(z.string()).default([]) }),
  );
  const cases: Readonly<Record<string, () => Promise<unknown>>> = {
    fresh_model_writes_defaults: () => inStore((store) => ({ ...store.use(counter) })),
    instances_isolated: () =>
      inStore((store) => {
        store.use(counter, "a").n = 1;
        store.use(counter, "b").n = 2;
        store.use(counter).n = 3;
        return [store.use(counter, "a").n, store.use(counter, "b").n, store.use(counter).n];
      }),
    external_store_write_visible: () =>
      inStore((store) => {
        store.set("Ctr", { n: 9, hist: [] });
        return store.use(counter).n;
      }),
    held_model_reference_stays_live: () =>
      inStore((store) => {
        const held = store.use(counter);
        held.n = 9;
        return [store.use(counter).n === held.n, held.n];
      }),
  };

  async function inStore<Result>(work: (store: Parameters<Parameters<Store["transaction"]>[0]>[0]) => Result) {
    await using store = await openStore();
    return await store.transaction(work as never);
  }
  type Store = Awaited<ReturnType<typeof openStore>>;

  it.each(goldens.store.filter(({ id }) => !Object.hasOwn(inspectReasons.store, id)))("$id", async ({ id, value }) => {
    expect(await cases[id]?.()).toEqual(value);
  });

  it("refuses what the schema does not admit, also a text for a number", async () => {
    for (const n of ["seven", "7"]) {
      await expect(inStore((store) => Object.assign(store.use(counter), { n }))).rejects.toThrow("n");
    }
  });
});

describe("subprocess", () => {
  const others: Readonly<Record<string, string>> = {
    timeout: "timeout",
    timeout_sigterm_ignored: "timeout",
    not_executable: "permission",
    missing_cwd: "not_found",
  };

  it.each(goldens.subprocess.filter(({ id }) => !Object.hasOwn(inspectReasons.subprocess, id)))(
    "$id",
    async (golden) => {
      const { id, kw, result } = golden;
      const sandbox = await localSandbox();
      try {
        const { args, timeout, ...options } = kw as { readonly args: unknown; readonly timeout?: number };
        const exec = toInspectSandbox(sandbox).exec(args as string[], { ...options, timeout: timeout && 0.3 });
        if (result === null) await expect(exec).rejects.toMatchObject({ code: others[id] });
        else expect(await exec).toMatchObject(result);
      } finally {
        await sandbox.close();
      }
    },
  );
});
