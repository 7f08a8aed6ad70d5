import type { ChatHost } from "./chat-host.ts";

/** Returns a function from the names that models use (`Terminal-Execute`) to those that rules use (`Terminal.Execute`). */
export function toolNames({
  executor,
  packages,
}: Pick<ChatHost, "executor" | "packages">): (wireName: string) => string {
  const wireNames = packages.agent.modelTools(executor);
  const names = new Map(executor.names.map((name, index) => [wireNames[index]?.name ?? name, name]));
  return (wireName) => names.get(wireName) ?? wireName;
}
