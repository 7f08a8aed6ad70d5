import { type Model, plainText } from "@helve/agent";
import { choice, evaluate, logOf, type MultipleChoiceOptions, multipleChoice, type Sample, task } from "@helve/evals";
import { describe, expect, it } from "vitest";

const capitals: Sample = { input: "The capital of Italy?", choices: ["Milan", "Rome", "Turin", "Pisa"], target: "B" };

/** Asks one question, and returns what the model read and the scores of each epoch. */
async function ask(
  reply: (question: string) => string,
  options: MultipleChoiceOptions & { readonly sample?: Partial<Sample>; readonly epochs?: number } = {},
) {
  const { sample, epochs = 1, ...others } = options;
  const questions: string[] = [];
  const model: Model = {
    name: "scripted",
    async *generate({ messages }) {
      const last = messages.at(-1);
      const question = last?.role === "user" ? plainText(last.parts) : "";
      questions.push(question);
      const message = { role: "assistant", parts: [{ type: "text", content: reply(question) }] } as const;
      yield { type: "end", response: { message, stopReason: "stop" } };
    },
  };
  const solver = multipleChoice(others);
  const quiz = task({ dataset: [{ ...capitals, ...sample }], solver, scorer: choice(), model, epochs });
  const { samples } = await logOf(evaluate(quiz, { maxSamples: 1 }));
  const scores = samples.map(({ end }) => end?.scores["choice"]);
  return { questions, scores, errors: samples.map(({ end }) => end?.error?.message) };
}

/** The letter before a text in a question. */
const letterBefore = (text: string, question: string) => new RegExp(`^([A-Z])\\) ${text}$`, "m").exec(question)?.[1];

describe("multipleChoice", () => {
  it("shows the choices with letters", async () => {
    const { questions, scores } = await ask(() => "ANSWER: B");
    expect(questions).toEqual([
      `One of the choices is right. Write one line: "ANSWER: LETTER" with the letter of this choice. The letters are A, B, C, D.

The capital of Italy?

A) Milan
B) Rome
C) Turin
D) Pisa`,
    ]);
    expect(scores).toMatchObject([{ value: "C", answer: "B" }]);
  });

  it("shuffles them for each epoch, the same in each run, and scores in their own order", async () => {
    const answerRome = (question: string) => `ANSWER: ${letterBefore("Rome", question)}`;
    const first = await ask(answerRome, { shuffle: true, epochs: 12 });
    expect(new Set(first.questions).size).toBeGreaterThan(4);
    expect(first.scores).toEqual(first.scores.map(() => expect.objectContaining({ value: "C", answer: "B" })));
    expect((await ask(answerRome, { shuffle: true, epochs: 12 })).questions).toEqual(first.questions);
    expect((await ask(answerRome, { shuffle: 7, epochs: 12 })).questions).not.toEqual(first.questions);
    const alwaysB = await ask(() => "ANSWER: B", { shuffle: true, epochs: 40 });
    const right = alwaysB.scores.filter((score) => score?.value === "C").length;
    expect(right).toBeGreaterThan(2);
    expect(right).toBeLessThan(20);
  });

  it("asks for several, for reasons, or by a template", async () => {
    const several = await ask(() => "ANSWER: D and B", {
      several: true,
      reasoning: true,
      sample: { target: ["B", "D"] },
    });
    expect(several.questions[0]).toContain('Think step by step. Then write the last line as "ANSWER: LETTERS"');
    expect(several.scores).toMatchObject([{ value: "C", answer: "B, D" }]);
    const own = await ask(() => "B", { template: "{question}|{choices}|{letters}" });
    expect(own.questions[0]).toBe("The capital of Italy?|A) Milan\nB) Rome\nC) Turin\nD) Pisa|A, B, C, D");
  });

  it("refuses a sample without choices", async () => {
    const { errors } = await ask(() => "B", { sample: { choices: undefined } });
    expect(errors).toEqual(["multipleChoice: a sample needs 2 to 26 choices (got 0)"]);
  });
});

describe("choice", () => {
  it.each([
    ["ANSWER: B", "C"],
    ["**ANSWER:** B", "C"],
    ["ANSWER: **(B)**.", "C"],
    ["ANSWER: $\\boxed{B}$", "C"],
    ["answer：b", "C"],
    ["First I thought ANSWER: A.\nANSWER: B", "C"],
    ["ANSWER: B) Rome", "C"],
    ["ANSWER: Rome", "C"],
    ["B", "C"],
    ["(B)", "C"],
    ["B) Rome", "C"],
    ["Rome.", "C"],
    ["ANSWER: A", "I"],
    ["ANSWER: A, B", "I"],
    ["ANSWER: B or C", "N"],
    ["ANSWER: E", "N"],
    ["ANSWER: none of them", "N"],
    ["B is what I would not say", "N"],
    ["A) Rome", "N"],
    ["I don't know", "N"],
    ["", "N"],
  ])("reads %j: %s", async (reply, value) => {
    expect((await ask(() => reply)).scores).toMatchObject([{ value }]);
  });

  it.each([
    ["ANSWER: A, C", "C"],
    ["ANSWER: C and A", "C"],
    ["ANSWER: AC", "C"],
    ["ANSWER: (A), (C)", "C"],
    ["ANSWER: A", "I"],
    ["ANSWER: A, B, C", "I"],
  ])("reads several letters in %j: %s", async (reply, value) => {
    expect((await ask(() => reply, { several: true, sample: { target: ["A", "C"] } })).scores).toMatchObject([
      { value },
    ]);
    expect((await ask(() => reply, { several: true, sample: { target: "AC" } })).scores).toMatchObject([{ value }]);
  });

  it("has targets by their texts, and finds nothing right without one", async () => {
    expect((await ask(() => "ANSWER: B", { sample: { target: "Rome" } })).scores).toMatchObject([{ value: "C" }]);
    expect((await ask(() => "ANSWER: B", { sample: { target: "Naples" } })).scores).toMatchObject([{ value: "I" }]);
    expect((await ask(() => "ANSWER: B", { sample: { target: "" } })).scores).toMatchObject([{ value: "I" }]);
  });
});
