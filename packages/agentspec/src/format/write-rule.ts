import type { Binding, ProgramComment, Rule, ToolPattern, Trigger } from "@helve/core/program";
import { normalDoc } from "../syntax/doc-comments.ts";
import { closesLine } from "./comment-text.ts";
import { group, hardLine, indent, type Layout, line, row, words } from "./layout.ts";
import { isName, isWord } from "./names.ts";
import { after, before, beforeNext, behind, below, lineOf, ownLines, type Sheet } from "./sheet.ts";
import { writeCheck } from "./write-check.ts";
import { writeEnforcement, writeInvocation } from "./write-enforcement.ts";
import { writeValue } from "./write-value.ts";

/** A rule with its doc comment, a clause a line. */
export function writeRule(rule: Rule, sheet: Sheet): Layout {
  const { name, severity, priority, trigger, bindings = [], check, enforce } = rule;
  sheet.locals = new Set(bindings.map((binding) => binding.name));
  const [onHead, underHead] = splitOnLine(sheet.notes.get(trigger)?.before ?? [], rule.range.start.line);
  return row(
    docLines(rule).flatMap((said) => [words(said, 0), hardLine]),
    `rule @${name}`,
    behind(onHead),
    hardLine,
    ...(severity === undefined ? [] : [`severity ${severity}`, hardLine]),
    ...(priority === undefined ? [] : [`priority ${priority}`, hardLine]),
    ownLines(underHead),
    writeTrigger(trigger, sheet),
    hardLine,
    bindings.flatMap((binding) => [writeBinding(binding, sheet), hardLine]),
    writeCheck(check, sheet),
    hardLine,
    group(
      "enforce",
      indent(
        enforce.flatMap((one, index) => [
          line,
          index === 0 ? before(one, sheet) : beforeNext(one, sheet),
          writeEnforcement(one, sheet),
          after(one, sheet),
        ]),
      ),
    ),
    indent(below(rule, sheet).flatMap(({ text }) => [hardLine, lineOf(text)])),
    hardLine,
    "end",
    after(rule, sheet),
  );
}

/** The lines of a rule's doc comment, with their signs. */
export function docLines({ doc }: Rule): readonly string[] {
  const said = doc === undefined ? "" : normalDoc(doc);
  return said === "" ? [] : said.split("\n").map((one) => (one === "" ? "///" : `/// ${one}`));
}

/** The comments that stand on a line, as far as there is room for them, and the others. */
export function splitOnLine(
  comments: readonly ProgramComment[],
  line: number,
): readonly [readonly ProgramComment[], readonly ProgramComment[]] {
  const off = comments.findIndex(({ range }) => range.start.line !== line);
  const closing = comments.findIndex(({ text }) => closesLine(text)) + 1;
  const count = Math.min(off < 0 ? comments.length : off, closing === 0 ? comments.length : closing);
  return [comments.slice(0, count), comments.slice(count)];
}

function writeTrigger(trigger: Trigger, sheet: Sheet): Layout {
  const { event, patterns } = trigger;
  const [first, ...others] = patterns;
  const isForAll = first?.toolkit === "any" && first.tool === "any" && others.length === 0;
  if (event !== "before_action" && isForAll) return row(`trigger ${event}`, after(trigger, sheet));
  const parts = patterns.map((pattern, index) =>
    row(
      ...(index === 0 ? [] : [line, beforeNext(pattern, sheet), "| "]),
      patternText(pattern),
      index < patterns.length - 1 ? after(pattern, sheet) : "",
    ),
  );
  const said = event === "before_action" ? "" : `${event} `;
  return row(group(`trigger ${said}`, indent(parts)), after(trigger, sheet));
}

function patternText({ toolkit, tool }: ToolPattern): string {
  return `${isName(toolkit) ? plainName(toolkit) : JSON.stringify(toolkit)}.${isWord(tool) ? plainName(tool) : JSON.stringify(tool)}`;
}

/** A name, in quotes where it would be taken for a misspelt `any`. */
function plainName(name: string): string {
  return name !== "any" && name.toLowerCase() === "any" ? JSON.stringify(name) : name;
}

function writeBinding(binding: Binding, sheet: Sheet): Layout {
  const { name, value } = binding;
  const comments = sheet.notes.get(binding)?.before ?? [];
  const written = value.type === "invoke_action" ? writeInvocation(value, sheet) : writeValue(value, sheet);
  return row(ownLines(comments), `let ${name} = `, written, after(binding, sheet));
}
