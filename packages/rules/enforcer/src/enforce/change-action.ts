import { type Action, type Args, canonicalJson, type DecodedAction, errorJson, type GuardContext } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";

/**
 * Changes the name or the arguments of an action. If both are equal to before, it returns the action itself; otherwise the
 * new action no longer counts as invoked by a rule.
 *
 * @throws NotJsonError if the arguments can't be represented in JSON
 */
export function changeAction(action: Action, name: string, args: Args): Action {
  const hasEqualArgs = canonicalJson(args) === canonicalJson(action.args);
  if (hasEqualArgs && name === action.name) return action;
  const { id, replaces } = action;
  return withoutUndefined({ id, name, args, replaces });
}

/**
 * Decodes an action that a rule, a person or a model has created, so that its arguments match its tool. Never throws.
 *
 * @param argumentsText - the text to decode the arguments from, if they are not decoded yet
 */
export async function decodeAction(
  action: Action,
  argumentsText: string | undefined,
  guardContext: GuardContext,
): Promise<DecodedAction> {
  try {
    if (argumentsText === undefined) return await guardContext.decode(action);
    if (guardContext.decodeText !== undefined) return await guardContext.decodeText(action, argumentsText);
    return undecodable("the application can't decode arguments from a text");
  } catch (error) {
    return undecodable(`its arguments can't be decoded: ${errorJson(error).message}`);
  }
}

/** Returns the result for an action whose arguments do not fit its tool. */
function undecodable(message: string): DecodedAction {
  return { ok: false, issues: [{ code: "undecodable_arguments", message }], repairs: [] };
}
