/** The interface of a task list for the toolkit `Todoist`: Todoist's API or a list in memory. */
import type { Page, ServiceOptions } from "../service-options.ts";

/** The operations of the toolkit `Todoist` on tasks: {@link todoistApi} is the real service, {@link memoryTasks} one in memory. */
export interface TaskService {
  /** Lists tasks that are not completed. */
  listTasks(query: TaskQuery, options?: ServiceOptions): Promise<Page<Task>>;
  getTask(id: string, options?: ServiceOptions): Promise<Task>;
  createTask(task: NewTask, options?: ServiceOptions): Promise<Task>;
  /** Changes what is given; a list of labels replaces the one that was there. */
  updateTask(id: string, changes: Partial<NewTask>, options?: ServiceOptions): Promise<Task>;
  /** Completes a task, which for a repeated one means that it is due the next time. */
  closeTask(id: string, options?: ServiceOptions): Promise<void>;
  reopenTask(id: string, options?: ServiceOptions): Promise<void>;
  deleteTask(id: string, options?: ServiceOptions): Promise<void>;
  listProjects(options?: ServiceOptions): Promise<readonly Project[]>;
  createProject(name: string, options?: ServiceOptions): Promise<Project>;
  /** Deletes a project with its tasks. */
  deleteProject(id: string, options?: ServiceOptions): Promise<void>;
  listLabels(options?: ServiceOptions): Promise<readonly string[]>;
  listComments(taskId: string, options?: ServiceOptions): Promise<readonly TaskComment[]>;
  addComment(taskId: string, text: string, options?: ServiceOptions): Promise<void>;
}

/** Which tasks to list. */
export interface TaskQuery {
  /** The id of a project. */
  readonly projectId?: string | undefined;
  readonly label?: string | undefined;
  /** A filter in the syntax of Todoist, such as `today | overdue`; excludes a project and a label. */
  readonly filter?: string | undefined;
  readonly limit: number;
  readonly pageToken?: string | undefined;
}

/** A task to create. */
export interface NewTask {
  readonly content: string;
  readonly description: string;
  /** The id of its project; the inbox by default. */
  readonly projectId?: string | undefined;
  /** From 1 (normal) to 4 (urgent). */
  readonly priority: number;
  readonly labels: readonly string[];
  /** When it is due, in words such as `tomorrow at 10:00`; `no date` for never. */
  readonly due?: string | undefined;
}

/** A task. */
export interface Task extends Omit<NewTask, "projectId" | "due"> {
  readonly id: string;
  readonly projectId: string;
  readonly due?: TaskDue | undefined;
  readonly isCompleted: boolean;
}

/** When a task is due. */
export interface TaskDue {
  /** A date (`2026-11-24`), or a time without or with a time zone (`2026-11-24T15:00:00`). */
  readonly date: string;
  /** The words that it was written with: `every day`. */
  readonly text: string;
  readonly isRepeated: boolean;
}

/** A project: a list of tasks. */
export interface Project {
  readonly id: string;
  readonly name: string;
}

/** A comment on a task. */
export interface TaskComment {
  readonly text: string;
  /** Date and time of ISO 8601 in UTC. */
  readonly date: string;
}
