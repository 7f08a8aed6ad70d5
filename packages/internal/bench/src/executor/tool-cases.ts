/** The tools and calls with which executors of several libraries are compared. */
import { setImmediate } from "node:timers/promises";
import { z } from "zod";

/** A tool with arguments of one call, to be run by several libraries. */
export interface ToolCase {
  readonly title: string;
  readonly parameters: z.ZodObject;
  readonly args: Readonly<Record<string, unknown>>;
  readonly execute: (args: Readonly<Record<string, unknown>>) => unknown;
}

const command = z.object({ command: z.string().describe("the command line") });
const args = { command: "ls -la" };
const row = (id: number) => ({ id, name: `row number ${id}`, done: id % 2 === 0, note: null });
const rows = Array.from({ length: 1750 }, (_, id) => row(id));
const page = "All work and no play makes Jack a dull boy.\n".repeat(2330);

const order = z.object({
  id: z.int().min(1).describe("the number of the order"),
  customer: z.object({ name: z.string().min(1), email: z.email(), since: z.iso.date() }).describe("who ordered"),
  items: z
    .array(z.object({ sku: z.string().regex(/^[A-Z]{2}-\d{4}$/), count: z.int().positive(), price: z.number().min(0) }))
    .describe("what was ordered"),
  shipping: z.enum(["standard", "express"]).describe("how it is sent"),
  gift: z.boolean().describe("whether it is a gift"),
  note: z.string().nullable().describe("a note for the packers"),
  tags: z.array(z.string()).max(10).describe("free labels"),
});

/** The kinds of tools whose calls are compared. */
export const toolCases: readonly ToolCase[] = [
  { title: "a tool that does nothing", parameters: command, args, execute: (input) => input["command"] },
  { title: "an async tool that does nothing", parameters: command, args, execute: async (input) => input["command"] },
  {
    title: "a tool that waits for the event loop",
    parameters: command,
    args,
    execute: (input) => setImmediate(input["command"]),
  },
  {
    title: "a tool with 7 parameters, some nested",
    parameters: order,
    args: {
      id: 1047,
      customer: { name: "Ann Lee", email: "ann@example.com", since: "2024-02-29" },
      items: Array.from({ length: 5 }, (_, n) => ({ sku: `AB-100${n}`, count: n + 1, price: 9.5 * n })),
      shipping: "express",
      gift: false,
      note: null,
      tags: ["spring", "web"],
    },
    execute: () => "done",
  },
  { title: "a result of 100 kB of text", parameters: command, args, execute: () => page },
  { title: "a result of 100 kB of JSON", parameters: command, args, execute: () => rows },
];
