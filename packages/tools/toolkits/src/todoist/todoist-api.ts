/** `todoistApi`: the tasks behind the Todoist API. */
import type { AccessToken } from "../access-token.ts";
import { type ApiRequest, callApi, pathSegment } from "../authorized-api.ts";
import type { HttpOptions } from "../http.ts";
import type { NewTask, Project, Task, TaskService } from "./task-service.ts";

/** Options of {@link todoistApi}. */
export interface TodoistApiOptions extends HttpOptions {
  readonly token: AccessToken;
  /** The address of the API. */
  readonly url?: string | undefined;
}

/**
 * Creates the service that reads and changes tasks by the Todoist API v1. The token needs the scopes
 * `data:read_write` and, to delete, `data:delete`.
 *
 * @example
 * new Todoist({ service: todoistApi({ token }) });
 */
export function todoistApi(options: TodoistApiOptions): TaskService {
  const api = { service: "Todoist", url: options.url ?? todoistUrl, token: options.token };
  const call = (path: string, request: ApiRequest): Promise<unknown> =>
    callApi(api, path, { scope: "data:read_write", ...request }, options);
  const taskPath = (id: string): string => `tasks/${pathSegment("task", id)}`;
  const post = (path: string, request: ApiRequest): Promise<unknown> => call(path, { method: "POST", ...request });

  /** All parts of a list. */
  const all = async (
    path: string,
    signal: AbortSignal | undefined,
    query: Query = {},
    subject?: string,
  ): Promise<readonly unknown[]> => {
    const items: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = pageOf(await call(path, { query: { ...query, limit: 200, cursor }, signal, subject }));
      items.push(...page.items);
      cursor = page.nextPageToken;
    } while (cursor !== undefined && items.length < maxItems);
    return items;
  };

  return {
    async listTasks({ projectId, label, filter, limit, pageToken }, { signal } = {}) {
      const page = { limit, cursor: pageToken };
      const subject = projectId === undefined ? undefined : `project ${JSON.stringify(projectId)}`;
      const response =
        filter === undefined
          ? await call("tasks", { query: { project_id: projectId, label, ...page }, signal, subject })
          : await call("tasks/filter", { query: { query: filter, lang: "en", ...page }, signal });
      const { items, nextPageToken } = pageOf(response);
      return { items: items.map(taskOf), nextPageToken };
    },
    async getTask(id, { signal } = {}) {
      return taskOf(await call(taskPath(id), { signal, subject: taskText(id) }));
    },
    async createTask(task, { signal } = {}) {
      return taskOf(await post("tasks", { json: jsonOf(task), signal }));
    },
    async updateTask(id, changes, { signal } = {}) {
      const request = { signal, isSafe: true, subject: taskText(id) };
      const { projectId, ...rest } = changes;
      let response: unknown;
      if (projectId !== undefined) {
        response = await post(`${taskPath(id)}/move`, { ...request, json: { project_id: projectId } });
      }
      if (Object.keys(rest).length > 0) response = await post(taskPath(id), { ...request, json: jsonOf(rest) });
      return taskOf(response);
    },
    async closeTask(id, { signal } = {}) {
      await post(`${taskPath(id)}/close`, { signal, subject: taskText(id) });
    },
    async reopenTask(id, { signal } = {}) {
      await post(`${taskPath(id)}/reopen`, { signal, isSafe: true, subject: taskText(id) });
    },
    async deleteTask(id, { signal } = {}) {
      await call(taskPath(id), { method: "DELETE", signal, subject: taskText(id), scope: "data:delete" });
    },
    async listProjects({ signal } = {}) {
      return (await all("projects", signal)).map(projectOf);
    },
    async createProject(name, { signal } = {}) {
      return projectOf(await post("projects", { json: { name }, signal }));
    },
    async deleteProject(id, { signal } = {}) {
      const subject = `project ${JSON.stringify(id)}`;
      await call(`projects/${pathSegment("project", id)}`, { method: "DELETE", signal, subject, scope: "data:delete" });
    },
    async listLabels({ signal } = {}) {
      return (await all("labels", signal)).flatMap((label) => (label as { readonly name?: string }).name ?? []);
    },
    async listComments(taskId, { signal } = {}) {
      const comments = await all("comments", signal, { task_id: taskId }, taskText(taskId));
      return comments.map((comment) => {
        const { content = "", posted_at: date = "" } = comment as { content?: string; posted_at?: string };
        return { text: content, date };
      });
    },
    async addComment(taskId, text, { signal } = {}) {
      await post("comments", { json: { task_id: taskId, content: text }, signal, subject: taskText(taskId) });
    },
  };
}

type Query = NonNullable<ApiRequest["query"]>;

const todoistUrl = "https://api.todoist.com/api/v1";
const maxItems = 2000;

/** Names a task for an error message. */
function taskText(id: string): string {
  return `task ${JSON.stringify(id)}`;
}

/** A part of a list. */
function pageOf(response: unknown): { readonly items: readonly unknown[]; readonly nextPageToken: string | undefined } {
  const { results = [], next_cursor } = response as { results?: readonly unknown[]; next_cursor?: string | null };
  return { items: results, nextPageToken: next_cursor ?? undefined };
}

/** A task as the API describes it. */
interface ApiTask {
  readonly id?: string;
  readonly content?: string;
  readonly description?: string;
  readonly project_id?: string;
  readonly priority?: number;
  readonly labels?: readonly string[];
  readonly checked?: boolean;
  readonly due?: { readonly date?: string; readonly string?: string; readonly is_recurring?: boolean } | null;
}

/** Converts a task of Todoist's API to a task of the toolkit. */
function taskOf(response: unknown): Task {
  const { id = "", content = "", description = "", priority = 1, labels = [], due, ...task } = response as ApiTask;
  return {
    id,
    content,
    description,
    priority,
    labels,
    projectId: task.project_id ?? "",
    isCompleted: task.checked ?? false,
    due:
      due != null ? { date: due.date ?? "", text: due.string ?? "", isRepeated: due.is_recurring ?? false } : undefined,
  };
}

/** Converts a project of Todoist's API to one of the toolkit. */
function projectOf(response: unknown): Project {
  const { id = "", name = "" } = response as Partial<Project>;
  return { id, name };
}

/** Writes a task as Todoist's API wants it. */
function jsonOf({ content, description, projectId, priority, labels, due }: Partial<NewTask>): object {
  return {
    content,
    description,
    project_id: projectId,
    priority,
    labels,
    due_string: due,
    due_lang: due === undefined ? undefined : "en",
  };
}
