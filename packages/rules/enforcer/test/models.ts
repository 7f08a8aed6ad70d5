import { parseProgram } from "@helve/agentspec";
import type { Action, Args } from "@helve/core";
import { Engine, type EngineOptions } from "@helve/enforcer";
import fc from "fast-check";
import { fixed, type Model, type ModelCheck, type ModelEnforcement, type Said, type World } from "./reference.ts";

const names = ["p", "q", "r"];
const tools = ["A.x", "A.y", "B.x"];

const anyTruth = fc.constantFrom(true, false, "unknown", "throws");
const anyArgs: fc.Arbitrary<Args> = fc
  .record({ p: anyTruth, q: anyTruth, r: anyTruth, isBroken: fc.constantFrom(...Array(9).fill(false), true) })
  // Arguments that the tests' `decode` refuses.
  .map(({ isBroken, ...args }) => (isBroken ? { ...args, broken: true } : args));
const anyAction: fc.Arbitrary<Action> = fc
  .tuple(fc.constantFrom(...tools), anyArgs)
  .map(([name, args]) => ({ id: "call", name, args }));

/** Some more than once, so that what is remembered matters. */
export const anyActions: fc.Arbitrary<readonly Action[]> = fc
  .tuple(anyAction, anyAction)
  .chain(([one, other]) => fc.array(fc.constantFrom(one, one, other), { minLength: 1, maxLength: 4 }));

const { anyCheck } = fc.letrec<{ anyCheck: ModelCheck }>((tie) => ({
  anyCheck: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(...names).map((ask) => ({ ask })),
    fc.boolean().map((truth) => ({ truth })),
    tie("anyCheck").map((not) => ({ not })),
    fc.array(tie("anyCheck"), { minLength: 2, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie("anyCheck"), { minLength: 2, maxLength: 3 }).map((some) => ({ some })),
  ),
}));

const anyEnforcement: fc.Arbitrary<ModelEnforcement> = fc.oneof(
  fc.constantFrom("none", "allow", "warn", "log", "llm_self_reflect").map((does) => ({ does }) as const),
  fc.constantFrom("stop", "skip").map((does) => ({ does }) as const),
  fc.record({ does: fc.constant("user_inspection" as const), fixes: fc.subarray(["calm", "note", "fails"]) }),
  fc.record({ does: fc.constant("user_inspection" as const), fixes: fc.subarray(["calm", "note", "fails"]) }),
  fc.record({ does: fc.constant("invoke_action" as const), tool: fc.constantFrom(...tools), args: anyArgs }),
  fc.record({ does: fc.constant("brake" as const), how: fc.constantFrom(0, 0, 0, 1, 2) }),
);

const anyPolicy = fc.constantFrom("violated", "violated", "ignore", "stop", "user_inspection");

export const anyModel: fc.Arbitrary<Model> = fc
  .record({
    isDenyDefault: fc.boolean(),
    onUnknown: anyPolicy,
    onError: anyPolicy,
    rules: fc.array(
      fc.record({
        priority: fc.constantFrom(0, 0, 1, -1),
        tool: fc.constantFrom(...tools, "A.any", "any.x", "any.any"),
        check: fc.array(anyCheck, { maxLength: 3 }),
        enforce: fc.array(anyEnforcement, { minLength: 1, maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map((model) => ({ ...model, rules: model.rules.map((rule, index) => ({ ...rule, name: `r${index}` })) }));

const anySaid: fc.Arbitrary<Said> = fc.oneof(
  fc.constant({ decision: "approve" } as const),
  fc.constant({ decision: "approve", remember: "session" } as const),
  fc.constant({ decision: "reject" } as const),
  anyArgs.map((args) => ({ decision: "edit", args }) as const),
  fc.constantFrom("calm", "note", "fails", "constructor").map((fix) => ({ decision: "fix", fix }) as const),
);

export const anyWorld: fc.Arbitrary<World> = fc.record({
  people: fc.array(anySaid, { maxLength: 6 }),
  models: fc.array(fc.option(anyArgs), { maxLength: 4 }),
  maxTrials: fc.integer({ min: 1, max: 4 }),
});

/** An engine for a model, in a world whose answers it uses up. */
export function engineOf(model: Model, world: World, options: Partial<EngineOptions> = {}): Engine {
  const people = [...world.people];
  const models = [...world.models];
  return new Engine(parseProgram(textOf(model)), {
    predicates: names.map((name) => ({
      name,
      description: "",
      // Some answer at once, some later.
      evaluate: (_operands, { action: { args } }) => {
        const answer = args[name];
        if (answer === "throws") throw new Error("out of order");
        return name === "q" ? Promise.resolve(answer as boolean) : (answer as boolean);
      },
    })),
    inspect: () => people.shift() ?? { decision: "reject" },
    reflect: () => {
      const args = models.shift() ?? null;
      return args === null ? null : { args };
    },
    fixes: Object.fromEntries(
      ["calm", "note", "fails"].map((fix) => [
        fix,
        ({ args }: Action) => {
          if (fix === "fails") throw new Error("it can't");
          return fixed(fix, args);
        },
      ]),
    ),
    enforcements: {
      brake: ([how]) => {
        if (how === 2) throw new Error("no brake");
        return how === 1 ? { stop: "it brakes" } : undefined;
      },
    },
    maxTrials: world.maxTrials,
    ...options,
  });
}

function textOf({ isDenyDefault, onUnknown, onError, rules }: Model): string {
  return [
    isDenyDefault ? "default deny" : "default allow",
    `on unknown ${onUnknown}`,
    `on error ${onError}`,
    ...rules.map(({ name, priority, tool, check, enforce }) =>
      [
        `rule @${name} priority ${priority} trigger ${tool}`,
        `check ${check.map((one) => `(${checkText(one)})`).join(" & ")}`,
        `enforce ${enforce.map(enforcementText).join(" ")} end`,
      ].join("\n"),
    ),
  ].join("\n");
}

function checkText(check: ModelCheck): string {
  if ("ask" in check) return check.ask;
  if ("truth" in check) return check.truth ? "True" : "False";
  if ("not" in check) return `!(${checkText(check.not)})`;
  const [parts, sign] = "all" in check ? [check.all, " & "] : [check.some, " | "];
  return parts.map((part) => `(${checkText(part)})`).join(sign);
}

function enforcementText(deed: ModelEnforcement): string {
  switch (deed.does) {
    case "user_inspection":
      return deed.fixes.length === 0 ? deed.does : `user_inspection(${deed.fixes.join(", ")})`;
    case "invoke_action":
      return `invoke_action(${deed.tool}, ${JSON.stringify(deed.args)})`;
    case "brake":
      return `brake(${deed.how})`;
    default:
      return deed.does;
  }
}
