import { PassThrough } from "node:stream";
import type { InspectionRequest, Verdict } from "@helve/core";
import * as inspector from "@helve/guard/node";
import { decisionOf, type HookEvent } from "@helve/hooks";
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

it("asks with the text of a hook: the rule and the reason", async () => {
  const [input, output] = [new PassThrough(), new PassThrough({ encoding: "utf8" })];
  const person = personAtTerminal(
    { packages: { inspector } as unknown as ChatPackages, rules: [] },
    { ...{ input, output, colors: false }, ...{ onInterrupt() {}, onBegin() {}, onEnd() {} } },
  );
  const command = "rm -rf out";
  const deletes = {
    ...{ predicate: "is_destructive", value: true, reason: "rm deletes out" },
    evidence: [{ path: "/command", start: 0, end: 6, text: "rm -rf" }],
  };
  const unknown = { ...deletes, predicate: "is_safe", value: "unknown", reason: "nobody can tell", evidence: [] };
  const rules = [
    { rule: "confirm", line: 2, check: true, violated: true, predicates: [{ ...deletes, irrelevant: true }, deletes] },
    { rule: "unsure", line: 3, check: "unknown", violated: true, predicates: [deletes, unknown] },
  ];
  const request = {
    action: { id: "a", name: "Bash", args: { command } },
    rules,
    fixes: [],
  } as unknown as InspectionRequest;
  const decision = { passes: [{ rules }] };
  const { reason } = decisionOf({} as HookEvent, { kind: "pending", request, decision } as unknown as Verdict) as {
    reason: string;
  };
  expect(reason).toBe("rule @confirm: rm deletes out; rule @unsure: nobody can tell");

  input.write("a\n");
  await person.inspect(request, { signal: new AbortController().signal });
  expect(output.read()).toContain(
    [
      "  rule @confirm: rm deletes out",
      "      rm -rf out",
      "      ^^^^^^",
      "  rule @unsure: nobody can tell",
      "    is_destructive is true: rm deletes out",
    ].join("\n"),
  );
});
