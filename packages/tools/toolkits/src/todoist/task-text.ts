/** Formats tasks for models. */
import type { Page } from "../service-options.ts";
import type { Project, Task, TaskComment } from "./task-service.ts";

/** A list of tasks: a line for each, with its id, what to do, when it is due. */
export function taskList({ items, nextPageToken }: Page<Task>, projects: readonly Project[]): string {
  const lines = items.map((task) => onOneLine([task.id, task.content, ...details(task, projects)].join("  ")));
  if (lines.length === 0 && nextPageToken === undefined) return "There are no tasks.";
  return [
    ...lines,
    ...(nextPageToken === undefined ? [] : [`More with page_token ${JSON.stringify(nextPageToken)}.`]),
  ].join("\n");
}

/** A task with all that is known of it. */
export function taskText(task: Task, projects: readonly Project[], comments: readonly TaskComment[]): string {
  return [
    `Task: ${onOneLine(task.content)}`,
    `Details: ${details(task, projects).join(", ")}${task.isCompleted ? ", completed" : ""}`,
    ...(task.description === "" ? [] : ["", task.description]),
    ...comments.map(({ date, text }) => `\nComment of ${date.slice(0, 10)}: ${text}`),
  ].join("\n");
}

/** A task in the sentence that says what was done: `"Buy milk" (due 2026-11-25)`. */
export function taskName({ content, due }: Task): string {
  return `"${onOneLine(content)}"${due === undefined ? "" : ` (due ${dueText(due)})`}`;
}

/** Lists the details of a task. */
function details({ due, priority, labels, projectId }: Task, projects: readonly Project[]): readonly string[] {
  return [
    ...(due === undefined ? [] : [`due ${dueText(due)}`]),
    `priority ${priority}`,
    ...labels.map((label) => `@${label}`),
    `#${projects.find(({ id }) => id === projectId)?.name ?? projectId}`,
  ];
}

/** Writes when a task is due: `2026-05-01 09:00, every day`. */
function dueText({ date, text, isRepeated }: NonNullable<Task["due"]>): string {
  const when = date.replace("T", " ").replace(/:00(?:\.0+)?(Z?)$/, "$1");
  return isRepeated ? `${when}, ${text}` : when;
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
