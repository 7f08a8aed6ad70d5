import { jsonPointer, pointerParts } from "@helve/core/internal";
import type { Program, ProgramComment } from "@helve/core/program";

/**
 * Drops rules from a program, with their comments. The tests are dropped too: they may be about rules that are no longer there.
 *
 * @param names - of the rules, without `@`; names of other rules have no effect
 *
 * @example
 * const milder = formatProgram(dropRules(program, ["limit"]));
 */
export function dropRules(program: Program, names: readonly string[]): Program {
  const { tests: _tests, alternativeForms: _forms, comments = [], ...rest } = program;
  const rules = program.rules.filter(({ name }) => !names.includes(name));
  const places = program.rules.map((rule) => rules.indexOf(rule));
  const kept = comments.flatMap((comment) => moved(comment, places));
  return { ...rest, rules, comments: kept.length > 0 ? kept : undefined };
}

/** Moves a comment with its rule; drops it if the rule is dropped. */
function moved(comment: ProgramComment, places: readonly number[]): readonly ProgramComment[] {
  const { attachment } = comment;
  const [part, index, ...inner] = pointerParts(attachment.path);
  if (part === "tests") return [];
  if (part !== "rules") return [comment];
  const place = places[Number(index)] ?? -1;
  const path = jsonPointer(["rules", place, ...inner]);
  return place < 0 ? [] : [{ ...comment, attachment: { ...attachment, path } }];
}
