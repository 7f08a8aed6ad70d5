import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { type LocalAnswer, localService } from "@helve/toolkit-tests/local-service";
import {
  type MemoryTasks,
  memoryTasks,
  Todoist,
  taskPredicates,
  todoistApi,
  todoistUses,
} from "@helve/toolkits/todoist";
import { describe, expect, it } from "vitest";
import { standInTodoist, todoistError } from "./todoist/stand-in-todoist.ts";

const now = () => new Date("2026-11-24T08:00:00Z");

function createTasks(): MemoryTasks {
  return memoryTasks({
    now,
    projects: ["Home", "Work"],
    tasks: [
      { content: "Water the plants", project: "Home", due: "every day", labels: ["garden"] },
      { content: "Send the report", project: "Work", due: "2026-11-23 at 5pm", priority: 4, description: "To Carol." },
      { content: "Read" },
    ],
  });
}

const lists: readonly (readonly [
  string,
  (use: (kit: Todoist, tasks: MemoryTasks) => Promise<void>) => Promise<void>,
])[] = [
  [
    "in memory",
    async (use) => {
      const tasks = createTasks();
      await use(new Todoist({ service: tasks }), tasks);
    },
  ],
  [
    "behind the Todoist API",
    async (use) => {
      const tasks = createTasks();
      await using server = await standInTodoist(tasks, () => "good");
      await use(new Todoist({ service: todoistApi({ token: "good", url: server.url, retries: 1 }) }), tasks);
    },
  ],
];

const run = (kit: Todoist, name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> =>
  callTool(kit, name, args).catch((error: Error) => error.message);

const plants = "1  Water the plants  due 2026-11-24, every day  priority 1  @garden  #Home";
const report = "2  Send the report  due 2026-11-23 17:00  priority 4  #Work";

describe("Todoist", () => {
  testDescriptions({
    document: "todoist",
    create: (locale) => new Todoist({ locale, service: createTasks() }),
    uses: todoistUses,
  });
});

describe.each(lists)("tasks %s", (_, withTasks) => {
  it("are listed by project and label, in pages", () =>
    withTasks(async (kit) => {
      expect(await run(kit, "ListTasks", { limit: 2 })).toBe(`${plants}\n${report}\nMore with page_token "2".`);
      expect(await run(kit, "ListTasks", { limit: 2, page_token: "2" })).toBe("3  Read  priority 1  #Inbox");
      expect(await run(kit, "ListTasks", { project: "work" })).toBe(report);
      expect(await run(kit, "ListTasks", { label: "@garden" })).toBe(plants);
      expect(await run(kit, "ListTasks", { project: "Wrok" })).toBe(
        'There is no project "Wrok" (did you mean "Work"?).',
      );
      expect(await run(kit, "ListProjects", {})).toBe("P0  Inbox\nP1  Home\nP2  Work");
      expect(await run(kit, "ListLabels", {})).toBe("garden");
    }));

  it("are searched with filters", () =>
    withTasks(async (kit) => {
      const ids = async (query: string) => String(await run(kit, "SearchTasks", { query })).match(/^\d+/gm) ?? [];
      expect(await ids("today | overdue")).toEqual(["1", "2"]);
      expect(await ids("p1 & #Work")).toEqual(["2"]);
      expect(await ids("!@garden & !no date")).toEqual(["2"]);
      expect(await ids("search: plants")).toEqual(["1"]);
      expect(await ids("tomorrow")).toEqual([]);
      expect(await ids("7 days")).toEqual(["1"]);
      expect(await run(kit, "SearchTasks", { query: "someday" })).toContain('The filter "someday" is not understood');
    }));

  it("are shown with their comments", () =>
    withTasks(async (kit) => {
      await run(kit, "AddComment", { id: "2", text: "Half done." });
      expect(await run(kit, "ReadTask", { id: "2" })).toBe(
        [
          "Task: Send the report",
          "Details: due 2026-11-23 17:00, priority 4, #Work",
          "",
          "To Carol.",
          "",
          "Comment of 2026-11-24: Half done.",
        ].join("\n"),
      );
      expect(await run(kit, "AddComment", { id: "2", text: " " })).toBe("A comment needs a text.");
    }));

  it("are created", () =>
    withTasks(async (kit, tasks) => {
      const args = { content: "Call Dan", due: "tomorrow at 15:00", priority: 3, labels: ["phone"], project: "Home" };
      expect(await run(kit, "CreateTask", args)).toBe('Created the task 4: "Call Dan" (due 2026-11-25 15:00).');
      expect(await tasks.getTask("4")).toMatchObject({ priority: 3, labels: ["phone"], projectId: "P1" });
      expect(await run(kit, "CreateTask", { content: "Rest" })).toBe('Created the task 5: "Rest".');
      expect((await tasks.getTask("5")).due).toBeUndefined();
    }));

  it("are not created from bad arguments", () =>
    withTasks(async (kit, tasks) => {
      const before = tasks.snapshot();
      expect(await run(kit, "CreateTask", { content: " " })).toBe('"content" must say what to do.');
      expect(await run(kit, "CreateTask", { content: "x", priority: 5 })).toBe(
        '"priority" must be from 1 (normal) to 4 (urgent) (got 5).',
      );
      expect(await run(kit, "CreateTask", { content: "x", project: "Garden" })).toContain(
        'There is no project "Garden"',
      );
      expect(await run(kit, "CreateTask", { content: "x", due: "when it rains" })).toContain(
        'The date "when it rains" is not understood',
      );
      expect(tasks.snapshot()).toEqual(before);
    }));

  it("change only where something is given", () =>
    withTasks(async (kit, tasks) => {
      expect(await run(kit, "UpdateTask", { id: "2", due: "next friday", project: "Home" })).toBe(
        'Changed the task 2: "Send the report" (due 2026-11-27).',
      );
      expect(await tasks.getTask("2")).toMatchObject({ description: "To Carol.", priority: 4, projectId: "P1" });
      expect(await run(kit, "UpdateTask", { id: "2", due: "no date" })).toBe('Changed the task 2: "Send the report".');
      await run(kit, "UpdateTask", { id: "2", labels: [], project: "Work" });
      expect(await tasks.getTask("2")).toMatchObject({ projectId: "P2", labels: [] });
      await run(kit, "UpdateTask", { id: "2", project: "Inbox" });
      expect((await tasks.getTask("2")).projectId).toBe("P0");
      expect(await run(kit, "UpdateTask", { id: "2" })).toBe("Name something to change.");
    }));

  it("are completed, reopened and deleted", () =>
    withTasks(async (kit, tasks) => {
      expect(await run(kit, "CompleteTask", { id: "2" })).toBe("Completed the task 2.");
      expect(await run(kit, "ListTasks", { project: "Work" })).toBe("There are no tasks.");
      expect(await run(kit, "ReadTask", { id: "2" })).toContain("#Work, completed");
      expect(await run(kit, "ReopenTask", { id: "2" })).toBe("Reopened the task 2.");
      expect(await run(kit, "ListTasks", { project: "Work" })).toBe(report);
      await run(kit, "CompleteTask", { id: "1" });
      expect((await tasks.getTask("1")).due?.date).toBe("2026-11-25");
      expect(await run(kit, "DeleteTask", { id: "3" })).toBe("Deleted the task 3 for good.");
      expect(await run(kit, "CreateProject", { name: "Trip" })).toBe("Created the project P3: Trip.");
      expect(await run(kit, "DeleteProject", { id: "P2" })).toBe("Deleted the project P2 with its tasks for good.");
      expect(tasks.snapshot().tasks.map(({ id }) => id)).toEqual(["1"]);
    }));

  it.each(["9", "..", "1/close", ""])("say that there is no task %j", (id) =>
    withTasks(async (kit, tasks) => {
      const before = tasks.snapshot();
      for (const name of ["ReadTask", "CompleteTask", "ReopenTask", "DeleteTask"]) {
        expect(await run(kit, name, { id })).toBe(`There is no task ${JSON.stringify(id)}.`);
      }
      expect(await run(kit, "UpdateTask", { id, content: "x" })).toBe(`There is no task ${JSON.stringify(id)}.`);
      expect(await run(kit, "AddComment", { id, text: "x" })).toBe(`There is no task ${JSON.stringify(id)}.`);
      expect(await run(kit, "DeleteProject", { id })).toBe(`There is no project ${JSON.stringify(id)}.`);
      expect(tasks.snapshot()).toEqual(before);
    }),
  );
});

describe("the Todoist API", () => {
  const answering = async (answers: readonly LocalAnswer[], name: string, args: Readonly<Record<string, unknown>>) => {
    const queue = [...answers];
    await using service = await localService(() => queue.shift() ?? todoistError(500, "no more answers"));
    const kit = new Todoist({ service: todoistApi({ token: "good", url: service.url, retries: 1 }) });
    return { text: await run(kit, name, args), requests: service.requests.length };
  };

  it("asks once more for a token after the status 401", async () => {
    await using server = await standInTodoist(createTasks(), () => "new");
    const token = ({ refresh }: { readonly refresh: boolean }) => (refresh ? "new" : "old");
    expect(await run(new Todoist({ service: todoistApi({ token, url: server.url }) }), "ListLabels", {})).toBe(
      "garden",
    );
    expect(await run(new Todoist({ service: todoistApi({ token: "old", url: server.url }) }), "ListLabels", {})).toBe(
      "Todoist refused the access token: the user has to sign in again.",
    );
  });

  it("names the scope that is missing", async () => {
    expect((await answering([todoistError(403, "Forbidden")], "DeleteTask", { id: "1" })).text).toBe(
      "Todoist does not allow this: Forbidden. The access token needs the scope data:delete: the user has to grant it.",
    );
  });

  it("completes a task once, and reads again when there were too many requests", async () => {
    expect(await answering([{ status: 502 }], "CompleteTask", { id: "1" })).toEqual({
      text: "Todoist answered with the status 502. The change may have been made: check it before you try again.",
      requests: 1,
    });
    const tooMany = { status: 429, headers: { "retry-after": "0" } };
    expect(await answering([tooMany, { json: { results: [], next_cursor: null } }], "ListTasks", {})).toEqual({
      text: "There are no tasks.",
      requests: 2,
    });
    expect((await answering([tooMany, tooMany], "ListTasks", {})).text).toBe(
      "Todoist accepts no more requests for now: wait before you retry.",
    );
  });

  it("shows tasks that lack what others have", async () => {
    const task = { json: { results: [{ id: "7", content: "a\nb" }], next_cursor: null } };
    expect((await answering([task, { json: { results: [] } }], "ListTasks", {})).text).toBe("7  a b  priority 1  #");
  });
});

describe("tasks in memory", () => {
  it.each([
    ["2026-11-30", "2026-11-30"],
    ["2026-11-30T09:05", "2026-11-30T09:05:00"],
    ["today at 12am", "2026-11-24T00:00:00"],
    ["tuesday", "2026-12-01"],
    ["next Tuesday at 3:30 pm", "2026-12-01T15:30:00"],
    ["in 10 days", "2026-12-04"],
    ["every mon at 8:00", "2026-11-30T08:00:00"],
  ])("are due %s", async (due, date) => {
    const tasks = memoryTasks({ now, tasks: [{ content: "x", due }] });
    expect((await tasks.getTask("1")).due?.date).toBe(date);
  });

  it.each(["2026-02-30", "at 25:00", "today at 13pm", "every 2026-11-30", "every", "at", "t12"])(
    "can't be due %j",
    (due) => {
      expect(() => memoryTasks({ now, tasks: [{ content: "x", due }] })).toThrow("is not understood");
    },
  );
});

describe("predicates about tasks", () => {
  const [isImportant, hasImportant] = taskPredicates();
  const state = createTasks().snapshot();
  const evaluate = async (predicate: typeof isImportant, name: string, args: object, of: unknown = state) => {
    const action = { id: "1", name, args: { ...args } };
    const context = { action, trajectory: [], prompt: "", signal: new AbortController().signal, state: of };
    const finding = await predicate?.evaluate([], context);
    return typeof finding === "object" ? finding.value : finding;
  };

  it("recognize important tasks", async () => {
    expect(await evaluate(isImportant, "Todoist.DeleteTask", { id: "2" })).toBe(true);
    expect(await evaluate(isImportant, "Todoist.DeleteTask", { id: " 2 " })).toBe(true);
    expect(await evaluate(isImportant, "Todoist.DeleteTask", { id: "1" })).toBe(false);
    expect(await evaluate(isImportant, "Todoist.CreateTask", { content: "x", priority: 4 })).toBe(true);
    expect(await evaluate(isImportant, "Todoist.DeleteTask", { id: "9" })).toBe("unknown");
    expect(await evaluate(isImportant, "Todoist.DeleteTask", { id: "2" }, {})).toBe("unknown");
  });

  it("recognize projects with important tasks", async () => {
    expect(await evaluate(hasImportant, "Todoist.DeleteProject", { id: " P2" })).toBe(true);
    expect(await evaluate(hasImportant, "Todoist.DeleteProject", { id: "P1" })).toBe(false);
    expect(await evaluate(hasImportant, "Todoist.ListTasks", {})).toBe(true);
    expect(await evaluate(hasImportant, "Todoist.ListTasks", {}, "no state")).toBe("unknown");
  });
});
