import { readFileSync } from "node:fs";
import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { predicates } from "@helve/predicates";
import { Gmail, memoryMailbox } from "@helve/toolkits/gmail";
import { GoogleCalendar, memoryCalendar } from "@helve/toolkits/google-calendar";
import { memoryTasks, Todoist, taskPredicates } from "@helve/toolkits/todoist";
import { describe, expect, it } from "vitest";

const now = () => new Date("2026-11-24T08:00:00Z");

/** The user's world in memory, and an executor under rules. */
function assistant(rules: string) {
  const mailbox = memoryMailbox({ owner: { name: "Ada Fox", address: "ada@fox.example" }, now });
  const calendar = memoryCalendar({ timeZone: "Europe/Berlin" });
  const tasks = memoryTasks({ now, tasks: [{ content: "Pay the rent", priority: 4 }, { content: "Read" }] });
  const policy = {
    get contacts() {
      return mailbox.snapshot().contacts;
    },
  };
  const questions: string[] = [];
  const engine = new Engine(parseProgram(rules), {
    predicates: [...predicates(policy), ...taskPredicates()],
    inspect: ({ action }) => {
      questions.push(action.name);
      return { decision: "reject" };
    },
    fixes: Object.fromEntries(
      ["add_contact", "remove_sensitive_info", "remove_external_receiver"].map((name) => [name, ({ args }) => args]),
    ),
  });
  const kits = [
    new Gmail({ service: mailbox }),
    new GoogleCalendar({ service: calendar, now }),
    new Todoist({ service: tasks }),
  ];
  const executor = new ActionExecutor(kits, { guards: [engine] });
  const run = async (name: string, args: object) => {
    const state = { ...mailbox.snapshot(), ...calendar.snapshot(), ...tasks.snapshot() };
    const { errmsg, result } = await executor.execute({ id: "1", name, arguments: JSON.stringify(args) }, { state });
    return errmsg ?? result?.[0]?.content;
  };
  return { run, questions, mailbox, calendar, tasks };
}

const ready = readFileSync(
  new URL(import.meta.resolve("@helve/predicates/rules/personal-assistant.agentspec")),
  "utf8",
);

describe("a personal assistant", () => {
  it("finds out what is missing to schedule an appointment with the dentist next Tuesday", async () => {
    const { run, questions, mailbox, calendar } = assistant(ready);
    const appointment = { title: "Dentist", start: "2026-12-01T09:00" };
    expect(await run("GoogleCalendar-FindFreeTime", { start: "2026-12-01", end: "2026-12-01" })).toBe(
      "It is Tue 2026-11-24 09:00; times are in Europe/Berlin.\nTue 2026-12-01 09:00–17:00",
    );
    expect(await run("Gmail-SearchContacts", { query: "dentist" })).toContain("ask the user for the address");
    expect(await run("GoogleCalendar-CreateEvent", { ...appointment, attendees: ["the dentist"] })).toContain(
      "stopped",
    );
    expect(await run("GoogleCalendar-CreateEvent", { ...appointment, attendees: "front@reed.example" })).toContain(
      "stopped",
    );
    expect(questions).toEqual(["GoogleCalendar.CreateEvent", "GoogleCalendar.CreateEvent"]);
    await mailbox.addContact({ name: "Dr Reed", address: "front@reed.example" });
    expect(
      await run("GoogleCalendar-CreateEvent", { ...appointment, attendees: ["Dr Reed <front@reed.example>"] }),
    ).toContain("with front@reed.example");
    expect(calendar.snapshot().events).toHaveLength(1);
  });

  it("asks the user rather than inventing an address, without rules too", async () => {
    const { run, calendar } = assistant("rule @none trigger Gmail.SendEmail check False enforce stop end");
    const appointment = { title: "Dentist", start: "2026-12-01T09:00", attendees: ["the dentist"] };
    expect(await run("GoogleCalendar-CreateEvent", appointment)).toContain("ask the user; don't invent one");
    expect(await run("GoogleCalendar-CreateEvent", { title: "Dentist" })).toContain("start");
    expect(calendar.snapshot().events).toEqual([]);
  });

  it("keeps important tasks", async () => {
    const rule = "rule @important trigger Todoist.DeleteTask check is_important_task enforce stop end";
    const { run, tasks } = assistant(rule);
    expect(await run("Todoist-DeleteTask", { id: "1" })).toContain("is_important_task is true");
    expect(await run("Todoist-DeleteTask", { id: "2" })).toContain("Deleted the task 2");
    expect(tasks.snapshot().tasks.map(({ content }) => content)).toEqual(["Pay the rent"]);
  });
});
