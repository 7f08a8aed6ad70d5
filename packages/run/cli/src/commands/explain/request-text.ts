import type { RequestedAct, UserRequest } from "@helve/predicates";

/** Formats the acts, people, amounts and times that were read from a user's request, as lines for a person. */
export function requestText(request: UserRequest): string {
  const { acts, people, amounts, places, times, limits } = request;
  const withStatus = (status: RequestedAct["status"]): readonly RequestedAct[] =>
    acts.filter((act) => act.status === status);
  const lines = [
    ...section("asked for", withStatus("asked").map(actText)),
    ...section("not asked for", withStatus("not asked").map(actText)),
    ...section("left open", withStatus("open").map(actText)),
    ...list("people and names", people),
    ...list("amounts", amounts),
    ...list("places", places),
    ...list("times", times),
    ...list("limits", limits),
  ];
  return `${lines.length === 0 ? "nothing is asked for" : lines.join("\n")}\n`;
}

/** Writes an act that the request asks for: `delete: "remove the old logs"`. */
function actText({ verb, kinds, text }: RequestedAct): string {
  return `${kinds.length === 0 ? verb : kinds.join(" or ")}: "${text}"`;
}

/** Returns a title and indented items under it; nothing without items. */
function section(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `  ${item}`)];
}

/** Returns a line with a title and items; nothing without items. */
function list(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`${title}: ${items.join(", ")}`];
}
