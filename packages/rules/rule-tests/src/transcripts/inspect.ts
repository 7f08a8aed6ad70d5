/** Reads logs of Inspect, a framework for evaluations. */
import { isObject, ownMember } from "@helve/core/internal";
import { chatRun } from "./chat-calls.ts";
import { type LoggedResult, metadataOf, stepsOf, type Transcript, textIn } from "./recorded-run.ts";

/** Whether a value is a log of Inspect in JSON. */
export function isInspectLog(value: unknown): boolean {
  return isObject(value) && isObject(ownMember(value, "eval")) && Array.isArray(ownMember(value, "samples"));
}

/** The samples of a log of Inspect. */
export function readInspectLog(log: unknown): readonly Transcript[] {
  const task = ownMember(ownMember(log, "eval"), "task");
  const samples = ownMember(log, "samples") as readonly unknown[];
  return samples.filter(isObject).map((sample, index) => {
    const { id = index + 1, epoch = 1, messages, input, target, scores, error } = sample;
    const run = chatRun(messages, resultOf);
    const completion = ownMember(ownMember(sample, "output"), "completion");
    return {
      id: `${String(id)}${epoch === 1 ? "" : ` (epoch ${String(epoch)})`}`,
      prompt: run.prompt === "" ? textIn(input) : run.prompt,
      trajectory: stepsOf(run.calls),
      answer: typeof completion === "string" && completion !== "" ? completion : run.answer,
      target: targetOf(target),
      metadata: metadataOf({ task, epoch, scores, error }),
    };
  });
}

/** Reads the target of an Inspect sample: one text or a list. */
function targetOf(target: unknown): string | readonly string[] | undefined {
  if (Array.isArray(target)) return target.map(String);
  return typeof target === "string" || typeof target === "number" ? String(target) : undefined;
}

/** Returns the result of a call in an Inspect log; a call that did not run has none. */
function resultOf(message: object): LoggedResult {
  const text = textIn(ownMember(message, "content"));
  const error = ownMember(message, "error");
  if (!isObject(error)) return { text };
  const { type, message: reason } = error;
  return {
    text: text === "" ? String(reason ?? "") : text,
    isError: true,
    hasRun: type !== "parsing" && type !== "approval",
  };
}
