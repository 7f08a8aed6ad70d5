/** `memoryTasks`: a list of tasks in memory, for tests and demos. */
import { noSuch } from "../authorized-api.ts";
import { memoryPage } from "../memory-page.ts";
import { nextDue, parseDue } from "./due-words.ts";
import { taskFilter } from "./task-filter.ts";
import type { NewTask, Project, Task, TaskComment, TaskService } from "./task-service.ts";

/** Options of {@link memoryTasks}. */
export interface MemoryTasksOptions {
  /** The names of projects besides the inbox. */
  readonly projects?: readonly string[] | undefined;
  /** Tasks, each with the name of its project; in the inbox by default. */
  readonly tasks?: readonly (Partial<Omit<NewTask, "projectId">> &
    Pick<NewTask, "content"> & { readonly project?: string })[];
  /** The clock; the system's clock by default. */
  readonly now?: (() => Date) | undefined;
}

/** A list of tasks in memory. */
export interface MemoryTasks extends TaskService {
  /** Returns its content as JSON: the state that rules read as `state.tasks` and `state.projects`. */
  snapshot(): { readonly tasks: readonly Task[]; readonly projects: readonly Project[] };
}

/**
 * Creates a list of tasks in memory, for tests and demos. Tasks are numbered in the order in which they are created.
 *
 * @example
 * const tasks = memoryTasks({ projects: ["Home"], tasks: [{ content: "Water the plants", project: "Home", due: "today" }] });
 * const kit = new Todoist({ service: tasks });
 */
export function memoryTasks(options: MemoryTasksOptions = {}): MemoryTasks {
  const { now = () => new Date() } = options;
  const tasks = new Map<string, Task>();
  const comments = new Map<string, readonly TaskComment[]>();
  const projects = new Map<string, Project>();
  let lastTask = 0;
  let lastProject = 0;

  const addProject = (name: string): Project => {
    const project = { id: `P${lastProject++}`, name };
    projects.set(project.id, project);
    return project;
  };
  const inbox = addProject("Inbox");
  const find = (id: string): Task => {
    const task = tasks.get(id.trim());
    if (task === undefined) throw noSuch(`task ${JSON.stringify(id)}`);
    return task;
  };
  const projectWith = (id: string): Project => {
    const project = projects.get(id.trim());
    if (project === undefined) throw noSuch(`project ${JSON.stringify(id)}`);
    return project;
  };
  const save = (task: Task): Task => {
    tasks.set(task.id, task);
    return task;
  };
  const withDue = (task: Omit<Task, "due">, text: string): Task => {
    const due = parseDue(text, now().getTime());
    return due === undefined ? task : { ...task, due };
  };
  const create = ({
    content,
    description = "",
    projectId = inbox.id,
    priority = 1,
    labels = [],
    due = "",
  }: Partial<NewTask> & Pick<NewTask, "content">): Task => {
    const task = { content, description, projectId: projectWith(projectId).id, priority, labels, isCompleted: false };
    const created = withDue({ ...task, id: String(lastTask + 1) }, due);
    lastTask++;
    return save(created);
  };
  for (const name of options.projects ?? []) addProject(name);
  for (const { project, ...task } of options.tasks ?? []) {
    create({ ...task, projectId: [...projects.values()].find(({ name }) => name === project)?.id ?? inbox.id });
  }

  return {
    snapshot: () => ({ tasks: [...tasks.values()], projects: [...projects.values()] }),
    async listTasks({ projectId, label, filter, ...page }, { signal } = {}) {
      signal?.throwIfAborted();
      if (projectId !== undefined) projectWith(projectId);
      const matches =
        filter === undefined
          ? () => true
          : taskFilter(filter, [...projects.values()], now().toISOString().slice(0, 10));
      const found = [...tasks.values()].filter(
        (task) =>
          !task.isCompleted &&
          (projectId === undefined || task.projectId === projectId) &&
          (label === undefined || task.labels.includes(label)) &&
          matches(task),
      );
      return memoryPage(found, page);
    },
    async getTask(id, { signal } = {}) {
      signal?.throwIfAborted();
      return find(id);
    },
    async createTask(task, { signal } = {}) {
      signal?.throwIfAborted();
      return create(task);
    },
    async updateTask(id, { due, projectId, ...changes }, { signal } = {}) {
      signal?.throwIfAborted();
      const { due: oldDue, ...old } = find(id);
      const task = {
        ...old,
        ...changes,
        projectId: projectId === undefined ? old.projectId : projectWith(projectId).id,
      };
      if (due !== undefined) return save(withDue(task, due));
      return save(oldDue === undefined ? task : { ...task, due: oldDue });
    },
    async closeTask(id, { signal } = {}) {
      signal?.throwIfAborted();
      const task = find(id);
      save(task.due?.isRepeated === true ? { ...task, due: nextDue(task.due) } : { ...task, isCompleted: true });
    },
    async reopenTask(id, { signal } = {}) {
      signal?.throwIfAborted();
      save({ ...find(id), isCompleted: false });
    },
    async deleteTask(id, { signal } = {}) {
      signal?.throwIfAborted();
      tasks.delete(find(id).id);
    },
    async listProjects() {
      return [...projects.values()];
    },
    async createProject(name, { signal } = {}) {
      signal?.throwIfAborted();
      return addProject(name);
    },
    async deleteProject(id, { signal } = {}) {
      signal?.throwIfAborted();
      const project = projectWith(id);
      projects.delete(project.id);
      for (const task of tasks.values()) if (task.projectId === project.id) tasks.delete(task.id);
    },
    async listLabels() {
      return [...new Set(Array.from(tasks.values(), ({ labels }) => labels).flat())];
    },
    async listComments(taskId, { signal } = {}) {
      signal?.throwIfAborted();
      return comments.get(find(taskId).id) ?? [];
    },
    async addComment(taskId, text, { signal } = {}) {
      signal?.throwIfAborted();
      const { id } = find(taskId);
      comments.set(id, [...(comments.get(id) ?? []), { text, date: now().toISOString() }]);
    },
  };
}
