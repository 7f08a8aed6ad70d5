type RequireExactlyOne<T, K extends keyof T = keyof T> = {
  [P in K]: Required<Pick<T, P>> & Partial<Record<Exclude<K, P>, never>>;
}[K] &
  Omit<T, K>;
type RequireNone<T> = Partial<Record<keyof T, never>>;
type RequireOneOrNone<T> = RequireExactlyOne<T> | RequireNone<T>;
type RequireAllOrNone<T> = Required<T> | RequireNone<T>;

/** Arguments for a new task. */
export type AddTaskArgs = {
  /** The text of the task. */
  content: string;
  projectId?: string;
  order?: number;
  labels?: string[];
  priority?: number;
  dueString?: string;
} & RequireOneOrNone<{ dueDate?: string; dueDatetime?: string }> &
  RequireAllOrNone<{ duration?: number; durationUnit?: "minute" | "day" }>;

/** The client of Todoist. */
export class Todoist {
  /** Adds a task. */
  addTask(input: AddTaskArgs): string {
    return input.content;
  }

  /** Moves a task to exactly one place. */
  moveTask(input: {
    id: string;
    to: RequireExactlyOne<{ projectId?: string; sectionId?: string; parentId?: string }>;
  }): void {
    void input;
  }

  /** Lists tasks. */
  getTasks(input: { projectId?: string; ids?: string[]; cursor?: string | null; limit?: number }): string[] {
    return input.ids ?? [];
  }

  /** Adds a project. */
  addProject(input: { name: string; color?: string | number; viewStyle?: "list" | "board" | "calendar" }): void {
    void input;
  }
}
