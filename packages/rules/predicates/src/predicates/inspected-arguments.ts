import type { PredicateArgument, PredicateContext } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { argumentName } from "../argument-values.ts";
import type { EffectsPart } from "../effects-part.ts";
import { type OperandUse, operandEffects } from "../operand-effects.ts";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { effectsInSession } from "../session-effects.ts";
import { pathStart } from "../tool-place.ts";
import { primaryArgument } from "../tool-use.ts";

/**
 * The effects that a predicate inspects: the effects of the rule's operands (`is_destructive(args.command)`), or, without operands, of the whole
 * call. The policy's `tools` or a preset define the meaning of an operand. Any other operand is code, or a path or an address with the use that
 * the predicate expects.
 *
 * @param use - how the predicate uses a path or an address
 */
export function effectsToInspect(
  operands: readonly PredicateArgument[],
  context: PredicateContext,
  policy: PreparedPolicy,
  use: OperandUse | undefined,
): readonly EffectsPart[] {
  const { action } = context;
  const { parts, state, created } = effectsInSession(action, policy, context);
  if (operands.length === 0) return parts;
  const { directory, problem: pathProblem } = pathStart(action, policy);
  const input = { tool: action.name, args: action.args, policy, state, directory };
  return operands.flatMap((operand) => {
    const ofCall = parts.filter(({ path }) => isAtOrBelow(path, operand.path));
    return ofCall.length > 0
      ? ofCall
      : operandEffects(operand, use, input).map((part) => ({ ...part, created, pathProblem }));
  });
}

function isAtOrBelow(path: string | undefined, above: string | undefined): boolean {
  return path !== undefined && above !== undefined && (path === above || path.startsWith(`${above}/`));
}

/** The first argument of a tool that is code, a path or an address, by the policy or a preset. */
export function firstArgument(tool: string, policy: PreparedPolicy): string | undefined {
  const [use] = policy.toolUses(tool)?.uses ?? [];
  const argument = use && primaryArgument(use);
  return argument === undefined ? undefined : argumentName(argument);
}

/** The names of the arguments of a tool that contain receivers: those in the policy, or the usual ones such as `to` and `cc`. */
export function receiverArguments(
  tool: string,
  { original: { receiverArguments: receiverArgumentsOf = {} } }: PreparedPolicy,
): readonly string[] {
  return (Object.hasOwn(receiverArgumentsOf, tool) ? receiverArgumentsOf[tool] : undefined) ?? defaultReceiverArguments;
}

const defaultReceiverArguments: readonly string[] = ["to", "cc", "bcc", "recipient", "recipients", "attendees"];

/** An argument of a call in the form of an operand of a rule. */
export function argumentAsOperand(name: string, value: unknown): PredicateArgument {
  return { value, path: jsonPointer([name]) };
}
