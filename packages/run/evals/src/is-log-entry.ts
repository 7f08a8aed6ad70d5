import { isMessage } from "@helve/agent";
import { isObject } from "@helve/core/internal";
import type { LogEntry } from "./eval-event.ts";
import { sampleProblems } from "./sample.ts";

/** Whether a value has the members of an entry of a log that readers rely on. */
export function isLogEntry(value: unknown): value is LogEntry {
  if (!isObject(value)) return false;
  const { type, id, epoch, at } = value;
  const isOfSample = isId(id) && typeof epoch === "number";
  switch (type) {
    case "start":
      return value["version"] !== 1 || isStart(value);
    case "sample_start":
      return isOfSample && sampleProblems(value["sample"]).length === 0;
    case "event":
      return isOfSample && isObject(value["event"]);
    case "sample_end":
      return isOfSample && typeof at === "number" && isSampleEnd(value);
    case "end":
      return isObject(value["results"]) && isListOf(value["results"]["scores"], isScoreResult);
    default:
      return false;
  }
}

type Value = Readonly<Record<string, unknown>>;

function isStart({ at, model, samples, epochs, scorers, task, limits }: Value): boolean {
  return (
    Number.isFinite(at) &&
    [model, ...(isObject(task) ? [task["name"], task["version"]] : [undefined])].every(isText) &&
    typeof epochs === "number" &&
    isListOf(samples, isId) &&
    isListOf(scorers, isText) &&
    isObject(limits)
  );
}

function isSampleEnd({ status, output, messages, scores, usage, cost, time, error }: Value): boolean {
  return (
    [status, output].every(isText) &&
    isListOf(messages, isMessage) &&
    isObject(scores) &&
    Object.values(scores).every(isScore) &&
    isObject(usage) &&
    [usage["inputTokens"], usage["outputTokens"], cost, time].every((each) => typeof each === "number") &&
    (error === undefined || (isObject(error) && isText(error["message"])))
  );
}

function isScore(score: unknown): boolean {
  if (!isObject(score)) return false;
  const { value, answer = "", explanation = "" } = score;
  const isValue = isObject(value) || ["number", "string", "boolean"].includes(typeof value);
  return isValue && [answer, explanation].every(isText);
}

function isScoreResult(result: unknown): boolean {
  if (!isObject(result)) return false;
  const { scorer, reducer, scored, metrics } = result;
  return [scorer, reducer].every(isText) && typeof scored === "number" && isListOf(metrics, isMetricResult);
}

function isMetricResult(metric: unknown): boolean {
  if (!isObject(metric)) return false;
  const { name, value, interval } = metric;
  const isInterval =
    interval === undefined ||
    (isObject(interval) &&
      ["low", "high", "level"].every((member) => typeof interval[member] === "number") &&
      isText(interval["method"]));
  return isText(name) && (value === null || typeof value === "number") && isInterval;
}

function isListOf(value: unknown, isElement: (element: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isElement);
}

function isId(value: unknown): boolean {
  return isText(value) || typeof value === "number";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
