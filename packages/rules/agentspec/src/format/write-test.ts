import type { ObjectValue, ProgramNode, RuleTest, TestCall, TestEvent, TestStep } from "@helve/core/program";
import { isName, isWord } from "./names.ts";
import { concat, type Doc, type DocContent, group, hardLine, indent, line, text } from "./pretty-printer.ts";
import { commentDoc, commentLines, commentsAfter, commentsInside } from "./write-comments.ts";
import type { WriteContext } from "./write-context.ts";
import { durationText } from "./write-step-query.ts";
import { writeValue } from "./write-value.ts";

/** Writes a test: its givens, steps, event and expectation, one per line. */
export function writeTest(test: RuleTest, context: WriteContext): Doc {
  const { name, prompt, state, now, steps = [], when, expect } = test;
  const part = (node: ProgramNode, ...written: readonly DocContent[]): Doc =>
    concat(commentLines(context.comments.get(node)?.before ?? []), ...written, commentsAfter(node, context), hardLine);
  return concat(
    `test ${JSON.stringify(name)}`,
    hardLine,
    prompt === undefined ? "" : part(prompt, "given prompt ", writeValue(prompt, context)),
    state === undefined ? "" : part(state, "given state ", writeValue(state, context)),
    now === undefined ? "" : part(now, "given now ", writeValue(now, context)),
    ...steps.map((step) => part(step, "after ", writeStep(step, context))),
    part(when, "when ", writeEvent(when, context)),
    part(
      expect,
      `expect ${expect.outcome}`,
      expect.action === undefined ? "" : concat(" to ", writeCall(expect.action, context)),
      expect.rules === undefined
        ? ""
        : ` by ${expect.only ? "only " : ""}${expect.rules.map((rule) => `@${rule}`).join(", ")}`,
    ),
    indent(commentsInside(test, context).flatMap(({ text }) => [commentDoc(text), hardLine])),
    "end",
    commentsAfter(test, context),
  );
}

function writeEvent(when: TestEvent, context: WriteContext): Doc {
  switch (when.type) {
    case "test_call":
      return writeCall(when, context);
    case "test_step_end":
      return concat("after_action ", writeStep(when.step, context));
    case "test_state_change":
      return group(
        ...["state_change ", writeValue(when.before, context)],
        indent(line, "-> ", writeValue(when.after, context)),
      );
    case "test_finish":
      return text("agent_finish");
  }
}

function writeStep(step: TestStep, context: WriteContext): Doc {
  const { result, status, ago } = step;
  return group(
    writeCall(step, context),
    result === undefined ? "" : indent(line, "-> ", writeValue(result, context)),
    status === undefined ? "" : ` ${status}`,
    ago === undefined ? "" : ` ${durationText(ago)} ago`,
  );
}

function writeCall({ tool, args }: Pick<TestCall | TestStep, "tool" | "args">, context: WriteContext): Doc {
  return concat(text(calledToolText(tool)), "(", hasContent(args, context) ? writeValue(args, context) : "", ")");
}

/** The name of a called tool; in quotes if it is not one or two words. */
function calledToolText(tool: string): string {
  const [toolkit = "", member, ...more] = tool.split(".");
  const isPlain = isName(toolkit) && (member === undefined || isWord(member)) && more.length === 0;
  return isPlain ? tool : JSON.stringify(tool);
}

/** Whether an object has entries or comments to write. */
function hasContent(args: ObjectValue, context: WriteContext): boolean {
  return args.entries.length > 0 || commentsInside(args, context).length > 0;
}
