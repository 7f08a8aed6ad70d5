import { formatCondition, formatProgram } from "@helve/agentspec";
import type { TextRange } from "@helve/core";
import type { Enforcement, Expression, Rule, RuleTest, TestEvent, ToolPattern } from "@helve/core/program";
import type { Mutation } from "./mutations.ts";
import type { TestResult } from "./run-test.ts";

/**
 * Sketches a test that would notice a mutation: an existing test in which the rule is violated, with a comment about the change that it
 * needs.
 */
export function sketchTest(mutation: Mutation, results: readonly TestResult[]): Sketch {
  const { rule } = mutation;
  const { change, hint, outcome } = describeMutation(mutation);
  const model = results.find(({ verdict }) => isViolated(rule, verdict))?.test;
  const test: RuleTest = {
    ...(model ?? { type: "test", when: exampleEvent(rule), range: nowhere }),
    name: `@${rule.name}: ${change}`,
    expect: {
      type: "test_expectation",
      outcome,
      rules: outcome !== "allow" ? [rule.name] : undefined,
      range: nowhere,
    },
  };
  const text = formatProgram({ type: "program", rules: [], tests: [test], range: nowhere });
  const [head = "", ...rest] = text.trimEnd().split("\n");
  return { change: `@${rule.name}: ${change}`, sketch: [head, `// ${hint}`, ...rest].join("\n") };
}

/** The change of a mutation, and a test that would notice it. */
export interface Sketch {
  readonly change: string;
  readonly sketch: string;
}

const nowhere: TextRange = {
  start: { offset: 0, line: 1, column: 1 },
  end: { offset: 0, line: 1, column: 1 },
};

/** Whether the test violates the rule. */
function isViolated({ name }: Rule, verdict: TestResult["verdict"]): boolean {
  const records = verdict?.decision.passes.flatMap(({ rules }) => rules) ?? [];
  return records.some(({ rule, check }) => rule === name && check === true);
}

/** Describes a mutation: the change, the inputs that a test needs to notice it, and the outcome that the test expects. */
function describeMutation(mutation: Mutation): { change: string; hint: string; outcome: string } {
  const { kind, rule, condition, changedCondition, enforcement, pattern } = mutation;
  const enforced = outcomeOf(rule.enforce[0]);
  const text = oneLine(condition);
  switch (kind) {
    case "drop the rule":
      return { change: "dropped", hint: "change it so that no other rule decides the same", outcome: enforced };
    case "negate a condition":
      return {
        change: `negated ${text}`,
        hint: `change it so that all other conditions are as here, and ${text} has the opposite value`,
        outcome: "allow",
      };
    case "drop a condition":
      return {
        change: `dropped ${text}`,
        hint: `change it so that all other conditions are as here, and ${text} decides against the rule`,
        outcome: "allow",
      };
    case "swap & and |":
      return {
        change: `other signs in ${text}`,
        hint: `change it so that only some parts of ${text} are true`,
        outcome: condition?.type === "or" ? enforced : "allow",
      };
    case "move a number":
      return {
        change: `changed ${text} to ${oneLine(changedCondition)}`,
        hint: `change it so that ${text} is just true, and write another one where it is just false`,
        outcome: enforced,
      };
    case "weaken an enforcement":
      return {
        change: `weakened ${outcomeOf(enforcement)}`,
        hint: "the expectation names the enforcement and the rule",
        outcome: outcomeOf(enforcement),
      };
    case "widen the trigger":
      return {
        change: `widened the trigger ${pattern === undefined ? "" : patternText(pattern)}`,
        hint: "call another tool with arguments for which the conditions are true",
        outcome: "allow",
      };
  }
}

function oneLine(condition: Expression | undefined): string {
  return condition === undefined ? "" : formatCondition(condition).replaceAll("\n", " ");
}

/** Writes the tool that a rule is about: `Files.Write`. */
function patternText({ toolkit, tool }: ToolPattern): string {
  return `${toolkit}.${tool}`;
}

/** The outcome that a test expects where a rule has an enforcement. */
function outcomeOf(enforcement: Enforcement | undefined): string {
  if (enforcement === undefined) return "allow";
  if (enforcement.type === "domain") return enforcement.name;
  return enforcement.type;
}

/** An event that triggers a rule. */
function exampleEvent({ trigger }: Rule): TestEvent {
  const [{ toolkit, tool } = { toolkit: "any", tool: "any" }] = trigger.patterns;
  const names = [toolkit, tool.replace(/\*$/, "")].map((name, index) =>
    name === "any" ? ["Kit", "Tool"][index] : name,
  );
  const args = { type: "object", entries: [], range: nowhere } as const;
  const call = { tool: names.join("."), args, range: nowhere };
  switch (trigger.event) {
    case "before_action":
      return { type: "test_call", ...call };
    case "after_action":
      return { type: "test_step_end", step: { type: "test_step", ...call }, range: nowhere };
    case "state_change":
      return { type: "test_state_change", before: args, after: args, range: nowhere };
    case "agent_finish":
      return { type: "test_finish", range: nowhere };
  }
}
