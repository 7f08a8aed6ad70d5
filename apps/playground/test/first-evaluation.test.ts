import { expect, it } from "vitest";
import { exampleContent, firstExample } from "../src/examples.ts";
import { evaluate } from "../src/worker/evaluate.ts";
import { evaluateDetails } from "../src/worker/evaluate-details.ts";

it("stores the evaluation of the first example (vitest -u writes it again)", async () => {
  const content = await exampleContent(firstExample);
  if (content === undefined) throw new Error("the first example is missing");
  const stored = { verdict: await evaluate(content), details: await evaluateDetails(content) };
  await expect(`${JSON.stringify(stored, null, 2)}\n`).toMatchFileSnapshot("../src/examples/first-evaluation.json");
});
