// A server that answers as the Todoist API v1 is documented to, with tasks in memory.

import { HelveError } from "@helve/core";
import {
  type LocalAnswer,
  type LocalService,
  localService,
  type ReceivedRequest,
} from "@helve/toolkit-tests/local-service";
import type { MemoryTasks, NewTask, Task } from "@helve/toolkits/todoist";

/** Starts the server. `token` is the only access token that it accepts. */
export function standInTodoist(tasks: MemoryTasks, token: () => string): Promise<LocalService> {
  return localService(async (request) => {
    if (request.headers.authorization !== `Bearer ${token()}`) return todoistError(401, "Unauthorized");
    try {
      return await answer(tasks, request);
    } catch (error) {
      if (!HelveError.is(error)) throw error;
      return error.message.startsWith("There is no")
        ? todoistError(404, "Task not found")
        : todoistError(400, error.message);
    }
  });
}

/** An error as Todoist answers it. */
export function todoistError(status: number, error: string): LocalAnswer {
  return { status, body: JSON.stringify({ error, error_code: 1, error_tag: "X", http_code: status }) };
}

async function answer(tasks: MemoryTasks, { method, url, body }: ReceivedRequest): Promise<LocalAnswer> {
  const [kind, id = "", action] = url.pathname.split("/").slice(1).map(decodeURIComponent);
  const param = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  const json = body === "" ? {} : JSON.parse(body);
  const page = { limit: Number(param("limit")), pageToken: param("cursor") };
  const isId = id !== "" && id !== "filter";
  switch (`${method} ${kind}${isId ? "/ID" : id === "" ? "" : `/${id}`}${action === undefined ? "" : `/${action}`}`) {
    case "GET tasks":
      return listed(await tasks.listTasks({ projectId: param("project_id"), label: param("label"), ...page }));
    case "GET tasks/filter":
      return listed(await tasks.listTasks({ filter: param("query"), ...page }));
    case "GET tasks/ID":
      return { json: apiTask(await tasks.getTask(id)) };
    case "POST tasks":
      return { json: apiTask(await tasks.createTask({ ...newTask(json), content: json.content } as NewTask)) };
    case "POST tasks/ID":
      return { json: apiTask(await tasks.updateTask(id, newTask(json))) };
    case "POST tasks/ID/move":
      return { json: apiTask(await tasks.updateTask(id, { projectId: json.project_id })) };
    case "POST tasks/ID/close":
      await tasks.closeTask(id);
      return { status: 204 };
    case "POST tasks/ID/reopen":
      await tasks.reopenTask(id);
      return { status: 204 };
    case "DELETE tasks/ID":
      await tasks.deleteTask(id);
      return { status: 204 };
    case "GET projects": {
      // Pages of one project, to be read one after the other.
      const projects = await tasks.listProjects();
      const at = Number(param("cursor") ?? "0");
      return {
        json: { results: projects.slice(at, at + 1), next_cursor: at + 1 < projects.length ? String(at + 1) : null },
      };
    }
    case "POST projects":
      return { json: await tasks.createProject(json.name) };
    case "DELETE projects/ID":
      await tasks.deleteProject(id);
      return { status: 204 };
    case "GET labels":
      return { json: { results: (await tasks.listLabels()).map((name) => ({ id: name, name })), next_cursor: null } };
    case "GET comments": {
      const comments = await tasks.listComments(param("task_id") ?? "");
      const results = comments.map(({ text, date }) => ({ id: "1", content: text, posted_at: date }));
      return { json: { results, next_cursor: null } };
    }
    case "POST comments":
      await tasks.addComment(json.task_id, json.content);
      return { json: { id: "1" } };
    default:
      return todoistError(404, `Not Found: ${method} ${url.pathname}`);
  }
}

function listed({ items, nextPageToken }: Awaited<ReturnType<MemoryTasks["listTasks"]>>): LocalAnswer {
  return { json: { results: items.map(apiTask), next_cursor: nextPageToken ?? null } };
}

function apiTask({ projectId, isCompleted, due, ...task }: Task): object {
  return {
    ...task,
    project_id: projectId,
    checked: isCompleted,
    due: due === undefined ? null : { date: due.date, string: due.text, lang: "en", is_recurring: due.isRepeated },
  };
}

function newTask({ due_string, due_lang: _, project_id, ...task }: Record<string, unknown>): Partial<NewTask> {
  return {
    ...task,
    ...(due_string !== undefined && { due: String(due_string) }),
    ...(project_id !== undefined && { projectId: String(project_id) }),
  };
}
