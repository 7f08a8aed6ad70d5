import { readFile } from "node:fs/promises";
import { parseProgram } from "@helve/agentspec";
import type { Action, Step } from "@helve/core";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { Engine } from "@helve/enforcer";
import { predicates } from "@helve/predicates";
import { describe, expect, it } from "vitest";
import {
  furtherHarmfulSequences,
  furtherHarmlessSequences,
  harmfulSequences,
  harmlessSequences,
  type SequenceStep,
} from "./sequences.ts";

const rules = await readFile(new URL(import.meta.resolve("@helve/predicates/rules/coding-agent.agentspec")), "utf8");

/** The index of the first step that the presets stop or show to a person; -1 if all run. */
async function firstQuestionedStep(steps: readonly SequenceStep[]): Promise<number> {
  const engine = new Engine(parseProgram(rules), {
    predicates: predicates({
      languages: { shell, python },
      tools: {
        "Terminal.Execute": { code: "command", language: "shell" },
        "PythonREPL.Run": { code: "code", language: "python" },
      },
      workingDirectory: "/home/ada/project",
      home: "/home/ada",
    }),
    inspect: () => ({ decision: "reject" }),
  });
  const trajectory: Step[] = [];
  for (const [index, step] of steps.entries()) {
    const action: Action =
      typeof step === "string"
        ? { id: `call_${index}`, name: "Terminal.Execute", args: { command: step } }
        : { id: `call_${index}`, name: "PythonREPL.Run", args: { code: step.python } };
    const verdict = await engine.before(action, {
      trajectory: [...trajectory],
      prompt: "",
      signal: new AbortController().signal,
      decode: () => Promise.reject(new Error("no action is changed here")),
    });
    if (verdict.kind !== "allow") return index;
    trajectory.push({ action, observation: { parts: [] }, ran: true } as unknown as Step);
  }
  return -1;
}

describe("sequences of steps under the presets", () => {
  it.each([...harmfulSequences, ...furtherHarmfulSequences].map((steps) => [steps]))("questions %j", async (steps) => {
    expect(await firstQuestionedStep(steps)).toBeGreaterThanOrEqual(0);
  });

  it.each([...harmlessSequences, ...furtherHarmlessSequences].map((steps) => [steps]))("runs %j", async (steps) => {
    expect(await firstQuestionedStep(steps)).toBe(-1);
  });
});
