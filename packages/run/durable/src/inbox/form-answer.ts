/** Reads a person's answer from the form of the inbox page. */
import type { JsonValue } from "@helve/core";
import { jsonSyntaxIssue, shownValue } from "@helve/core/internal";
import type { PersonAnswer } from "../create-inbox.ts";
import { invalidAnswerError } from "../durable-error.ts";
import type { WaitingQuestion } from "../question-store.ts";

/** The form field of an argument. The prefix separates names that a model chose from the names of other fields. */
export function argumentField(index: number): string {
  return `argument-${index}`;
}

/**
 * Reads the answer from a form.
 *
 * @throws DurableError `invalid_answer`
 */
export function answerOf({ question }: WaitingQuestion, form: ReadonlyMap<string, string>): PersonAnswer {
  const text = (name: string): string => (form.get(name) ?? "").replaceAll("\r\n", "\n");
  switch (form.get("answer")) {
    case "approve":
      return { decision: "approve" };
    case "reject": {
      const reason = text("reason").trim();
      return reason === "" ? { decision: "reject" } : { decision: "reject", reason };
    }
    case "fix":
      return { decision: "fix", fix: form.get("value") ?? "" };
    case "text":
      return { text: text("value") };
    case "ran":
      return { ran: true, result: text("value") };
    case "did_not_run":
      return { ran: false };
    case "value":
      return { value: jsonOf("the answer", text("value")) };
    case "edit": {
      const entries = Object.entries(question.action.args).flatMap(([name, value], index) => {
        const given = form.has(argumentField(index)) ? text(argumentField(index)) : undefined;
        return given === undefined ? [] : editedArgument(name, value, given);
      });
      if (entries.length === 0) throw invalidAnswerError("you have changed nothing: approve it instead");
      return { decision: "edit", args: Object.fromEntries(entries) };
    }
    default:
      throw invalidAnswerError("it is none of the answers of the page");
  }
}

/** An argument that a person has edited; `undefined` if they left it as it was shown, with its secrets hidden. */
function editedArgument(name: string, value: unknown, given: string): readonly (readonly [string, unknown])[] {
  const shown = shownValue(name, value).replaceAll("\r\n", "\n");
  if (given === shown) return [];
  if (/«\d+ characters hidden»/.test(given)) {
    throw invalidAnswerError(`${JSON.stringify(name)} contains a hidden secret: leave it as it is, or write all of it`);
  }
  return [[name, typeof value === "string" ? given : jsonOf(JSON.stringify(name), given)]];
}

/** Parses what a person wrote in a form as JSON. */
function jsonOf(what: string, text: string): JsonValue {
  const issue = jsonSyntaxIssue(text);
  if (issue !== undefined) throw invalidAnswerError(`${what} must be JSON: ${issue.message}`);
  return JSON.parse(text) as JsonValue;
}
