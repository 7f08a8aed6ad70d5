/** The subpath `@helve/toolkits/todoist`: tasks and projects of a list. */
import type { ToolContext } from "@helve/core";
import { didYouMean, withoutUndefined } from "@helve/core/internal";
import type { Policy } from "@helve/predicates";
import { ToolError, Toolkit, toolApi } from "@helve/tool";
import { pageQuery } from "./service-options.ts";
import { chinese } from "./todoist/chinese.ts";
import type { NewTask, TaskService } from "./todoist/task-service.ts";
import { taskList, taskName, taskText } from "./todoist/task-text.ts";
import { type CommonToolkitOptions, plainUses, toolkitOptions } from "./toolkit-options.ts";

export type { Page, ServiceOptions } from "./service-options.ts";
export type { MemoryTasks, MemoryTasksOptions } from "./todoist/memory-tasks.ts";
export { memoryTasks } from "./todoist/memory-tasks.ts";
export { taskPredicates } from "./todoist/task-predicates.ts";
export type {
  NewTask,
  Project,
  Task,
  TaskComment,
  TaskDue,
  TaskQuery,
  TaskService,
} from "./todoist/task-service.ts";
export type { TodoistApiOptions } from "./todoist/todoist-api.ts";
export { todoistApi } from "./todoist/todoist-api.ts";

/** Options of {@link Todoist}. */
export interface TodoistOptions extends CommonToolkitOptions {
  /** The tasks: `todoistApi({ token })`, or `memoryTasks({ … })` for tests and demos. */
  readonly service: TaskService;
}

// The parameters that several tools have.
const taskId = "id (str): the task's id";
const page = `limit (int, optional): how many tasks to list at most, 1 to 100; 30 by default
        page_token (str, optional): where to continue, as the last list says`;
const listed = "str: a line for each task: its id, what to do, when it is due, its priority, labels and project";

/**
 * Reads and changes the user's tasks (AgentSpec's personal assistant).
 *
 * @example
 * const executor = new ActionExecutor([new Todoist({ service: todoistApi({ token }) })]);
 */
export class Todoist extends Toolkit {
  override readonly name = "Todoist";
  static readonly description = "Reads and changes the user's tasks.";
  readonly #service: TaskService;

  constructor({ service, ...options }: TodoistOptions) {
    super(toolkitOptions(options, {}, chinese));
    this.#service = service;
  }

  @toolApi(
    `List tasks that are not completed.

    Args:
        project (str, optional): the name or the id of a project; all by default
        label (str, optional): a label; any by default
        ${page}

    Returns:
        ${listed}`,
    { idempotent: true, parallel: true },
  )
  async ListTasks(project = "", label = "", limit = 30, page_token = "", { signal }: ToolContext): Promise<string> {
    const projectId = project === "" ? undefined : await this.#projectId(project, signal);
    const query = { projectId, label: label.replace(/^@/, "") || undefined };
    return this.#list({ ...query, ...pageQuery(limit, 100, page_token) }, signal);
  }

  @toolApi(
    `Search tasks that are not completed, with a filter of Todoist.

    Args:
        query (str): a filter such as today | overdue, or p1 & @home, or #Work, or search: milk
        ${page}

    Returns:
        ${listed}`,
    { idempotent: true, parallel: true },
  )
  async SearchTasks(query: string, limit = 30, page_token = "", { signal }: ToolContext): Promise<string> {
    return this.#list({ filter: query, ...pageQuery(limit, 100, page_token) }, signal);
  }

  @toolApi(
    `Read a task with its comments.

    Args:
        ${taskId}

    Returns:
        str: all that is known of the task`,
    { idempotent: true, parallel: true },
  )
  async ReadTask(id: string, { signal }: ToolContext): Promise<string> {
    const task = await this.#service.getTask(id, { signal });
    const [projects, comments] = await Promise.all([
      this.#service.listProjects({ signal }),
      this.#service.listComments(task.id, { signal }),
    ]);
    return taskText(task, projects, comments);
  }

  @toolApi(`Create a task.

    Args:
        content (str): what to do
        description (str, optional): a text with more about it; none by default
        due (str, optional): when it is due, such as 2026-11-24, or tomorrow at 15:00, or every monday; no date by default
        priority (int, optional): from 1 (normal) to 4 (urgent); 1 by default
        labels (list[str], optional): labels; none by default
        project (str, optional): the name or the id of a project; the inbox by default

    Returns:
        str: the id of the task`)
  async CreateTask(
    content: string,
    description = "",
    due = "",
    priority = 1,
    labels: readonly string[] = [],
    project = "",
    { signal }: ToolContext,
  ): Promise<string> {
    const fields = checked({ content, description, priority, labels });
    const projectId = project === "" ? undefined : await this.#projectId(project, signal);
    const task = await this.#service.createTask(
      { ...fields, due: due === "" ? undefined : due, projectId },
      { signal },
    );
    return `Created the task ${task.id}: ${taskName(task)}.`;
  }

  @toolApi(
    `Change a task. What is not given stays as it is.

    Args:
        ${taskId}
        content (str, optional): what to do
        description (str, optional): a text with more about it
        due (str, optional): when it is due, such as 2026-11-24 or tomorrow at 15:00; "no date" removes it
        priority (int, optional): from 1 (normal) to 4 (urgent)
        labels (list[str], optional): all labels, instead of the present ones
        project (str, optional): the name or the id of the project to move it to`,
    { idempotent: true },
  )
  async UpdateTask(
    id: string,
    content: string | undefined,
    description: string | undefined,
    due: string | undefined,
    priority: number | undefined,
    labels: readonly string[] | undefined,
    project: string | undefined,
    { signal }: ToolContext,
  ): Promise<string> {
    const changes: Partial<NewTask> = checked(
      withoutUndefined({
        content,
        description,
        due: due === undefined ? undefined : due.trim() === "" ? "no date" : due,
        priority,
        labels,
        projectId: project === undefined ? undefined : await this.#projectId(project, signal),
      }),
    );
    if (Object.keys(changes).length === 0) throw new ToolError("Name something to change.");
    const task = await this.#service.updateTask(id, changes, { signal });
    return `Changed the task ${id}: ${taskName(task)}.`;
  }

  @toolApi(`Complete a task; a repeated task moves to its next date.

    Args:
        ${taskId}`)
  async CompleteTask(id: string, { signal }: ToolContext): Promise<string> {
    await this.#service.closeTask(id, { signal });
    return `Completed the task ${id}.`;
  }

  @toolApi(
    `Reopen a completed task.

    Args:
        ${taskId}`,
    { idempotent: true },
  )
  async ReopenTask(id: string, { signal }: ToolContext): Promise<string> {
    await this.#service.reopenTask(id, { signal });
    return `Reopened the task ${id}.`;
  }

  @toolApi(
    `Delete a task for good. A task that is done is completed instead, with CompleteTask.

    Args:
        ${taskId}`,
    { idempotent: true },
  )
  async DeleteTask(id: string, { signal }: ToolContext): Promise<string> {
    await this.#service.deleteTask(id, { signal });
    return `Deleted the task ${id} for good.`;
  }

  @toolApi(`Add a comment to a task.

    Args:
        ${taskId}
        text (str): the comment`)
  async AddComment(id: string, text: string, { signal }: ToolContext): Promise<string> {
    if (text.trim() === "") throw new ToolError("A comment needs a text.");
    await this.#service.addComment(id, text, { signal });
    return `Added a comment to the task ${id}.`;
  }

  @toolApi(
    `List all projects.

    Returns:
        str: a line for each project: its id and name`,
    { idempotent: true, parallel: true },
  )
  async ListProjects({ signal }: ToolContext): Promise<string> {
    const projects = await this.#service.listProjects({ signal });
    return projects.map(({ id, name }) => `${id}  ${name}`).join("\n") || "There are no projects.";
  }

  @toolApi(`Create a project.

    Args:
        name (str): the name

    Returns:
        str: the id of the project`)
  async CreateProject(name: string, { signal }: ToolContext): Promise<string> {
    if (name.trim() === "") throw new ToolError("A project needs a name.");
    const project = await this.#service.createProject(name.trim(), { signal });
    return `Created the project ${project.id}: ${project.name}.`;
  }

  @toolApi(
    `Delete a project with all its tasks for good.

    Args:
        id (str): the project's id`,
    { idempotent: true },
  )
  async DeleteProject(id: string, { signal }: ToolContext): Promise<string> {
    await this.#service.deleteProject(id, { signal });
    return `Deleted the project ${id} with its tasks for good.`;
  }

  @toolApi(
    `List the labels of tasks.

    Returns:
        str: a line for each label`,
    { idempotent: true, parallel: true },
  )
  async ListLabels({ signal }: ToolContext): Promise<string> {
    return (await this.#service.listLabels({ signal })).join("\n") || "There are no labels.";
  }

  async #list(query: Parameters<TaskService["listTasks"]>[0], signal: AbortSignal): Promise<string> {
    const tasks = await this.#service.listTasks(query, { signal });
    return taskList(tasks, tasks.items.length === 0 ? [] : await this.#service.listProjects({ signal }));
  }

  /** The id of a project that is named by its id or its name. */
  async #projectId(text: string, signal: AbortSignal): Promise<string> {
    const projects = await this.#service.listProjects({ signal });
    const name = text.trim().replace(/^#/, "");
    const found =
      projects.find(({ id }) => id === name) ??
      projects.find((project) => project.name.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found.id;
    const names = projects.map((project) => project.name);
    throw new ToolError(`There is no project ${JSON.stringify(text)}${didYouMean(name, names)}.`);
  }
}

/** The meaning of the arguments for rules: none is code, a path or an address of the network. */
export const todoistUses: NonNullable<Policy<never>["tools"]> = plainUses("Todoist", chinese);

/** The fields of a task, if they are valid. */
function checked<Fields extends Partial<NewTask>>(fields: Fields): Fields {
  const { content, priority } = fields;
  if (content?.trim() === "") throw new ToolError('"content" must say what to do.');
  if (priority !== undefined && !(Number.isInteger(priority) && priority >= 1 && priority <= 4)) {
    throw new ToolError(`"priority" must be from 1 (normal) to 4 (urgent) (got ${priority}).`);
  }
  return fields;
}
