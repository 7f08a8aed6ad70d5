import type { Trigger } from "@helve/core/program";
import { isPublishedName, type Losses, leaveOut, refuseRule, type Site } from "./losses.ts";

/** What stands after `trigger`, one for each rule that it takes: the published language has one tool a rule. */
export function publishedEvents({ event, patterns }: Trigger, site: Site, losses: Losses): readonly string[] {
  const isForAll = patterns.some(({ toolkit, tool }) => toolkit === "any" && tool === "any");
  if (event === "after_action") {
    refuseRule(site, "after_action can't be said", losses);
    return [];
  }
  if (event === "before_action") {
    if (isForAll) return ["any"];
    return [...new Set(patterns.map(({ toolkit, tool }) => publishedTool(toolkit, tool, site, losses)))];
  }
  if (!isForAll) refuseRule(site, `${event} of certain tools can't be said`, losses);
  return [event];
}

/** A tool's name without its toolkit, which the published language has none of; spaces are written `_`. */
export function publishedTool(toolkit: string, tool: string, site: Site, losses: Losses): string {
  if (tool === "any") refuseRule(site, `all tools of ${toolkit} can't be said`, losses);
  const name = tool.replaceAll(" ", "_");
  if (tool !== "any" && (!isPublishedName(name) || events.has(name))) {
    refuseRule(site, `${JSON.stringify(tool)} can't be the name of a tool`, losses);
  }
  if (toolkit !== "any") leaveOut(site, `${toolkit}.${tool} is called ${name}, as in any toolkit`, losses);
  else if (name !== tool) leaveOut(site, `${JSON.stringify(tool)} is called ${name}`, losses);
  return name;
}

const events: ReadonlySet<string> = new Set([
  ...["state_change", "before_action", "after_action", "action", "agent_finish", "finish", "act"],
]);
