import { scriptedModel } from "@helve/agent";
import {
  answer,
  evaluate,
  exact,
  includes,
  logOf,
  type MatchOptions,
  type ModelGradedOptions,
  match,
  modelGraded,
  pattern,
  type SampleValue,
  type Scorer,
  task,
  valueToNumber,
} from "@helve/evals";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Scores an output. */
async function score(scorer: Scorer, output: string, target: string | readonly string[], metadata = {}) {
  const one = task({
    dataset: [{ input: "Question?", target, metadata }],
    scorer,
    solver: (state) => ({ ...state, output }),
    model: scriptedModel([]),
  });
  const log = await logOf(evaluate(one));
  const [sample] = log.samples;
  const found = sample?.end?.scores[scorer.name];
  if (found === undefined) throw new Error(sample?.end?.error?.message);
  return found;
}

describe("a scorer that compares texts", () => {
  it.each([match(), includes(), exact(), pattern(/\w+/)])(
    "$name finds no answer right without a target",
    async (scorer) => {
      expect((await score(scorer, "anything", "")).value).toBe("I");
      expect((await score(scorer, "anything", [])).value).toBe("I");
    },
  );

  it.each([
    [match(), "minus", "+", "I"],
    [match(), "It is +", "+", "C"],
    [match({ location: "exact" }), " + ", "+", "C"],
    [exact(), "+", "-", "I"],
    [exact(), "+", "+", "C"],
    [exact(), "a", "the", "I"],
    [exact(), "A", "a", "C"],
    [exact(), "R\u00e9a", "R\u00e9", "I"],
    [answer("word"), "ANSWER: caf\u00e9", "caf\u00e9", "C"],
    [answer("letter"), "ANSWER: B\u00e9", "B", "I"],
  ] as const)("%o compares %j with %j, which has no plain word: %s", async (scorer, output, target, value) => {
    expect((await score(scorer, output, target)).value).toBe(value);
  });
});

describe("match", () => {
  it.each([
    ["The answer is Paris.", "paris", {}, "C"],
    ["Paris is the answer.", "paris", {}, "I"],
    ["Paris is the answer.", "Paris", { location: "begin" }, "C"],
    ["It is Paris, I think.", "paris", { location: "any" }, "C"],
    [" 'Paris' ", "Paris", { location: "exact" }, "C"],
    ["Paris!", "paris", { location: "exact", ignoreCase: false }, "I"],
    ["Paris or Rome", ["Berlin", "Rome"], {}, "C"],
    ["", "Paris", {}, "I"],
  ] as const)("%j with the target %j and %j: %s", async (output, target, options, value) => {
    expect((await score(match(options as MatchOptions), output, target)).value).toBe(value);
  });

  it.each([
    ["The sum is 2.", "2", {}, "C", "2"],
    ["The sum is 25", "5", {}, "I", "25"],
    ["So it costs $1,024.50!", "1024.5", {}, "C", "1024.5"],
    ["It is **42**", "42", {}, "C", "42"],
    ["Between 3 and 4", "3", { location: "begin" }, "C", "3"],
    ["Between 3 and 4", "3", {}, "I", "4"],
    ["3, 4 and 5", "4", { location: "any" }, "C", "4"],
    ["-7.0", "\u22127", { location: "exact" }, "C", "-7.0"],
    ["It is 60%", "60", {}, "I", "It is 60%"],
    ["About 3.14159265", "3.1416", {}, "C", "3.14159265"],
    ["123456", "123457", {}, "I", "123456"],
    ["no number", "5", {}, "I", "no number"],
    ["It is Paris", "paris", {}, "C", "It is Paris"],
  ] as const)("numeric: %j with the target %j and %j: %s", async (output, target, options, value, found) => {
    const result = await score(match({ ...options, numeric: true } as MatchOptions), output, target);
    expect([result.value, result.answer]).toEqual([value, found]);
  });

  it("finds any whole number at the end of a sentence", async () => {
    const number = fc.integer({ min: -1_000_000, max: 1_000_000 });
    await fc.assert(
      fc.asyncProperty(number, number, async (wanted, other) => {
        const { value } = await score(
          match({ numeric: true }),
          `First ${other}, then ${wanted.toLocaleString("en")}.`,
          String(wanted),
        );
        expect(value).toBe("C");
      }),
      { numRuns: runs(30) },
    );
  });
});

describe("includes and exact", () => {
  it("includes finds the target anywhere", async () => {
    expect((await score(includes(), "I say PARIS!", "paris")).value).toBe("C");
    expect((await score(includes({ ignoreCase: false }), "I say PARIS!", "paris")).value).toBe("I");
  });

  it("exact ignores case, punctuation, articles and double spaces", async () => {
    expect((await score(exact(), "The  Eiffel-Tower, an icon.", "eiffeltower icon")).value).toBe("C");
    expect((await score(exact(), "1,000", "1000.0")).value).toBe("C");
    expect((await score(exact(), "The Eiffel Tower in Paris", "Eiffel Tower")).value).toBe("I");
  });
});

describe("pattern and answer", () => {
  it.each([
    [pattern(/capital is (\w+)/), "The capital is ROME.", "rome", "C", "ROME"],
    [pattern("capital is (\\w+)"), "The capital is Oslo.", "Rome", "I", "Oslo"],
    [pattern(/is (\w+)/, { ignoreCase: false }), "It is rome", "Rome", "I", "rome"],
    [pattern(/(\w+) or (\w+)/), "Oslo or Rome", "Rome", "C", "Rome"],
    [pattern(/(\w+) or (\w+)/, { matchAll: true }), "Oslo or Rome", "Rome", "I", "Rome"],
    [pattern(/(\w+) or (\w+)/, { matchAll: true }), "Oslo or Rome", ["Rome", "Oslo"], "C", "Oslo"],
    [pattern(/\d+/), "It is 42", "42", "C", "42"],
    [pattern(/is (\w+)/), "Nothing", "Rome", "I", undefined],
    [answer("letter"), "It must be B.\nANSWER: b", "B", "C", "b"],
    [answer("letter"), "ANSWER: Bear", "B", "I", undefined],
    [answer("word"), "answer : yes.", "Yes", "C", "yes"],
    [answer("line"), "ANSWER:  New York \nThat is all.", "New York", "C", "New York"],
  ] as const)("%o reads %j", async (scorer, output, target, value, found) => {
    const result = await score(scorer, output, target);
    expect([result.value, result.answer]).toEqual([value, found]);
  });
});

describe("modelGraded", () => {
  it("searches each answer from its begin, also with a global or sticky pattern", async () => {
    for (const gradePattern of [/GRADE: (\w)/g, /GRADE: (\w)/y]) {
      const scorer = modelGraded({ gradePattern, model: scriptedModel(["GRADE: C", "GRADE: C"]) });
      expect((await score(scorer, "a", "b")).value).toBe("C");
      expect((await score(scorer, "a", "b")).value).toBe("C");
    }
  });

  /** Grades an output by a grader that answers with a text, and returns what the grader read. */
  async function graded(reply: string, options: ModelGradedOptions = {}) {
    let prompt = "";
    const grader = scriptedModel([
      ({ messages }) => {
        const [message] = messages;
        prompt = message?.role === "user" ? String(message.parts[0]?.content) : "";
        return reply;
      },
    ]);
    const result = await score(modelGraded({ model: grader, ...options }), "I ate {criterion}.", "It is honest.", {
      tone: "dry",
    });
    return { ...result, prompt };
  }

  it("asks for the grade of an answer by a criterion, and reads it", async () => {
    const { value, prompt, explanation } = await graded("I think so.\nGRADE: C");
    expect([value, explanation]).toEqual(["C", "I think so.\nGRADE: C"]);
    expect(prompt).toContain("<answer>\nI ate {criterion}.\n</answer>");
    expect(prompt).toContain("<criterion>\nIt is honest.\n</criterion>");
    expect(prompt).not.toContain("P if it is partly correct");
  });

  it("reads the last grade, in any case, and no grade differs from a wrong answer", async () => {
    expect((await graded("Write GRADE: C or GRADE: I.\nGrade: p", { partialCredit: true })).value).toBe("P");
    expect((await graded("Write GRADE: $LETTER")).value).toBe("N");
    expect((await graded("It is Correct")).explanation).toBe("scripted wrote no grade: It is Correct");
  });

  it("takes a template, instructions and a pattern", async () => {
    const options = {
      template: "{tone}: {question} {answer} {instructions}",
      instructions: "0 to 9",
      gradePattern: /(\d)/,
    };
    const { value, prompt } = await graded("8", options);
    expect([value, prompt]).toEqual(["8", "dry: Question? I ate {criterion}. 0 to 9"]);
    expect((await graded("GRADE: C", { template: "fact" })).prompt).toContain("<expert>");
  });

  it("takes the most common grade of several models", async () => {
    const models = ["GRADE: I", "GRADE: C", "GRADE: C"].map((text) => scriptedModel([text]));
    expect((await graded("", { model: models })).value).toBe("C");
  });

  it("uses the evaluated model by default, and its tokens count", async () => {
    const model = scriptedModel([{ content: "GRADE: C", usage: { inputTokens: 70, outputTokens: 7 } }], {
      prices: { input: 1e6, output: 0 },
    });
    const one = task({ dataset: [{ input: "?" }], scorer: modelGraded(), solver: (state) => state, model });
    const { samples } = await logOf(evaluate(one));
    expect(samples[0]?.end).toMatchObject({
      cost: 70,
      usage: { inputTokens: 70 },
      scores: { modelGraded: { value: "C" } },
    });
  });

  it("fails the sample if the grader gives no answer", async () => {
    await expect(score(modelGraded({ model: scriptedModel([]) }), "", "")).rejects.toThrow("the script has 0 turns");
  });
});

describe("valueToNumber", () => {
  it.each([
    ["C", 1],
    ["P", 0.5],
    ["I", 0],
    ["N", 0],
    [true, 1],
    [false, 0],
    ["Yes", 1],
    ["no", 0],
    ["0.25", 0.25],
    ["-3", -3],
    [0.7, 0.7],
    ["c", undefined],
    ["maybe", undefined],
    ["", undefined],
    [Number.NaN, undefined],
    [{ a: 1 }, undefined],
  ] as const)("%j is %j", (value, number) => {
    expect(valueToNumber(value)).toBe(number);
  });
});

describe("answers as models write them", () => {
  const graded = (reply: string) => score(modelGraded({ model: scriptedModel([reply]) }), "an answer", "t");

  it.each([
    "**GRADE:** C",
    "GRADE: **C**",
    "GRADE: [C]",
    "GRADE: (C)",
    "GRADE: `C`",
    'GRADE: "C"',
    "GRADE: $C$",
    "GRADE: \\boxed{C}",
    "GRADE：C",
    "GRADE: Correct",
    "GRADE: C\n\nThat would be a downgrade: I kept it.",
    "GRADE: I first thought, but\nGRADE: \u200bC",
    "**GRADE**: _C_",
    "GRADE: <C>",
    "GRADE: C, since it is right",
  ])("have the grade C: %s", async (reply) => {
    expect((await graded(reply)).value).toBe("C");
  });

  it.each(["GRADE: C or I", "GRADE: C/I", "GRADE: I\nGRADE: C or P"])("have no grade: %s", async (reply) => {
    expect((await graded(reply)).value).toBe("N");
  });

  it.each(["ANSWER: B or C", "ANSWER: **B**, C", "ANSWER: B/A", "ANSWER: B and (A)"])(
    "are wrong with several letters: %s",
    async (output) => {
      expect((await score(answer("letter"), output, "B")).value).toBe("I");
    },
  );

  it.each([
    ["letter", "ANSWER: _B_", "B"],
    ["letter", "ANSWER: \\(\\textbf{B}\\)", "B"],
    ["letter", "ANSWER: Ｂ", "B"],
    ["letter", "ANSWER: B, a city", "B"],
    ["line", 'ANSWER: "Paris".', "Paris"],
    ["line", "ANSWER: **Washington, D.C.**", "Washington, D.C."],
    ["letter", "ANSWER: $B$", "B"],
    ["letter", "ANSWER: **B**", "B"],
    ["letter", "ANSWER: (B)", "B"],
    ["letter", "**ANSWER:** B", "B"],
    ["letter", "My first answer: A. Wait.\nANSWER: B", "B"],
    ["word", "**Answer:** `Paris`.", "Paris"],
    ["line", "**ANSWER: New York**", "New York"],
  ] as const)("have the %s after the last label: %s", async (kind, output, target) => {
    expect((await score(answer(kind), output, target)).value).toBe("C");
    expect((await score(answer(kind), output, "no")).value).toBe("I");
  });

  it.each([
    ["The answer is $42$", "42", "C"],
    ["\\boxed{42}", "42", "C"],
    ["The answer is \\(42\\).", "42", "C"],
    ["答案是42。", "42", "C"],
    ["It costs 42€", "42", "C"],
    ["$1{,}234$", "1234", "C"],
    ["４２です", "42", "C"],
    ["Out of 100, the answer is 20%", "100", "I"],
  ])("have a number: %s, target %s", async (output, target, value) => {
    expect((await score(match({ numeric: true }), output, target)).value).toBe(value);
  });

  it.each([
    ["It is cafe\u0301", "caf\u00e9"],
    ["“Paris”.", "Paris"],
    ["巴黎。", "巴黎"],
  ])("match in other forms of the same text: %s", async (output, target) => {
    expect((await score(match(), output, target)).value).toBe("C");
    if (output !== "It is cafe\u0301") expect((await score(exact(), output, target)).value).toBe("C");
  });

  it("are seen by metrics, with their explanations", async () => {
    let seen: unknown;
    const own = {
      name: "own",
      compute: (values: readonly SampleValue[]) => {
        seen = values[0]?.scores;
        return { value: 1 };
      },
    };
    const scorer = { ...match(), metrics: [own] };
    const dataset = [{ input: "q", target: "Rome" }];
    await logOf(evaluate(task({ dataset, scorer }), { model: scriptedModel(["It is Rome."]) }));
    expect(seen).toMatchObject([{ value: "C", answer: "It is Rome.", explanation: "It is Rome." }]);
  });
});
