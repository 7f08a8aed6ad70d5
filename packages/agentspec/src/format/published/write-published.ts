import type { Issue } from "@helve/core";
import type { Enforcement, InvokeAction, Program, Rule } from "@helve/core/program";
import { inside, isPublishedName, type Losses, leaveOut, refuseRule, type Site } from "./losses.ts";
import { publishedCheck } from "./published-check.ts";
import { publishedEvents, publishedTool } from "./published-trigger.ts";

/**
 * A program for readers of the published language: a rule for each tool, a name or a number for each argument.
 *
 * A rule is written whole or left out. Only toolkits, and what tells somebody something, are left out of one that is written.
 */
export function writePublished(program: Program): { readonly text: string; readonly losses: readonly Issue[] } {
  const losses: Issue[] = [];
  const { header, rules, comments = [] } = program;
  if (header !== undefined) {
    const message = "the lines before the first rule are left out: the published language has none";
    losses.push({ code: "part_left_out", message, path: "/header", range: header.range });
  }
  if (comments.length > 0) {
    const message = `${comments.length} comments are left out: the published grammar has none`;
    losses.push({ code: "part_left_out", message, path: "/comments", range: program.range });
  }
  const names = new Set<string>();
  const texts = rules.flatMap((rule, index) => {
    const site: Site = { path: ["rules", index], range: rule.range, rule: rule.name };
    const found: Losses = { parts: [], whole: [] };
    const written = publishedRule(rule, site, names, found);
    for (const issue of found.whole.length > 0 ? found.whole : found.parts) losses.push(issue);
    return written;
  });
  return { text: texts.join("\n"), losses };
}

function publishedRule(rule: Rule, site: Site, names: Set<string>, losses: Losses): readonly string[] {
  const { doc, severity, priority, bindings = [], check, enforce } = rule;
  if (doc !== undefined) leaveOut(site, "what it is for is left out", losses);
  if (severity !== undefined) leaveOut(site, `severity ${severity} is left out`, losses);
  if (priority !== undefined) leaveOut(site, `priority ${priority} is left out`, losses);
  for (const [index, binding] of bindings.entries()) {
    refuseRule(inside(site, binding, "bindings", index), `let ${binding.name} can't be said`, losses);
  }
  const events = publishedEvents(rule.trigger, inside(site, rule.trigger, "trigger"), losses);
  const conditions = publishedCheck(check, inside(site, check, "check"), losses);
  const deeds = enforce.flatMap((one, index) => publishedDeed(one, inside(site, one, "enforce", index), losses) ?? []);
  if (deeds.length === 0 && losses.whole.length === 0) refuseRule(site, "nothing that it does can be said", losses);
  if (losses.whole.length > 0) return [];
  return events.map((event) => {
    const name = freshName(rule.name, names);
    if (!name.startsWith(rule.name)) leaveOut(site, `it is called @${name}`, losses);
    return [
      `rule @${name}`,
      `trigger ${event}`,
      ...["check", ...conditions.map((one) => `    ${one}`)],
      ...["enforce", ...deeds.map((one) => `    ${one}`)],
      "end\n",
    ].join("\n");
  });
}

/** A name in the published language that no rule has yet. */
function freshName(name: string, names: Set<string>): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, "_");
  const usable = isPublishedName(plain) ? plain : `rule_${plain}`;
  let fresh = usable;
  for (let count = 2; names.has(fresh); count++) fresh = `${usable}_${count}`;
  names.add(fresh);
  return fresh;
}

/** An enforcement; undefined for one that is left out. */
function publishedDeed(node: Enforcement, site: Site, losses: Losses): string | undefined {
  switch (node.type) {
    case "user_inspection":
      if (node.message !== undefined) leaveOut(site, "what the user is told is left out", losses);
      if (node.fixes.length > 0) leaveOut(site, `${node.fixes.join(", ")} can't be offered to the user`, losses);
      return node.type;
    case "llm_self_reflect":
    case "stop":
    case "skip":
    case "none":
      return node.type;
    case "warn":
    case "log":
      leaveOut(site, `${node.type} is left out`, losses);
      return undefined;
    case "allow":
      return refuseRule(site, "allow can't be said", losses);
    case "invoke_action":
      return publishedInvocation(node, site, losses);
    case "domain": {
      const [value, ...others] = node.arguments;
      const isPlain = node.name.split(":").every(isPublishedName);
      if (typeof value?.value !== "number" || others.length > 0 || !isPlain) {
        return refuseRule(site, `${node.name} with anything but one number can't be said`, losses);
      }
      return node.name.includes(":") ? `${node.name} = ${value.value}` : `${node.name}(${value.value})`;
    }
  }
}

function publishedInvocation({ tool, args }: InvokeAction, site: Site, losses: Losses): string | undefined {
  const dot = tool.indexOf(".");
  const name = publishedTool(tool.slice(0, Math.max(dot, 0)) || "any", tool.slice(dot + 1), site, losses);
  if (args.type === "literal") {
    return refuseRule(inside(site, args, "args"), "arguments that are one text can't be said", losses);
  }
  const pairs = args.entries.map(({ key, value }) => {
    const isScalar = value.type === "literal" && value.value !== null;
    if (isScalar) return `${JSON.stringify(key)}: ${JSON.stringify(value.value)}`;
    refuseRule(inside(site, value, "args"), `a ${value.type} as an argument of ${tool} can't be said`, losses);
    return "";
  });
  return `invoke_action(${name}, {${pairs.join(", ")}})`;
}
