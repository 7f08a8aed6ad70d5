import { expect, it } from "vitest";
import { readTrace } from "../src/worker/read-trace.ts";

it("names the line of an audit log that can't be read, with blank lines counted", () => {
  const record = JSON.stringify({ seq: 1, at: "2026-01-01T00:00:00.000Z", previous: "0".repeat(64), started: {} });
  const { problems } = readTrace(`${record}\n\nnot a record\n`);
  expect(problems.at(-1)).toMatch(/^line:3: /);
});

it("reads the actions of an audit log that began and did not end, behind a byte order mark and before a line that is cut off", () => {
  const place = { seq: 1, at: "2026-01-01T00:00:00.000Z", previous: "0".repeat(64) };
  const [lost, ended] = ["lost", "ended"].map((id) => ({ id, name: "Bash", args: { command: id } }));
  const actionReturn = {
    ...{ id: "ended", type: "Bash", args: { command: "ended" }, status: "success", repairs: [], stages: {} },
    observation: { parts: [], isError: false },
  };
  const log = [{ started: lost }, { started: ended }, { actionReturn }].map((one) =>
    JSON.stringify({ ...place, ...one }),
  );
  // The process was killed while it wrote another line.
  const { calls, problems } = readTrace(`\uFEFF${log.join("\n")}\n${log[0]?.slice(0, 90)}`);
  expect(problems).toEqual([]);
  expect(calls.map(({ action }) => action?.args)).toEqual([{ command: "lost" }, { command: "ended" }]);
});
