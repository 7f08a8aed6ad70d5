import { parseProgram } from "@helve/agentspec";
import type { Predicate } from "@helve/core";
import { Engine } from "@helve/enforcer";
import { parseActionReturn } from "@helve/executor";
import { describe, expect, it } from "vitest";
import { asking, enforced, guarded, read } from "./guarded.ts";

/** Defects of AgentSpec's original implementation, with one test or several for each, from the text of a rule to the record. */
describe("what does not happen here:", () => {
  describe("1. a rule that does not parse guards nothing", () => {
    it.each([
      "rule @x trigger any.any check p enforce stp end",
      "rule @x trigger any.any check p",
      "rule trigger",
      "stop",
    ])("%s makes no engine", (text) => {
      expect(() => guarded(text)).toThrow();
    });

    it("nor does one among others that do, and a program that was good goes on", async () => {
      const good = "rule @x trigger any.any check p enforce stop end";
      const { engine, run, ran } = guarded(good);
      const reload = (text: string): void => engine.reload(parseProgram(text));
      expect(() => reload(`${good}\nrule @y trigger any.any check p enforce`)).toThrow();
      expect(() => reload(good.replace("check p", "check unheard_of"))).toThrow('"unheard_of"');
      expect((await run("p")).status).toBe("stopped");
      reload(good.replace("check p", "check q"));
      expect([(await run("p")).status, (await run("q")).status]).toEqual(["success", "stopped"]);
      expect(ran).toHaveLength(1);
    });
  });

  it("2. rules are read again whenever they fire: a tree of plain JSON is all that an engine takes", async () => {
    const tree = JSON.parse(JSON.stringify(parseProgram("rule @x trigger any.any check p enforce stop end")));
    const { engine, run } = guarded("rule @other trigger any.any check True enforce none end");
    engine.reload(tree);
    expect([(await run("p")).status, (await run("q")).status]).toEqual(["stopped", "success"]);
  });

  it("3. only the last enforcement of a rule is enforced", async () => {
    const logged: string[] = [];
    const { run } = guarded(
      'rule @x trigger any.any check p enforce log("one") warn("two") user_inspection warn("three") end',
      { inspect: () => ({ decision: "approve" }), log: ({ message }) => void logged.push(message) },
    );
    const ret = await run("p");
    expect(enforced(ret)).toEqual(["log: logged", "warn: warned", "user_inspection: approved", "warn: warned"]);
    expect(logged).toEqual(["one"]);
    expect(read(ret)).toMatch(/two.*three.*Execute is done/s);
  });

  it("4. invoke_action fails, or answers what was written beforehand", async () => {
    const { run, ran } = guarded(
      'rule @trash trigger Terminal.Execute check p enforce invoke_action(Trash.Move, {"path": args.command}) end',
    );
    const ret = await run("p old.log");
    expect(ran).toEqual(['Move {"path":"p old.log"}']);
    expect(ret).toMatchObject({ type: "Trash.Move", status: "success" });
    expect(ret.stages.guard?.action).toMatchObject({ replaces: { name: "Terminal.Execute" }, invokedBy: "trash" });
    const [first = ""] = read(ret).split("\n");
    for (const word of ["@trash", "Trash.Move", "Terminal.Execute"]) expect(first).toContain(word);
    expect(read(ret).match(/instead of/g)).toHaveLength(1);
  });

  it("5. predicates with arguments, and enforcements of the host, are of no supported type", async () => {
    const closer: Predicate = {
      name: "closer_than",
      description: "Whether it is closer.",
      evaluate: ([distance], { action }) => Number(action.args["command"]) < Number(distance?.value),
    };
    const done: unknown[] = [];
    const { run } = guarded(
      "rule @x trigger any.any check closer_than(10) enforce follow_dist(20) planning:cruise:Speed = 8.5 end",
      {
        predicates: [closer],
        enforcements: {
          follow_dist: (args) => void done.push(["follow_dist", ...args]),
          "planning:cruise:Speed": (args) => void done.push(["Speed", ...args]),
        },
      },
    );
    expect((await run("12")).status).toBe("success");
    expect(done).toEqual([]);
    await run("9");
    expect(done).toEqual([
      ["follow_dist", 20],
      ["Speed", 8.5],
    ]);
  });

  it.each([
    ["!p", false, true],
    ["!!p", true, false],
    ["! ! p", true, false],
    ["!!!p", false, true],
    ["¬¬p", true, false],
    ["not not p", true, false],
    ["!(!p)", true, false],
  ])("6. %s is read with one negation too few", async (check, withIt, withoutIt) => {
    const { run } = guarded(`rule @x trigger any.any check ${check} enforce stop end`);
    expect((await run("p")).status === "stopped").toBe(withIt);
    expect((await run("-")).status === "stopped").toBe(withoutIt);
  });

  describe("7. events never come", () => {
    it("after_action withholds what came back, and the model reads why", async () => {
      const { run, ran } = guarded("rule @x trigger after_action Terminal.Execute check p enforce stop end");
      const ret = await run("p");
      expect(ran).toHaveLength(1);
      expect(ret).toMatchObject({ status: "stopped", result: null, error: { code: "withheld" } });
      expect(read(ret)).not.toContain("is done");
      expect(read(ret)).toContain("@x");
      expect((await run("q")).status).toBe("success");
    });

    it("after_action runs something in addition, once, and the record has it", async () => {
      const { run, ran } = guarded(
        'rule @x trigger after_action any.any check True enforce invoke_action(Trash.Move, {"path": args.command}) end',
      );
      const ret = await run("a");
      expect(ran).toEqual(['Execute {"command":"a"}', 'Move {"path":"a"}']);
      expect(read(ret)).toContain("Execute is done");
      expect(ret.stages.guard?.invoked).toMatchObject([{ id: "call_1.1", type: "Trash.Move", status: "success" }]);
    });

    it("after_action and llm_self_reflect: the observation ends with the rule in words", async () => {
      const { run } = guarded("rule @x trigger after_action any.any check p enforce llm_self_reflect end");
      const texts = (await run("p")).observation.parts.map(({ content }) => String(content));
      expect(texts[0]).toBe("Execute is done");
      expect(texts.at(-1)).toContain("rule @x");
    });

    it("state_change runs what mends the world, and ends the agent when a rule says stop", async () => {
      const open: Predicate = {
        name: "fridge_is_open",
        description: "Whether the fridge is open.",
        evaluate: (_operands, { state }) => (state as { readonly fridge: string }).fridge === "open",
      };
      const change = [{ fridge: "shut" }, { fridge: "open" }] as const;
      const mending = guarded(
        'rule @shut trigger state_change check fridge_is_open enforce invoke_action(Terminal.Execute, {"command": "shut the fridge"}) end',
        { predicates: [open] },
      );
      const context = mending.executor.guardContext({ state: change[1] });
      expect((await mending.engine.stateChanged(...change, context)).kind).toBe("allow");
      expect(mending.ran).toEqual(['Execute {"command":"shut the fridge"}']);
      await mending.engine.stateChanged(change[1], change[0], mending.executor.guardContext({ state: change[0] }));
      expect(mending.ran).toHaveLength(1);

      const stopping = guarded("rule @s trigger state_change check fridge_is_open enforce stop end", {
        predicates: [open],
      });
      const verdict = await stopping.engine.stateChanged(
        ...change,
        stopping.executor.guardContext({ state: change[1] }),
      );
      expect(verdict.kind).toBe("end");
    });

    it.each(["agent_finish", "finish"])("%s runs what was left to do, and looks again", async (event) => {
      const moved: Predicate = {
        name: "trash_moved",
        description: "Whether something was moved to the trash.",
        evaluate: (_operands, { trajectory }) => trajectory.some(({ action }) => action.name === "Trash.Move"),
      };
      const { engine, executor, ran, trajectory } = guarded(
        `rule @tidy trigger ${event} check !trash_moved enforce invoke_action(Trash.Move, {"path": "old"}) end`,
        { predicates: [moved] },
      );
      const finishing = () => engine.finishing(executor.guardContext({ trajectory: [...trajectory] }));
      expect((await finishing()).kind).toBe("allow");
      expect(ran).toEqual(['Move {"path":"old"}']);
    });

    it("agent_finish says that the agent is not done yet", async () => {
      const { engine, executor } = guarded("rule @x trigger agent_finish check True enforce llm_self_reflect end");
      const verdict = await engine.finishing(executor.guardContext());
      expect(verdict).toMatchObject({ kind: "stop", reason: expect.stringContaining("rule @x") });
    });
  });

  it("8. an agent that finishes normally, or arguments that are no text, make it fail", async () => {
    const { engine, executor, call } = guarded("rule @x trigger Gmail.SendEmail check p | q & r enforce stop end");
    expect((await engine.finishing(executor.guardContext())).kind).toBe("allow");
    expect((await call("Gmail.SendEmail", { to: ["a"], body: "b" })).status).toBe("success");
  });

  it.each([
    ["p", true],
    ["q", false],
    ["r", false],
    ["q r", true],
    ["p q", true],
  ])("8. `p | q & r` is read from left to right: of %s", async (command, stops) => {
    const { run } = guarded("rule @x trigger any.any check p | q & r enforce stop end");
    expect((await run(command)).status === "stopped").toBe(stops);
  });

  it("9. llm_self_reflect: the rules judge the old action again, and the prompt grows", async () => {
    const prompts: string[] = [];
    const commands: unknown[] = [];
    const { executor, ran } = guarded("rule @x trigger Terminal.Execute check p enforce llm_self_reflect end", {
      reflect: ({ action, prompt, rule }) => {
        prompts.push(prompt);
        commands.push(action.args["command"]);
        expect(rule).toContain("@x");
        return { args: { command: commands.length === 1 ? "p again" : "q" } };
      },
    });
    const ret = await executor.execute(
      { id: "c", name: "Terminal.Execute", arguments: { command: "p" } },
      { prompt: "free disk space" },
    );
    expect(commands).toEqual(["p", "p again"]);
    expect(prompts).toEqual(["free disk space", "free disk space"]);
    expect(ran).toEqual(['Execute {"command":"q"}']);
    expect(ret.status).toBe("success");
  });

  it("9. llm_self_reflect: without end, or into a call that nobody can make", async () => {
    let reflections = 0;
    const stubborn = guarded("rule @x trigger Terminal.Execute check p enforce llm_self_reflect end", {
      reflect: () => ({ args: { command: `p ${++reflections}` } }),
    });
    const ret = await stubborn.run("p");
    expect(ret).toMatchObject({ status: "stopped", recoverable: "model" });
    expect(reflections).toBe(3);
    expect(stubborn.ran).toEqual([]);
    const confused = guarded("rule @x trigger Terminal.Execute check p enforce llm_self_reflect end", {
      reflect: () => ({ name: "Terminal.Exceute", args: {} }),
    });
    expect((await confused.run("p")).status).toBe("stopped");
  });

  it.each([
    ["Terminal.Execute", true],
    ["Execute", true],
    ["Terminal.any", true],
    ["any.Execute", true],
    ["any", true],
    ["Exec", false],
    ["execute", false],
    ["Trash.Execute", false],
    ["rm", false],
  ])("10. `trigger %s` fires by how an input begins, or not by its case", async (trigger, fires) => {
    const { run } = guarded(`rule @x trigger ${trigger} check True enforce stop end`);
    expect((await run("rm -rf Exec execute")).status === "stopped").toBe(fires);
  });

  it.each([
    ["broken", "stopped"],
    ["!broken", "stopped"],
    ["p | broken", "stopped"],
    ["p & broken", "success"],
    ["q & broken", "stopped"],
    ["q | broken", "stopped"],
    ["!q & broken", "success"],
  ])(
    "11. a predicate that throws ends everything, or counts as false: `check %s` of q is %s",
    async (check, status) => {
      const { run } = guarded(`rule @x trigger any.any check ${check} enforce stop end`);
      expect((await run("q")).status).toBe(status);
    },
  );

  it("12. user_inspection holds everything up", async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { executor, ran } = guarded("rule @x trigger any.any check p enforce user_inspection end", {
      inspect: async () => {
        await asked;
        return { decision: "approve" };
      },
    });
    const call = (id: string, command: string) =>
      executor.execute({ id, name: "Terminal.Execute", arguments: { command } });
    const waiting = call("1", "p");
    expect((await call("2", "q")).status).toBe("success");
    answer();
    expect((await waiting).status).toBe("success");
    expect(ran).toEqual(['Execute {"command":"q"}', 'Execute {"command":"p"}']);
  });

  it("13. rules of one program get into another", async () => {
    const one = guarded("rule @x trigger any.any check p enforce stop end");
    const other = guarded("rule @x trigger any.any check q enforce stop end");
    expect((await one.run("q")).status).toBe("success");
    expect((await other.run("p")).status).toBe("success");
    expect((await one.run("p")).status).toBe("stopped");
  });

  describe("14. what happens depends on the order of the rules", () => {
    const stop = "rule @stop trigger any.any check p enforce stop end";
    const ask = "rule @ask trigger any.any check p enforce user_inspection end";
    const swap = 'rule @swap trigger any.any check p enforce invoke_action(Trash.Move, {"path": "x"}) end';

    it.each([
      [stop, ask, swap],
      [ask, swap, stop],
      [swap, stop, ask],
    ])("a stop is a stop before anybody is asked or anything invoked", async (...rules) => {
      const asked: unknown[] = [];
      const { run, ran } = guarded(rules.join("\n"), {
        inspect: (request) => {
          asked.push(request);
          return { decision: "approve" };
        },
      });
      expect((await run("p")).status).toBe("stopped");
      expect(asked).toEqual([]);
      expect(ran).toEqual([]);
    });

    it("a priority comes first, and then the order of the text", async () => {
      const rules = [
        'rule @a trigger any.any check p enforce warn("a") end',
        'rule @b priority 1 trigger any.any check p enforce warn("b") end',
        'rule @c trigger any.any check p enforce warn("c") end',
      ];
      const ret = await guarded(rules.join("\n")).run("p");
      expect(ret.observation.parts[0]?.content).toMatch(/b.*\n.*a.*\n.*c/);
      expect(ret.verdict?.decision.passes[0]?.enforcements.map(({ rule }) => rule)).toEqual(["b", "a", "c"]);
      expect(ret.verdict?.decision.passes[0]?.rules.map(({ rule }) => rule)).toEqual(["a", "b", "c"]);
    });

    it("all inspections of an action are one question, not the first alone", async () => {
      const asked: (readonly string[])[] = [];
      const { run } = guarded(`${ask}\n${ask.replace("@ask", "@too").replace("check p", "check q")}`, {
        inspect: ({ rules }) => {
          asked.push(rules.map(({ rule }) => rule));
          return { decision: "approve" };
        },
      });
      await run("p q");
      expect(asked).toEqual([["ask", "too"]]);
    });
  });

  it("15. nothing is recorded of how a decision came about", async () => {
    const { run, engine, executor } = guarded(
      "rule @x trigger any.any check p !q enforce user_inspection end\nrule @y trigger any.any check r enforce stop end",
      {
        predicates: ["p", "q", "r"].map((name) => asking(name, ({ command }) => String(command).includes(name))),
        inspect: () => ({ decision: "reject", reason: "no" }),
      },
    );
    expect(engine).toBeInstanceOf(Engine);
    const ret = await run("p");
    expect(ret.verdict?.decision.plan).toMatch(/^[0-9a-f]{64}$/);
    expect(ret.verdict?.decision.passes).toMatchObject([
      {
        action: { name: "Terminal.Execute", args: { command: "p" } },
        rules: [
          {
            rule: "x",
            line: 1,
            check: true,
            violated: true,
            predicates: [
              { predicate: "p", value: true },
              { predicate: "q", value: false },
            ],
          },
          { rule: "y", line: 2, check: false, violated: false, predicates: [{ predicate: "r", value: false }] },
        ],
        enforcements: [{ rule: "x", enforcement: "user_inspection", outcome: "rejected" }],
      },
    ]);
    expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
    const again = await executor.execute({ id: ret.id, name: "Terminal.Execute", arguments: { command: "p" } });
    expect(JSON.stringify(again.verdict)).toBe(JSON.stringify(ret.verdict));
  });
});
