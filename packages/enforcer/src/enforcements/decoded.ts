import { type Action, type DecodedAction, errorJson, type GuardContext } from "@helve/core";

/**
 * An action that rules, a person or a model put together, as it can run. What can't be decoded can't run.
 *
 * @param text - what the arguments are read from, when they have not been read yet
 */
export async function decoded(action: Action, text: string | undefined, context: GuardContext): Promise<DecodedAction> {
  try {
    if (text === undefined) return await context.decode(action);
    if (context.decodeText !== undefined) return await context.decodeText(action, text);
    return unreadable(`nothing can read its arguments from a text`);
  } catch (error) {
    return unreadable(`its arguments can't be read: ${errorJson(error).message}`);
  }
}

function unreadable(message: string): DecodedAction {
  return { ok: false, issues: [{ code: "undecodable", message }], repairs: [] };
}
