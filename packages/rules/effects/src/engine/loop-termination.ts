/** Decides whether an endless loop may end or wait, so that it does not exhaust a resource. */
import type { Expression, Statement } from "./ir.ts";

/** Matches functions that wait for time, input or another process. */
const waitingCalls =
  /^(sleep|input|recv|recvfrom|accept|read|readline|readlines|readstring|readbytes|readfull|scan|wait|get|select|poll|join|exit|_exit|quit|(go\.)?receive|next|communicate|check_output|pause|popleft)$/i;

/**
 * Whether an endless loop with this body may end (`break`, `return`) or wait in each iteration (`sleep`, `recv`), so
 * that it does not use up a resource.
 */
export function canEndOrWait(body: readonly Statement[]): boolean {
  return body.some(statementCanEndOrWait);
}

function statementCanEndOrWait(statement: Statement): boolean {
  switch (statement.kind) {
    case "return":
    case "raise":
      return true;
    case "leave":
      return statement.loop === "break";
    case "expression":
    case "assignment":
    case "update":
      return expressionWaits(statement.value);
    case "if":
      return (
        statement.branches.some(({ test, body }) => expressionWaits(test) || canEndOrWait(body)) ||
        canEndOrWait(statement.otherwise)
      );
    case "loop":
      return (
        (statement.each !== null && expressionWaits(statement.each.of)) ||
        statement.body.some((each) => each.kind !== "leave" && statementCanEndOrWait(each))
      );
    case "try":
      return [
        statement.body,
        ...statement.handlers.map(({ body }) => body),
        statement.otherwise,
        statement.finally,
      ].some(canEndOrWait);
    case "block":
      return canEndOrWait(statement.body);
    case "with":
      return statement.items.some(({ value }) => expressionWaits(value)) || canEndOrWait(statement.body);
    case "match":
      return expressionWaits(statement.subject) || statement.clauses.some(({ body }) => canEndOrWait(body));
    default:
      return false;
  }
}

function expressionWaits(expression: Expression): boolean {
  switch (expression.kind) {
    case "call": {
      const { callee } = expression;
      const name = callee.kind === "attribute" || callee.kind === "name" ? callee.name : "";
      const asks =
        waitingCalls.test(name) &&
        (name.toLowerCase() !== "get" || expression.arguments.every((argument) => argument.name !== null));
      return asks || expressionWaits(callee) || expression.arguments.some(({ value }) => expressionWaits(value));
    }
    case "wait":
      return expression.yields !== "nothing" || (expression.value !== null && expressionWaits(expression.value));
    case "attribute":
    case "item":
      return expressionWaits(expression.object);
    case "binary":
      return expressionWaits(expression.left) || expressionWaits(expression.right);
    case "assign":
      return expressionWaits(expression.value);
    case "list":
      return expression.items.some(expressionWaits);
    case "template":
      return expression.parts.some((part) => typeof part !== "string" && expressionWaits(part));
    default:
      return false;
  }
}
