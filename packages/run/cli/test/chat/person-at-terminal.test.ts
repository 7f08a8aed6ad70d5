import { PassThrough } from "node:stream";
import * as inspector from "@helve/guard/node";
import { expect, it } from "vitest";
import type { ChatPackages } from "../../src/commands/chat/chat-packages.ts";
import { personAtTerminal } from "../../src/commands/chat/person-at-terminal.ts";

it("shows nothing else while a question is open", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const shown: string[] = [];
  const person = personAtTerminal(
    { packages: { inspector } as unknown as ChatPackages, rules: [] },
    {
      ...{ input, output, colors: false, onInterrupt: () => undefined },
      onBegin: () => shown.push("begin"),
      onEnd: () => shown.push("end"),
    },
  );
  const { signal } = new AbortController();
  const request = (id: string) => ({ action: { id, name: "note", args: {} }, rules: [], fixes: [] });
  person.later(() => shown.push("before"));
  const answers = [person.inspect(request("a"), { signal }), person.inspect(request("b"), { signal })];
  person.later(() => shown.push("later"));
  expect(shown).toEqual(["before", "begin"]);
  input.write("a\nr\nno\n");
  expect(await Promise.all(answers)).toEqual([{ decision: "approve" }, { decision: "reject", reason: "no" }]);
  expect(shown).toEqual(["before", "begin", "end", "later"]);
});
