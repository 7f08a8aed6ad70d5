import { testedDemo } from "@helve/testing/demo";
import { describe, expect, it } from "vitest";
import { main } from "../src/command.ts";

const { json } = testedDemo(main);

/** The events in the end, and the questions that the assistant had to ask. */
async function dentist(...args: readonly string[]) {
  const { code, lines, summary } = await json("--dentist", ...args);
  expect(code).toBe(0);
  const questions = lines
    .filter(({ type }) => type === "ask_user")
    .map((line): readonly string[] => [line.args.question, line.result[0].content]);
  return { questions, events: summary.events };
}

describe("the demo with --dentist", () => {
  it("asks for the time and the address that the user has left open, and makes the appointment with the answers", async () => {
    const { questions, events } = await dentist("--tour");
    expect(questions).toEqual([
      [expect.stringContaining("at what time"), "2026-12-01T09:30"],
      [expect.stringContaining("Which email address"), "front@reed.example"],
    ]);
    expect(events).toHaveLength(1);
    expect(JSON.stringify(events)).toMatch(/Dentist.*2026-12-01.*front@reed\.example/);
  });

  it("makes no appointment that nobody has asked for if the user does not want to answer", async () => {
    const { questions, events } = await dentist("--reject");
    expect(questions.map(([, answer]) => answer)).toEqual(Array(3).fill("I don't want to say that."));
    expect(events).toEqual([]);
  });
});
