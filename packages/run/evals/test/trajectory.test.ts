import { scriptedModel } from "@helve/agent";
import { parseProgram } from "@helve/agentspec";
import type { Step } from "@helve/core";
import { Engine } from "@helve/enforcer";
import {
  evaluate,
  generate,
  keepsRules,
  logOf,
  recordedRuns,
  type Scorer,
  type TrajectoryExpectations,
  task,
  trajectory,
  useTools,
} from "@helve/evals";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";

const step = (
  name: string,
  args: Step["action"]["args"] = {},
  more: Partial<Step> & { isError?: boolean } = {},
): Step => {
  const { isError = false, ...others } = more;
  const parts = [{ type: "text", content: "done" } as const];
  return { action: { id: name, name, args }, observation: { parts, isError }, ran: true, ...others };
};

async function scoreOf(scorer: Scorer, steps: readonly Step[]) {
  const run = { prompt: "Book a room.", answer: "Booked.", trajectory: steps };
  const [sample] = (await logOf(evaluate(task({ ...recordedRuns([run]), scorer })))).samples;
  expect(sample?.end?.error).toBeUndefined();
  return sample?.end?.scores[scorer.name];
}

const calls = [
  step("Calendar.Search", { query: "room" }),
  step("Calendar.Book", { room: { id: 7, floor: 2 }, hours: 1 }),
  step("Mail.Send", { to: "bob" }, { isError: true }),
  step("Mail.Delete", {}, { ran: false }),
];

describe("trajectory", () => {
  it.each<[TrajectoryExpectations, string]>([
    [{ required: ["Calendar.Search", "Calendar.*", "*.Book", "*"] }, ""],
    [{ required: [{ tool: "Calendar.Book", args: { room: { id: 7 } } }] }, ""],
    [
      { required: [{ tool: "Calendar.Book", args: { room: { id: 8 } } }] },
      'Calendar.Book with {"room":{"id":8}} did not succeed, but is required.',
    ],
    [{ required: ["Mail.Send"] }, "Mail.Send did not succeed, but is required."],
    [{ required: ["Calendar"] }, "Calendar did not succeed, but is required."],
    [{ forbidden: ["Mail.Delete", "*.Buy", { tool: "Mail.Send", args: { to: "eve" } }] }, ""],
    [{ forbidden: ["Mail.*"] }, "Mail.Send ran, but Mail.* is forbidden."],
    [{ order: ["Calendar.Search", "Calendar.Book"] }, ""],
    [
      { order: ["Calendar.Book", "Calendar.Search"] },
      "Calendar.Search did not succeed after Calendar.Book, as the order requires.",
    ],
    [
      { order: ["Calendar.Search", "Calendar.Search"] },
      "Calendar.Search did not succeed after Calendar.Search, as the order requires.",
    ],
    [{ maxCalls: 3 }, ""],
    [{ maxCalls: 2 }, "Tools ran 3 times, but at most 2 are allowed."],
    [{ maxCalls: { "Calendar.*": 2, "Mail.Send": 0 } }, "Mail.Send ran 1 times, but at most 0 are allowed."],
  ])("%j", async (expected, problem) => {
    const score = await scoreOf(trajectory(expected), calls);
    expect(score?.value).toBe(problem === "" ? "C" : "I");
    expect(score?.explanation).toBe(problem === "" ? "The calls are as expected." : problem);
  });

  it.each<[object, string]>([
    [{}, "expects nothing"],
    [{ required: undefined }, "expects nothing"],
    [{ forbiden: ["Mail.*"] }, 'forbiden is not an expectation of trajectory (did you mean "forbidden"?)'],
    [{ order: "Mail.Send" }, "order must be a list of names of tools"],
    [{ required: [{ name: "Mail.Send" }] }, "required must be a list"],
    [{ maxCalls: { "Mail.Send": "1" } }, "maxCalls must be a number from 0"],
    [{ maxCalls: -1 }, "maxCalls must be a number from 0"],
  ])("refuses expectations that say nothing: %j", async (expected, problem) => {
    expect(() => trajectory(expected as TrajectoryExpectations)).toThrow(problem);
    const scorer = trajectory(() => expected as TrajectoryExpectations);
    const run = { prompt: "Book a room.", answer: "Booked.", trajectory: calls };
    const [sample] = (await logOf(evaluate(task({ ...recordedRuns([run]), scorer, failOnError: false })))).samples;
    expect(sample?.end?.error?.message).toContain(problem);
  });

  it("has expectations of each sample", async () => {
    const scorer = trajectory(({ metadata }) => ({ required: metadata["tools"] as string[] }));
    const runs = [
      { id: "a", trajectory: calls, metadata: { tools: ["Calendar.Book"] } },
      { id: "a", trajectory: calls, metadata: { tools: ["Taxi.Call"] } },
    ];
    const { samples, results } = await logOf(evaluate(task({ ...recordedRuns(runs), scorer })));
    expect(samples.map(({ end }) => [end?.id, end?.scores["trajectory"]?.value])).toEqual([
      ["a", "C"],
      ["a (2)", "I"],
    ]);
    expect(results?.scores).toHaveLength(1);
  });

  it("sees the calls of a run, also of one that a limit ended", async () => {
    const drop = tool({
      name: "drop",
      description: "Drop a table.",
      parameters: { type: "object", properties: {} },
      execute: () => "dropped",
    });
    const dropCall = { tool_calls: [{ function: { name: "drop", arguments: "{}" } }] };
    const scorer = trajectory({ forbidden: ["drop"], maxCalls: 1 });
    const one = task({ dataset: [{ input: "Go." }], solver: [useTools([drop]), generate()], scorer });
    const score = async (limits: object) =>
      (await logOf(evaluate(one, { limits, model: scriptedModel([dropCall, dropCall, "Done."]) }))).samples[0]?.end
        ?.scores["trajectory"]?.explanation;
    expect(await score({})).toBe(
      "drop ran, but drop is forbidden.\ndrop ran, but drop is forbidden.\nTools ran 2 times, but at most 1 are allowed.",
    );
    expect(await score({ steps: 1 })).toBe("drop ran, but drop is forbidden.");
  });
});

describe("keepsRules", () => {
  const rules = `
    rule @confirm trigger Calendar.Book check args.hours > 2 enforce user_inspection end
    rule @no_mail trigger Mail.any check !once(Calendar.Book) enforce stop("Book first.") end
    rule @told trigger agent_finish check !once(Mail.Send) enforce stop("Nobody was told.") end`;
  const engine = () => new Engine(parseProgram(rules), { predicates: [] });

  it("names the rules that a run has violated", async () => {
    const kept = await scoreOf(keepsRules(engine()), [calls[1] as Step, step("Mail.Send")]);
    expect(kept).toMatchObject({ value: "C", explanation: "No rule is violated." });
    const broken = await scoreOf(keepsRules(engine()), [step("Mail.Send"), step("Calendar.Book", { hours: 3 })]);
    expect(broken?.value).toBe("I");
    expect(broken?.explanation).toMatch(
      /^Step 1, Mail.Send: Book first\..*@no_mail.*\nStep 2, Calendar.Book: .*@confirm/,
    );
  });

  it("ignores calls that did not run, and sees what is missing at the end", async () => {
    const score = await scoreOf(keepsRules(engine()), [step("Mail.Delete", {}, { ran: false })]);
    expect(score?.explanation).toBe("The end: @told is violated");
  });
});

it("needs a model only for scorers that ask one", async () => {
  const asks: Scorer = {
    name: "asks",
    async score({ model, messages }) {
      for await (const event of model.generate({ messages })) if (event.type === "end") return true;
      return false;
    },
  };
  const { samples } = await logOf(evaluate(task({ ...recordedRuns([{ trajectory: [] }]), scorer: asks })));
  expect(samples[0]?.end?.error?.message).toContain("a recorded run asks no model");
});
