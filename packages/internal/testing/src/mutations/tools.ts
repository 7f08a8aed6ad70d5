/** Argument schemas as real tools have them, each with a generator of valid arguments. */
import type { Random } from "./random.ts";
import { address, command, dateTime, path, pattern, program, sentence, word } from "./texts.ts";

/** A tool whose calls are mutated. */
export interface MutatedTool {
  readonly name: string;
  /** The JSON Schema of its arguments. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Valid arguments. */
  readonly argumentsFrom: (random: Random) => Readonly<Record<string, unknown>>;
}

const string = { type: "string" } as const;
const integer = { type: "integer" } as const;
const number = { type: "number" } as const;
const boolean = { type: "boolean" } as const;
const listOf = (items: unknown): Readonly<Record<string, unknown>> => ({ type: "array", items });
const choice = (...values: readonly unknown[]): Readonly<Record<string, unknown>> => ({ enum: values });

/** An object schema that admits no other properties. */
function object(properties: Readonly<Record<string, unknown>>, ...required: readonly string[]) {
  return { type: "object", properties, required, additionalProperties: false };
}

/** Generates the members whose value is not `undefined`, so that optional ones are sometimes missing. */
function members(all: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** A value in half of the calls. */
function maybe<T>(random: Random, value: T): T | undefined {
  return random.chance(0.5) ? value : undefined;
}

function list<T>(random: Random, most: number, item: () => T): readonly T[] {
  return Array.from({ length: random.below(most + 1) }, item);
}

/** The tools, in no order. */
export const mutatedTools: readonly [MutatedTool, ...MutatedTool[]] = [
  {
    name: "shell",
    schema: object({ command: string, dryRun: boolean, timeout: integer, cwd: string }, "command"),
    argumentsFrom: (r) =>
      members({
        command: command(r),
        dryRun: maybe(r, r.chance(0.5)),
        timeout: maybe(r, r.below(600)),
        cwd: maybe(r, path(r)),
      }),
  },
  {
    name: "exec",
    schema: object({ args: listOf(string), env: { type: "object", additionalProperties: string } }, "args"),
    argumentsFrom: (r) =>
      members({
        args: ["rm", ...list(r, 4, () => r.pick(["-rf", "--all", `/tmp/${word(r)}`, sentence(r), "-m", "a,b", ""]))],
        env: maybe(r, Object.fromEntries(list(r, 3, () => [word(r).toUpperCase(), sentence(r)]))),
      }),
  },
  {
    name: "edit_file",
    schema: object(
      { path: string, old_text: string, new_text: string, replace_all: boolean },
      "path",
      "old_text",
      "new_text",
    ),
    argumentsFrom: (r) =>
      members({ path: path(r), old_text: program(r), new_text: program(r), replace_all: maybe(r, r.chance(0.5)) }),
  },
  {
    name: "write_file",
    schema: object({ path: string, content: string, mode: choice("overwrite", "append") }, "path", "content"),
    argumentsFrom: (r) =>
      members({
        path: path(r),
        content: `${program(r)}\n${sentence(r)}`,
        mode: maybe(r, r.pick(["overwrite", "append"])),
      }),
  },
  {
    name: "send_mail",
    schema: object(
      { to: listOf(string), cc: listOf(string), subject: string, body: string, urgent: boolean },
      "to",
      "subject",
      "body",
    ),
    argumentsFrom: (r) =>
      members({
        to: [address(r), ...list(r, 2, () => address(r))],
        cc: maybe(
          r,
          list(r, 2, () => address(r)),
        ),
        subject: sentence(r),
        body: `${sentence(r)}\n\n${sentence(r)}`,
        urgent: maybe(r, r.chance(0.5)),
      }),
  },
  {
    name: "create_event",
    schema: object(
      {
        title: string,
        start: { type: "string", format: "date-time" },
        end: { type: "string", format: "date-time" },
        attendees: listOf(object({ email: string, optional: boolean }, "email")),
        location: { type: ["string", "null"] },
      },
      "title",
      "start",
    ),
    argumentsFrom: (r) =>
      members({
        title: sentence(r),
        start: dateTime(r),
        end: maybe(r, dateTime(r)),
        attendees: maybe(
          r,
          list(r, 3, () => members({ email: address(r), optional: maybe(r, r.chance(0.5)) })),
        ),
        location: maybe(r, r.chance(0.3) ? null : sentence(r)),
      }),
  },
  {
    name: "search",
    schema: object(
      {
        query: string,
        filters: object({ tags: listOf(string), since: { type: "string", format: "date" }, authors: listOf(string) }),
        limit: { type: "integer", minimum: 1, maximum: 100 },
        sort: choice("date", "relevance"),
      },
      "query",
    ),
    argumentsFrom: (r) =>
      members({
        query: sentence(r),
        filters: maybe(
          r,
          members({
            tags: maybe(
              r,
              list(r, 4, () => word(r)),
            ),
            since: maybe(r, dateTime(r).slice(0, 10)),
            authors: maybe(
              r,
              list(r, 3, () => word(r)),
            ),
          }),
        ),
        limit: maybe(r, 1 + r.below(100)),
        sort: maybe(r, r.pick(["date", "relevance"])),
      }),
  },
  {
    name: "place_order",
    schema: object(
      {
        customer: object(
          { name: string, address: object({ street: string, city: string, zip: string }, "city") },
          "name",
        ),
        items: listOf(
          object({ sku: string, quantity: integer, price: number, options: listOf(string) }, "sku", "quantity"),
        ),
        gift: boolean,
        note: string,
      },
      "customer",
      "items",
    ),
    argumentsFrom: (r) =>
      members({
        customer: members({
          name: sentence(r),
          address: maybe(
            r,
            members({
              street: maybe(r, `${1 + r.below(99)} Main St, Apt ${r.below(9)}`),
              city: word(r),
              zip: maybe(r, String(r.below(99999)).padStart(5, "0")),
            }),
          ),
        }),
        items: [
          ...list(r, 3, () =>
            members({
              sku: `SKU-${r.below(1000)}`,
              quantity: 1 + r.below(9),
              price: maybe(r, r.below(10000) / 100),
              options: maybe(
                r,
                list(r, 2, () => sentence(r)),
              ),
            }),
          ),
        ],
        gift: maybe(r, r.chance(0.5)),
        note: maybe(r, sentence(r)),
      }),
  },
  {
    name: "set_labels",
    schema: object({ id: integer, labels: { type: "object", additionalProperties: string } }, "id", "labels"),
    argumentsFrom: (r) => ({
      id: r.below(100000),
      labels: Object.fromEntries(list(r, 4, () => [word(r), sentence(r)])),
    }),
  },
  {
    name: "set_config",
    schema: {
      type: "object",
      properties: { scope: string, values: { type: "object" } },
      required: ["scope", "values"],
    },
    argumentsFrom: (r) => ({
      scope: r.pick(["user", "project"]),
      values: Object.fromEntries(
        list(r, 4, () => [
          word(r),
          r.pick<unknown>([r.below(100), r.chance(0.5), sentence(r), null, [1, "two"], { depth: r.below(5) }]),
        ]),
      ),
    }),
  },
  {
    name: "run_python",
    schema: object({ code: string, timeout: number }, "code"),
    argumentsFrom: (r) => members({ code: `${program(r)}\n${program(r)}`, timeout: maybe(r, r.below(100) / 2) }),
  },
  {
    name: "query",
    schema: object({ sql: string, parameters: listOf({ type: ["string", "number", "boolean", "null"] }) }, "sql"),
    argumentsFrom: (r) =>
      members({
        sql: r.pick([
          "SELECT a, b FROM t WHERE c = ?",
          'SELECT "x" FROM "y"',
          "UPDATE t SET a = 'b, c' WHERE d IN (1, 2)",
          program(r),
        ]),
        parameters: maybe(
          r,
          list(r, 4, () => r.pick<unknown>([sentence(r), r.below(1000), true, null])),
        ),
      }),
  },
  {
    name: "http_request",
    schema: object(
      {
        method: choice("GET", "POST", "DELETE"),
        url: string,
        headers: { type: "object", additionalProperties: string },
        body: string,
      },
      "method",
      "url",
    ),
    argumentsFrom: (r) =>
      members({
        method: r.pick(["GET", "POST", "DELETE"]),
        url: `https://example.com/${word(r)}?q=${word(r)},2`,
        headers: maybe(
          r,
          Object.fromEntries(
            list(r, 2, () => [
              r.pick(["Accept", "X-Id", "Authorization"]),
              r.pick(["application/json", "Bearer a.b-c", "text/html, */*;q=0.8"]),
            ]),
          ),
        ),
        body: maybe(r, JSON.stringify({ name: sentence(r), tags: [word(r), 1] })),
      }),
  },
  {
    name: "replace_regex",
    schema: object(
      { pattern: string, replacement: string, files: listOf(string), flags: string },
      "pattern",
      "replacement",
    ),
    argumentsFrom: (r) =>
      members({
        pattern: pattern(r),
        replacement: sentence(r),
        files: maybe(
          r,
          list(r, 3, () => path(r)),
        ),
        flags: maybe(r, r.pick(["g", "gi", ""])),
      }),
  },
  {
    name: "plot",
    schema: object(
      {
        points: listOf({ type: "array", items: number, minItems: 2, maxItems: 2 }),
        labels: listOf(string),
        title: string,
        color: string,
        grid: boolean,
      },
      "points",
    ),
    argumentsFrom: (r) =>
      members({
        points: list(r, 4, () => [r.below(100), r.below(1000) / 10 - 50]),
        labels: maybe(
          r,
          list(r, 3, () => word(r)),
        ),
        title: maybe(r, sentence(r)),
        color: maybe(r, r.pick(["#ff0000", "red", "rgb(1, 2, 3)"])),
        grid: maybe(r, r.chance(0.5)),
      }),
  },
  {
    name: "update_todos",
    schema: object(
      {
        todos: listOf(
          object(
            {
              id: integer,
              text: string,
              status: choice("pending", "in_progress", "done"),
              due: { type: ["string", "null"] },
            },
            "text",
            "status",
          ),
        ),
      },
      "todos",
    ),
    argumentsFrom: (r) => ({
      todos: list(r, 4, () =>
        members({
          id: maybe(r, r.below(50)),
          text: sentence(r),
          status: r.pick(["pending", "in_progress", "done"]),
          due: maybe(r, r.chance(0.5) ? null : dateTime(r).slice(0, 10)),
        }),
      ),
    }),
  },
  {
    name: "draw",
    schema: object(
      {
        shapes: listOf({
          oneOf: [
            object({ kind: { const: "circle" }, radius: number, label: string }, "kind", "radius"),
            object(
              { kind: { const: "rect" }, width: number, height: number, label: string },
              "kind",
              "width",
              "height",
            ),
          ],
        }),
      },
      "shapes",
    ),
    argumentsFrom: (r) => ({
      shapes: list(r, 3, () =>
        r.chance(0.5)
          ? members({ kind: "circle", radius: r.below(50), label: maybe(r, sentence(r)) })
          : members({ kind: "rect", width: r.below(50), height: r.below(90) / 2, label: maybe(r, sentence(r)) }),
      ),
    }),
  },
  {
    name: "translate",
    schema: {
      type: "object",
      properties: { text: string, from: string, to: string, glossary: listOf(listOf(string)), formal: boolean },
      required: ["text", "to"],
    },
    argumentsFrom: (r) =>
      members({
        text: sentence(r),
        from: maybe(r, r.pick(["de", "zh"])),
        to: r.pick(["en", "fr"]),
        glossary: maybe(
          r,
          list(r, 2, () => [word(r), sentence(r)]),
        ),
        formal: maybe(r, r.chance(0.5)),
      }),
  },
];
