import { parseProgram } from "@helve/agentspec";
import { Engine, namedHandlers } from "@helve/enforcer";
import { expect, it } from "vitest";
import { action, context } from "./engine-for.ts";

const program = parseProgram(`
  rule @drive trigger Car.any enforce follow_dist(10) end
  rule @send trigger Mail.any enforce user_inspection("Send it?", add_contact) end
`);

it("stops what needs an enforcement or a fix of an application that is not there", async () => {
  const engine = new Engine(program, {
    ...namedHandlers(program),
    inspect: () => ({ decision: "fix", fix: "add_contact" }),
  });
  const reasonOf = async (tool: string) => {
    const verdict = await engine.before(action({}, tool), context);
    return "reason" in verdict ? verdict.reason : verdict.kind;
  };
  expect(await reasonOf("Car.Go")).toContain("follow_dist belongs to an application");
  expect(await reasonOf("Mail.Send")).toContain("add_contact belongs to an application");
});

it("calls handlers that a host creates", async () => {
  const called: string[] = [];
  const handlers = namedHandlers(program, {
    fix:
      () =>
      ({ args }) =>
        args,
    enforcement: (name) => () => void called.push(name),
  });
  expect((await new Engine(program, handlers).before(action({}, "Car.Go"), context)).kind).toBe("allow");
  expect(called).toEqual(["follow_dist"]);
});
