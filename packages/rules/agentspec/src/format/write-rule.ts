import type { Binding, ProgramComment, Rule, Trigger } from "@helve/core/program";
import { unknownPolicyLines } from "../syntax/build-unknown.ts";
import { normalizeDocText } from "../syntax/comments.ts";
import { endsLine } from "./comment-text.ts";
import { shortPatternText } from "./names.ts";
import { concat, type Doc, group, hardLine, indent, line, text } from "./pretty-printer.ts";
import { writeCheck } from "./write-check.ts";
import {
  commentDoc,
  commentLines,
  commentsAfter,
  commentsBefore,
  commentsBeforeNext,
  commentsInside,
  trailingComments,
} from "./write-comments.ts";
import type { WriteContext } from "./write-context.ts";
import { writeEnforcement, writeInvocation } from "./write-enforcement.ts";
import { writeValue } from "./write-value.ts";

/** Writes a rule with its doc comment, one clause per line. */
export function writeRule(rule: Rule, context: WriteContext): Doc {
  const { name, severity, priority, trigger, bindings = [], check, enforce } = rule;
  context.bindingNames = new Set([...context.sharedNames, ...bindings.map((binding) => binding.name)]);
  const [onHead, underHead] = splitAtLineEnd(context.comments.get(trigger)?.before ?? [], rule.range.start.line);
  return concat(
    docLines(rule).flatMap((docLine) => [text(docLine, 0), hardLine]),
    `rule @${name}`,
    trailingComments(onHead),
    hardLine,
    ...(severity === undefined ? [] : [`severity ${severity}`, hardLine]),
    ...(priority === undefined ? [] : [`priority ${priority}`, hardLine]),
    ...unknownPolicyLines(rule).flatMap((policy) => [policy, hardLine]),
    commentLines(underHead),
    writeTrigger(trigger, context),
    hardLine,
    bindings.flatMap((binding) => [writeBinding(binding, context), hardLine]),
    writeCheck(check, context),
    hardLine,
    group(
      "enforce",
      indent(
        enforce.flatMap((enforcement, index) => [
          line,
          index === 0 ? commentsBefore(enforcement, context) : commentsBeforeNext(enforcement, context),
          writeEnforcement(enforcement, context),
          commentsAfter(enforcement, context),
        ]),
      ),
    ),
    indent(commentsInside(rule, context).flatMap(({ text }) => [hardLine, commentDoc(text)])),
    hardLine,
    "end",
    commentsAfter(rule, context),
  );
}

/** The lines of a rule's doc comment, each with `///`. */
export function docLines({ doc }: Rule): readonly string[] {
  const normalized = doc === undefined ? "" : normalizeDocText(doc);
  if (normalized === "") return [];
  return normalized.split("\n").map((docLine) => (docLine === "" ? "///" : `/// ${docLine}`));
}

/** Splits comments into those that stay at the end of a line and those that go on the lines after it. */
export function splitAtLineEnd(
  comments: readonly ProgramComment[],
  line: number,
): readonly [readonly ProgramComment[], readonly ProgramComment[]] {
  const firstElsewhere = comments.findIndex(({ range }) => range.start.line !== line);
  const lineEnding = comments.findIndex(({ text }) => endsLine(text)) + 1;
  const count = Math.min(
    firstElsewhere < 0 ? comments.length : firstElsewhere,
    lineEnding === 0 ? comments.length : lineEnding,
  );
  return [comments.slice(0, count), comments.slice(count)];
}

/** Writes the `trigger` clause: the event, unless it is `before_action`, and the tool patterns. */
function writeTrigger(trigger: Trigger, context: WriteContext): Doc {
  const { event, patterns } = trigger;
  const [first, ...rest] = patterns;
  const isForAll = first?.toolkit === "any" && first.tool === "any" && rest.length === 0;
  if (event !== "before_action" && isForAll) return concat(`trigger ${event}`, commentsAfter(trigger, context));
  const parts = patterns.map((pattern, index) =>
    concat(
      ...(index === 0 ? [] : [line, commentsBeforeNext(pattern, context), "| "]),
      shortPatternText(pattern),
      index < patterns.length - 1 ? commentsAfter(pattern, context) : "",
    ),
  );
  const eventText = event === "before_action" ? "" : `${event} `;
  return concat(group(`trigger ${eventText}`, indent(parts)), commentsAfter(trigger, context));
}

/** Writes a `let` with its comments. */
export function writeBinding(binding: Binding, context: WriteContext): Doc {
  const { name, value } = binding;
  const comments = context.comments.get(binding)?.before ?? [];
  const written = value.type === "invoke_action" ? writeInvocation(value, context) : writeValue(value, context);
  return concat(commentLines(comments), `let ${name} = `, written, commentsAfter(binding, context));
}
