import { type Action, type Args, canonicalJson } from "@helve/core";

/**
 * An action with another name or other arguments. When nothing is different it is the action itself; otherwise no rule has
 * invoked it any more.
 *
 * @throws NotJsonError for arguments that JSON can't say
 */
export function changed(action: Action, name: string, args: Args): Action {
  const isEqual = canonicalJson(args) === canonicalJson(action.args);
  if (isEqual && name === action.name) return action;
  const { id, replaces } = action;
  return { id, name, args, ...(replaces !== undefined && { replaces }) };
}
