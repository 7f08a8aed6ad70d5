import type { Finding, Predicate, PredicateContext } from "@helve/core";
import { isObject, phraseOf } from "@helve/core/internal";

/**
 * The predicates about tasks of published AgentSpec rules: `is_important_task` and `has_important_task`. They read the tasks from `state.tasks`, as
 * `memoryTasks(…).snapshot()` gives them; a task is important from a priority on.
 *
 * @param priority - from 1 (normal) to 4 (urgent); 3 by default
 * @example
 * new Engine(program, { predicates: [...predicates(policy), ...taskPredicates()] });
 */
export function taskPredicates(priority = 3): readonly Predicate[] {
  return [
    {
      name: "is_important_task",
      description: "Whether the task that the call names by `id`, or the task that it creates, is important.",
      phrase: [
        phraseOf([
          "the task of {0} is important",
          "the task of {0} is not important",
          "{0}所指的任务很重要",
          "{0}所指的任务不重要",
        ]),
        phraseOf(["the task is important", "the task is not important", "该任务很重要", "该任务不重要"]),
      ],
      parameters: [{ name: "id", required: false }],
      evaluate([operand], context) {
        const { args } = context.action;
        const id = operand === undefined ? args["id"] : operand.value;
        if (id === undefined && typeof args["priority"] === "number") {
          return finding(args["priority"] >= priority, `the priority is ${args["priority"]}`);
        }
        const tasks = tasksOf(context);
        if (tasks === undefined) return finding("unknown", "the state has no tasks");
        const task = tasks.find((each) => each["id"] === (typeof id === "string" ? id.trim() : id));
        if (task === undefined) return finding("unknown", "the state does not have the task");
        return finding(
          isImportant(task),
          `the priority of ${JSON.stringify(task["content"])} is ${String(task["priority"])}`,
        );
      },
    },
    {
      name: "has_important_task",
      description:
        "Whether a task that is not completed is important, in the project that the call names by `id`, if any.",
      phrase: phraseOf([
        "there is an important task that is not completed",
        "there is no important task that is not completed",
        "有尚未完成的重要任务",
        "没有尚未完成的重要任务",
      ]),
      parameters: [],
      evaluate(_operands, context) {
        const tasks = tasksOf(context);
        if (tasks === undefined) return finding("unknown", "the state has no tasks");
        const isProject = /project/i.test(context.action.name);
        const id = isProject ? context.action.args["id"] : undefined;
        const project = typeof id === "string" ? id.trim() : id;
        const important = tasks.find(
          (task) =>
            task["isCompleted"] !== true &&
            isImportant(task) &&
            (project === undefined || task["projectId"] === project),
        );
        return important === undefined
          ? finding(false, "no task is important")
          : finding(true, `${JSON.stringify(important["content"])} is important`);
      },
    },
  ];

  function isImportant(task: Readonly<Record<string, unknown>>): boolean {
    return typeof task["priority"] === "number" && task["priority"] >= priority;
  }
}

/** Returns the tasks in the state that a rule reads; undefined if it has none. */
function tasksOf({ state }: PredicateContext): readonly Readonly<Record<string, unknown>>[] | undefined {
  const tasks = isObject(state) ? state["tasks"] : undefined;
  return Array.isArray(tasks) ? tasks.filter(isObject) : undefined;
}

/** Creates a finding without evidence. */
function finding(value: Finding["value"], reason: string): Finding {
  return { value, reason, evidence: [] };
}
