import type { Action, Args, Evidence, Predicate } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { FixHandler } from "@helve/enforcer";
import { type MemoryMailbox, parseMailAddress } from "@helve/toolkits/gmail";

/**
 * The three fixes that the rule about sensitive mail offers (AgentSpec, Fig. 1). Each changes only what the predicates have
 * found; the rules evaluate the mail again afterwards.
 */
export function mailFixes(
  mailbox: MemoryMailbox,
  predicates: readonly Predicate[],
): Readonly<Record<string, FixHandler>> {
  return {
    // The mail stays the same, but its receivers become contacts.
    add_contact: async (action, { signal }) => {
      for (const { text } of await evidenceOf("has_external_receiver", action)) {
        const { name = text, address } = parseMailAddress(text);
        await mailbox.addContact({ name, address }, { signal });
      }
      return action.args;
    },
    remove_sensitive_info: async (action) => {
      const secrets = await evidenceOf("contains_sensitive_information", action);
      return mapArguments(action.args, (value, name) => {
        return typeof value === "string" ? redact(value, secrets.filter(isAt([name]))) : value;
      });
    },
    remove_external_receiver: async (action) => {
      const strangers = await evidenceOf("has_external_receiver", action);
      return mapArguments(action.args, (value, name) => {
        return Array.isArray(value) ? value.filter((_, index) => !strangers.some(isAt([name, index]))) : value;
      });
    },
  };

  /** The parts of the action's arguments that a predicate has found. */
  async function evidenceOf(name: string, action: Action): Promise<readonly Evidence[]> {
    const context = { action, trajectory: [], prompt: "", signal: new AbortController().signal };
    const answer = await predicates.find((predicate) => predicate.name === name)?.evaluate([], context);
    return typeof answer === "object" ? answer.evidence : [];
  }
}

/** Returns a filter for evidence at a path of the arguments. */
function isAt(path: readonly PropertyKey[]): (evidence: Evidence) => boolean {
  const pointer = jsonPointer(path);
  return (evidence) => evidence.path === pointer;
}

/** Returns arguments whose values a function has changed. */
function mapArguments(args: Args, change: (value: unknown, name: string) => unknown): Args {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, change(value, name)]));
}

/** Replaces the evidence in a text with `[removed]`. */
function redact(text: string, evidence: readonly Evidence[]): string {
  let redacted = "";
  let position = 0;
  for (const { start, end } of evidence.toSorted((a, b) => a.start - b.start)) {
    if (start >= position) redacted += `${text.slice(position, start)}[removed]`;
    position = Math.max(position, end);
  }
  return redacted + text.slice(position);
}
