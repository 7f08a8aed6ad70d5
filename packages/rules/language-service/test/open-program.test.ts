import fc from "fast-check";
import { expect, it } from "vitest";
import { issuesIn, openProgram, updateProgram } from "../src/index.ts";

it("has the same issues after an update as a new program, whichever versions were looked at", () => {
  const rule = (n: number) => `rule @r${n}\ntrigger X\ncheck args.n > ${n}\nenforce stop\nend\n`;
  const start = Array.from({ length: 5 }, (_, n) => rule(n)).join("\n");
  const edit = fc.tuple(
    fc.nat(start.length),
    fc.constantFrom("", "x", "rule @r1\n", "end\n", "(", "\n"),
    fc.nat(5),
    fc.boolean(),
  );
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
      let program = openProgram(start);
      issuesIn(program);
      for (const [at, inserted, removed, isRead] of edits) {
        program = updateProgram(program, program.text.slice(0, at) + inserted + program.text.slice(at + removed));
        if (isRead) expect(issuesIn(program)).toEqual(issuesIn(openProgram(program.text)));
      }
      expect(issuesIn(program)).toEqual(issuesIn(openProgram(program.text)));
    }),
    { numRuns: 200 },
  );
});

it("keeps the catalogue unless there is another one", () => {
  const predicates = [{ name: "p" }];
  const program = openProgram("rule @a trigger X check q enforce stop end", { predicates });
  expect(issuesIn(updateProgram(program, program.text)).map(({ code }) => code)).toEqual(["unknown_predicate"]);
  expect(issuesIn(updateProgram(program, program.text, {}))).toEqual([]);
});
