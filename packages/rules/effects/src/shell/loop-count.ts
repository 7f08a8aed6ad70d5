/** Estimates how often a loop runs from its condition. */
import type { ArithmeticExpression, CommandNode } from "unbash";
import type { LoopCount } from "./syntax.ts";

/** The number of repetitions of a loop from which they count as `many`. */
export const manyTimes = 1000;

/** Estimates how often a loop runs: `while true` is `endless`, `for ((i=0; i<10000; i++))` is `many`, all else is `few`. */
export function estimateLoopCount(
  node: CommandNode & { type: "While" | "For" | "Select" | "ArithmeticFor" },
): LoopCount {
  if (node.type === "While") {
    const [only, second] = node.clause.commands;
    const command = second === undefined ? only?.command : undefined;
    const name = command?.type === "Command" ? command.name?.value : undefined;
    if (command?.type === "ArithmeticCommand") {
      if (/^\s*[1-9]\d*\s*$/.test(command.body)) return node.kind === "while" ? "endless" : "few";
      return node.kind === "while" ? loopCountOfTest(command.expression) : "few";
    }
    if (node.kind === "while" && (name === "true" || name === ":")) return "endless";
    if (node.kind === "until" && name === "false") return "endless";
    const isTest = command?.type === "Command" && (name === "[" || name === "test");
    const [, operator, bound] = command?.type === "Command" ? command.args.map((word) => word.text) : [];
    return isTest && /^-l[te]$/.test(operator ?? "") && Number(bound) >= manyTimes ? "many" : "few";
  }
  if (node.type !== "ArithmeticFor") return "few";
  if (node.test === undefined) return "endless";
  const { initialize } = node;
  const from = initialize?.type === "ArithmeticBinary" && initialize.operator === "=" ? initialize.right : undefined;
  return isManyTimes(from) ? "many" : loopCountOfTest(node.test);
}

/** The count of a loop with an arithmetic condition: `many` for `i < 10000`. */
function loopCountOfTest(test: ArithmeticExpression | undefined): LoopCount {
  if (test?.type !== "ArithmeticBinary") return "few";
  const bound = /^<=?$/.test(test.operator) ? test.right : /^>=?$/.test(test.operator) ? test.left : undefined;
  return isManyTimes(bound) ? "many" : "few";
}

/** Whether an arithmetic expression is a number of at least `manyTimes`. */
function isManyTimes(bound: ArithmeticExpression | undefined): boolean {
  return bound?.type === "ArithmeticWord" && Number(bound.value) >= manyTimes;
}
