/** Converts a verdict to the decision of a hook, with its reason. */
import { type Args, canonicalJson, type Verdict } from "@helve/core";
import { escapeInvisible, ruleReason, saferWays } from "@helve/core/internal";
import { redact } from "@helve/executor";
import type { HookEvent } from "./hook-event.ts";

/** The answer of a hook, before it is converted to a client's format. */
export type HookDecision =
  | { readonly kind: "allow" }
  | { readonly kind: "deny"; readonly reason: string }
  /** A person decides. `allowOnce` tells the person how to allow the call where the client can't ask. */
  | { readonly kind: "ask"; readonly reason: string; readonly allowOnce?: string }
  /** The tool is called with other arguments. */
  | { readonly kind: "rewrite"; readonly args: Args; readonly reason?: string };

/**
 * The decision of a verdict. The reason names the rules and why they object, without the whole command and without secrets.
 *
 * @param allowOnce - tells the person how to allow the call once: `To allow it once, run: helve allow 4f2a`
 *
 * @example
 * writeHookAnswer(event, decisionOf(event, await engine.before(action, context)));
 */
export function decisionOf(event: HookEvent, verdict: Verdict, allowOnce?: string): HookDecision {
  const reason = hookReason(verdict);
  switch (verdict.kind) {
    case "stop":
    case "end":
      return { kind: "deny", reason };
    case "pending":
      return { kind: "ask", reason, allowOnce };
    case "allow": {
      const { name, args } = verdict.action;
      const called = event.tool;
      if (called === undefined) return { kind: "allow" };
      if (name !== called.name) return { kind: "deny", reason: `${reason}: call ${escapeInvisible(name)} instead` };
      return canonicalJson(args) === canonicalJson(called.args) ? { kind: "allow" } : { kind: "rewrite", args, reason };
    }
  }
}

/**
 * Why the rules object, on one line: each rule with the reason of the condition that decides, the messages of the rules, and safer ways. Evidence is cut to a piece of the call, and
 * secrets in it are hidden, because the reason is shown to the model and kept in logs.
 */
export function hookReason(verdict: Verdict): string {
  const violated = verdict.decision.passes.flatMap(({ rules }) => rules.filter((rule) => rule.violated));
  if (violated.length === 0) return "no rule allows it";
  const texts = violated.slice(0, maxRules).map((rule) => shownText(ruleReason(rule)));
  const more = violated.length > maxRules ? `; and ${violated.length - maxRules} more rules` : "";
  const messages = (verdict.kind === "pending" ? verdict.request.messages : undefined) ?? [];
  const advice = [...messages, ...saferWays(violated).map((way) => `Safer: ${way}.`)].map(shownText);
  return `${texts.join("; ")}${more}${advice.length === 0 ? "" : ` (${advice.join(" ")})`}`;
}

const maxRules = 3;
const maxReasonLength = 220;

/** A text on one line without secrets, cut if it is long. */
function shownText(text: string): string {
  const shown = redact(escapeInvisible(text.replace(/\s+/g, " ")));
  return shown.length > maxReasonLength ? `${shown.slice(0, maxReasonLength)}…` : shown;
}
