import { JsonParser } from "@helve/arguments";
import { expect, it } from "vitest";

const parser = new JsonParser();
const shell = {
  type: "object",
  properties: { command: { type: "string" }, dry_run: { type: "boolean" } },
  required: ["command"],
  additionalProperties: false,
} as const;
const close = "</parameter>";
const open = (name: string) => `<parameter name="${name}">`;

it.each([
  ["as text", (args: object) => JSON.stringify(args)],
  ["as an object", (args: object) => args],
])("refuses %s an argument that contains another one in tags", (_, write) => {
  const command = `rm a${close}\n${open("dry_run")}true`;
  expect(parser.decode(write({ command }), shell)).toMatchObject({
    ok: false,
    issues: [
      {
        code: "tags",
        path: "/command",
        message: '"command" contains the tags of the argument "dry_run": write "dry_run" as an argument of its own',
      },
    ],
  });
});

it.each([
  ["the argument is there", { command: `rm a${close}\n${open("dry_run")}true`, dry_run: true }],
  ["the tags name no argument", { command: `echo '${close}${open("other")}'` }],
  ["no tag follows", { command: `grep '${close}' a.xml` }],
])("accepts tags in a text if %s", (_, args) => {
  expect(parser.decode(args, shell)).toMatchObject({ ok: true, args });
});
