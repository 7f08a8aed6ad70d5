import { ToolError } from "@helve/tool";
import type { Project, Task } from "./task-service.ts";

/**
 * Returns the test of a filter in the syntax of Todoist, as far as a list of tasks in memory understands it: `today`, `tomorrow`, `overdue`, `7 days`,
 * `no date`, `p1` to `p4`, `@label`, `#project`, `search: words` and `all`, with `!`, `&` and `|`.
 *
 * @param today - a date of ISO 8601
 * @throws ToolError for anything else
 */
export function taskFilter(text: string, projects: readonly Project[], today: string): (task: Task) => boolean {
  const alternatives = text.split("|").map((part) => part.split("&").map((term) => termTest(term, projects, today)));
  return (task) => alternatives.some((terms) => terms.every((matches) => matches(task)));
}

/** Returns the test of one term of a filter. */
function termTest(text: string, projects: readonly Project[], today: string): (task: Task) => boolean {
  const term = text.trim();
  const lower = term.toLowerCase();
  if (term.startsWith("!")) {
    const inner = termTest(term.slice(1), projects, today);
    return (task) => !inner(task);
  }
  const dateOf = ({ due }: Task): string | undefined => due?.date.slice(0, 10);
  const before = (days: number) =>
    new Date(Date.parse(`${today}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const isBetween = (from: string, to: string) => (task: Task) => {
    const date = dateOf(task);
    return date !== undefined && date >= from && date < to;
  };
  if (lower === "all") return () => true;
  if (lower === "today") return isBetween(today, before(1));
  if (lower === "tomorrow") return isBetween(before(1), before(2));
  if (lower === "overdue") return isBetween("", today);
  if (lower === "no date") return ({ due }) => due === undefined;
  const days = /^(?:next )?(\d{1,3}) days?$/.exec(lower)?.[1];
  if (days !== undefined) return isBetween(today, before(Number(days)));
  const priority = /^p([1-4])$/.exec(lower)?.[1];
  if (priority !== undefined) return (task) => task.priority === 5 - Number(priority);
  if (/^@./.test(term)) return ({ labels }) => labels.some((label) => label.toLowerCase() === lower.slice(1));
  if (/^#./.test(term)) {
    const ids = projects.filter(({ name }) => name.toLowerCase() === lower.slice(1)).map(({ id }) => id);
    return ({ projectId }) => ids.includes(projectId);
  }
  const words = /^search:\s*(.+)$/.exec(lower)?.[1];
  if (words !== undefined) return ({ content }) => content.toLowerCase().includes(words);
  throw new ToolError(
    `The filter ${JSON.stringify(text.trim())} is not understood: use for example today, overdue, 7 days, p1, @label, #project or search: words.`,
  );
}
