import { expect, it } from "vitest";
import { readTrace } from "../src/worker/read-trace.ts";

it("names the line of an audit log that can't be read, with blank lines counted", () => {
  const record = JSON.stringify({ seq: 1, at: "2026-01-01T00:00:00.000Z", previous: "0".repeat(64), started: {} });
  const { problems } = readTrace(`${record}\n\nnot a record\n`);
  expect(problems.at(-1)).toMatch(/^line:3: /);
});
