import { type ActionExecutor, type ResultTape, recordResults, replayResults, TapeError } from "@helve/executor";
import { ToolError } from "@helve/tool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gate, lookAt, oneTool } from "./one-tool.ts";

/** Through text, as a tape that was kept in a file. */
function reread(tape: ResultTape): ResultTape {
  return JSON.parse(JSON.stringify(tape));
}

const dead = () => {
  throw new Error("the tool must not run");
};

describe("recordResults and replayResults", () => {
  it("return the results of equal calls in the recorded order", async () => {
    let runs = 0;
    const recorder = recordResults();
    const live = oneTool({ execute: (what) => ({ what, run: ++runs }) }, recorder);
    const whats = ["a", "b", "a", { x: 1, y: 2 }];
    for (const what of whats) await live.execute(lookAt(what));

    const replayed = oneTool({ execute: dead }, replayResults(reread(recorder.tape())));
    const results = [];
    for (const what of [{ y: 2, x: 1 }, "a", "b", "a"]) results.push((await replayed.execute(lookAt(what))).result);
    expect(results).toEqual([
      [{ type: "json", content: { what: { x: 1, y: 2 }, run: 4 } }],
      [{ type: "json", content: { what: "a", run: 1 } }],
      [{ type: "json", content: { what: "b", run: 2 } }],
      [{ type: "json", content: { what: "a", run: 3 } }],
    ]);
  });

  it.each([
    ["what the model is told", () => new ToolError("There is no such thing.")],
    [
      "a fault of the file system",
      () => Object.assign(new Error("ENOENT: no such file, open 'a.txt'"), { code: "ENOENT", path: "a.txt" }),
    ],
    ["a fault that is wrapped", () => new Error("outer", { cause: new ToolError("inner") })],
    ["an error by its name", () => Object.assign(new Error("slow"), { name: "TimeoutError" })],
    ["what nobody expects", () => new TypeError("undefined is not a function")],
    ["no error at all", () => "just text"],
  ])("end a call as it ended, with %s", async (_what, thrown) => {
    const recorder = recordResults();
    const live = oneTool(
      {
        execute: () => {
          throw thrown();
        },
      },
      recorder,
    );
    const first = await live.execute(lookAt("it"));
    const second = await oneTool({ execute: dead }, replayResults(reread(recorder.tape()))).execute(lookAt("it"));
    const { status, errmsg, recoverable, observation } = first;
    expect(status).toBe("failed");
    expect(second).toMatchObject({ status, errmsg, recoverable, observation, error: { code: first.error?.code } });
  });

  it("are in the order in which runs started, without aborted ones", async () => {
    const [first, started] = [gate(), gate()];
    const recorder = recordResults();
    const execute = async (what: unknown) => {
      if (what === "slow") await first.passed;
      if (what === "never") {
        started.open();
        await gate().passed;
      }
      return what;
    };
    const live = oneTool({ execute }, recorder);
    const slow = live.execute(lookAt("slow"));
    await live.execute(lookAt("quick"));
    const caller = new AbortController();
    const never = live.execute(lookAt("never"), { signal: caller.signal });
    await started.passed;
    caller.abort();
    await never;
    first.open();
    await slow;
    expect(recorder.tape()).toEqual({
      version: 1,
      runs: ["slow", "quick"].map((what) => ({
        tool: "look",
        args: { what },
        result: [{ type: "text", content: what }],
      })),
    });
  });

  it('reject a call that is not on the tape often enough, or run it with `onMiss: "run"`', async () => {
    const tape: ResultTape = {
      version: 1,
      runs: [{ tool: "look", args: { what: "a" }, result: [{ type: "text", content: "taped" }] }],
    };
    const strict = oneTool({ execute: dead }, replayResults(tape));
    expect((await strict.execute(lookAt("b"))).errmsg).toContain('the tape has no run of look({"what":"b"})');
    await strict.execute(lookAt("a"));
    const again = await strict.execute(lookAt("a"));
    expect(again).toMatchObject({ status: "failed", recoverable: "caller" });
    expect(again.errmsg).toContain('the tape has only 1 run of look({"what":"a"}), and this is one call more');

    const lenient = oneTool({ execute: () => "live" }, replayResults(tape, { onMiss: "run" }));
    const results = [];
    for (const what of ["a", "a", "b"]) results.push((await lenient.execute(lookAt(what))).result);
    expect(results.flat().map((part) => part?.content)).toEqual(["taped", "live", "live"]);
  });

  it("return the results of any tool", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue())), async (calls) => {
        const recorder = recordResults();
        let next = 0;
        const live = oneTool({ execute: () => calls[next++]?.[1] }, recorder);
        const replay = (executor: ActionExecutor) =>
          calls.reduce(
            async (done, [what]) => [...(await done), (await executor.execute(lookAt(what))).result],
            Promise.resolve<unknown[]>([]),
          );
        const lived = await replay(live);
        expect(await replay(oneTool({ execute: dead }, replayResults(reread(recorder.tape()))))).toEqual(lived);
      }),
    );
  });

  it("report the faults of a tape", () => {
    const broken = (json: string) => () => replayResults(JSON.parse(json));
    expect(broken("[]")).toThrow(TapeError);
    expect(broken("[]")).toThrow('a tape is an object with "version": 1 and a list "runs"');
    expect(
      broken(
        '{"version": 1, "runs": [3, {"tool": "a"}, {"tool": "a", "args": {}, "result": 5}, {"tool": "a", "args": {}, "result": []}]}',
      ),
    ).toThrow(
      [
        "run 0: it must be an object",
        'run 1: "args" must be an object',
        'run 2: it must have "result", a list of result parts, or "thrown", an error',
      ].join("\n"),
    );
  });
});
