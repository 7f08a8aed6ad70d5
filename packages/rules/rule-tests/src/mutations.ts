/** Creates the mutations of a program, such as a rule without its check. */
import type {
  Conjunction,
  Enforcement,
  Expression,
  Program,
  Rule,
  StepQuery,
  ToolPattern,
  Value,
} from "@helve/core/program";

/** The change that a mutation makes to a rule. */
export type MutationKind =
  | "negate a condition"
  | "drop a condition"
  | "drop the rule"
  | "swap & and |"
  | "move a number"
  | "weaken an enforcement"
  | "widen the trigger";

/** A program with one small mistake, which its tests should notice. */
export interface Mutation {
  readonly kind: MutationKind;
  /** The rule that is changed. */
  readonly rule: Rule;
  /** The rule after the change; absent if it is dropped. */
  readonly changed?: Rule;
  /** The condition that is negated or dropped, or contains the number. */
  readonly condition?: Expression;
  /** The condition with the changed number. */
  readonly changedCondition?: Expression;
  /** The enforcement that is weakened. */
  readonly enforcement?: Enforcement;
  /** The pattern of the trigger that is widened. */
  readonly pattern?: ToolPattern;
  readonly program: Program;
}

/** Creates the mutations of a program, rule by rule. */
export function mutationsOf(program: Program): readonly Mutation[] {
  return program.rules.flatMap((rule, index) => {
    const changes = [...checkChanges(rule), ...enforcementChanges(rule), ...triggerChanges(rule), ...dropRule(program)];
    return changes.map((change): Mutation => {
      const rules = program.rules.toSpliced(index, 1, ...(change.changed === undefined ? [] : [change.changed]));
      return { ...change, rule, program: { ...program, rules } };
    });
  });
}

/** A change of one rule. */
type Change = Omit<Mutation, "rule" | "program">;

/** Creates the mutation without a rule, unless it is the only one. */
function dropRule({ rules }: Program): readonly Change[] {
  return rules.length > 1 ? [{ kind: "drop the rule" }] : [];
}

/** A changed check, or a changed part of one. */
interface ChangedExpression {
  readonly kind: MutationKind;
  readonly condition?: Expression;
  readonly changedCondition?: Expression;
  readonly expression: Expression;
}

/** Lists the changes of a rule's check. */
function checkChanges(rule: Rule): readonly Change[] {
  return changesOf(rule.check).map(({ expression, ...change }) => ({
    ...change,
    changed: { ...rule, check: asConjunction(expression) },
  }));
}

/** Wraps a condition as an `and` with one part. */
function asConjunction(expression: Expression): Conjunction {
  return expression.type === "and" ? expression : { type: "and", operands: [expression], range: expression.range };
}

/** Lists the mutations of an expression and its parts. */
function changesOf(expression: Expression): readonly ChangedExpression[] {
  switch (expression.type) {
    case "and":
    case "or": {
      const { type, operands, range } = expression;
      const swapped: Expression = { type: type === "and" ? "or" : "and", operands, range };
      return [
        ...operands.flatMap((operand, index) =>
          changesOf(operand).map((change) => ({
            ...change,
            expression: { ...expression, operands: operands.with(index, change.expression) },
          })),
        ),
        ...(type === "or" && operands.length === 1 ? [] : operands).map((operand, index): ChangedExpression => {
          const rest = operands.toSpliced(index, 1);
          const only = type === "or" && rest.length === 1 ? rest[0] : undefined;
          return {
            kind: "drop a condition",
            condition: operand,
            expression: only ?? { ...expression, operands: rest },
          };
        }),
        ...(operands.length > 1 ? [{ kind: "swap & and |", condition: expression, expression: swapped } as const] : []),
      ];
    }
    case "not":
      return [
        ...(isLeaf(expression.operand) ? [negated(expression.operand, expression.operand)] : []),
        ...changesOf(expression.operand)
          .filter(({ kind }) => kind !== "negate a condition" || !isLeaf(expression.operand))
          .map((change) => ({ ...change, expression: { ...expression, operand: change.expression } })),
      ];
    case "literal":
      return [];
    default:
      return [
        negated(expression, { type: "not", operand: expression, range: expression.range }),
        ...numberChanges(expression).map((changed): ChangedExpression => {
          return { kind: "move a number", condition: expression, changedCondition: changed, expression: changed };
        }),
      ];
  }
}

/** Creates the mutation that negates a condition. */
function negated(condition: Expression, expression: Expression): ChangedExpression {
  return { kind: "negate a condition", condition, expression };
}

function isLeaf({ type }: Expression): boolean {
  return type !== "and" && type !== "or" && type !== "not" && type !== "literal";
}

/** Lists the mutations of a condition's numbers. */
function numberChanges(condition: Expression): readonly Expression[] {
  switch (condition.type) {
    case "comparison":
      return [
        ...valueChanges(condition.left).map((left) => ({ ...condition, left })),
        ...valueChanges(condition.right).map((right) => ({ ...condition, right })),
      ];
    case "every":
    case "some":
      return valueChanges(condition.right).map((right) => ({ ...condition, right }));
    case "once":
      return queryChanges(condition.steps).map((steps) => ({ ...condition, steps }));
    case "predicate":
      return condition.arguments.flatMap((argument, index) =>
        valueChanges(argument).map((changed) => ({
          ...condition,
          arguments: condition.arguments.with(index, changed),
        })),
      );
    case "not":
      return numberChanges(condition.operand).map((operand) => ({ ...condition, operand }));
    case "and":
    case "or":
      return condition.operands.flatMap((operand, index) =>
        numberChanges(operand).map((changed) => ({ ...condition, operands: condition.operands.with(index, changed) })),
      );
    default:
      return [];
  }
}

/** Creates the mutations of a value. */
function valueChanges(value: Value): readonly Value[] {
  switch (value.type) {
    case "literal":
      return typeof value.value === "number" ? movedNumbers(value.value).map((one) => ({ ...value, value: one })) : [];
    case "duration":
      return movedNumbers(value.amount, 0).map((amount) => ({ ...value, amount }));
    case "arithmetic":
      return [
        ...valueChanges(value.left).map((left) => ({ ...value, left })),
        ...valueChanges(value.right).map((right) => ({ ...value, right })),
      ];
    case "count":
    case "last":
      return queryChanges(value.steps).map((steps) => ({ ...value, steps }));
    case "sum":
      return [
        ...valueChanges(value.value).map((changed) => ({ ...value, value: changed })),
        ...queryChanges(value.steps).map((steps) => ({ ...value, steps })),
      ];
    case "list":
      return value.items.flatMap((item, index) =>
        valueChanges(item).map((changed) => ({ ...value, items: value.items.with(index, changed) })),
      );
    default:
      return [];
  }
}

/** Lists the changes of a query of steps: without its condition, with another window. */
function queryChanges(query: StepQuery): readonly StepQuery[] {
  const { where, within } = query;
  const windows =
    within?.type === "step_window"
      ? movedNumbers(within.steps, 1).map((steps) => ({ ...within, steps }))
      : within === undefined
        ? []
        : movedNumbers(within.amount, 0).map((amount) => ({ ...within, amount }));
  return [
    ...(where === undefined ? [] : numberChanges(where).map((changed) => ({ ...query, where: changed }))),
    ...windows.map((changed) => ({ ...query, within: changed })),
  ];
}

/** Returns a number increased and decreased by one. */
function movedNumbers(value: number, least = Number.NEGATIVE_INFINITY): readonly number[] {
  return [value + 1, value - 1].filter((moved) => moved >= least && moved !== value);
}

/** Lists the changes that make a rule's enforcement weaker. */
function enforcementChanges(rule: Rule): readonly Change[] {
  return rule.enforce.flatMap((enforcement, index): readonly Change[] => {
    const weaker = weakened(enforcement);
    if (weaker === undefined) return [];
    const changed = { ...rule, enforce: rule.enforce.with(index, weaker) };
    return [{ kind: "weaken an enforcement", enforcement, changed }];
  });
}

/** Returns a weaker enforcement: a question instead of a stop, or nothing. */
function weakened({ type, range }: Enforcement): Enforcement | undefined {
  if (type === "none") return undefined;
  return type === "stop" ? { type: "user_inspection", fixes: [], range } : { type: "none", range };
}

/** Lists the changes that make a rule be about fewer or other tools. */
function triggerChanges(rule: Rule): readonly Change[] {
  const { trigger } = rule;
  return trigger.patterns.flatMap((pattern, index): readonly Change[] => {
    if (pattern.tool === "any" && pattern.toolkit === "any") return [];
    const isWhole = pattern.tool === "any" || pattern.toolkit === "any";
    const wider: ToolPattern = { ...pattern, toolkit: isWhole ? "any" : pattern.toolkit, tool: "any" };
    const patterns = trigger.patterns.with(index, wider);
    return [{ kind: "widen the trigger", pattern, changed: { ...rule, trigger: { ...trigger, patterns } } }];
  });
}
