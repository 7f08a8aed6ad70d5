import type { Action, Args, Evidence, Predicate } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { FixHandler } from "@helve/enforcer";
import { addressOf, type Mailbox } from "./mailbox.ts";

/**
 * The ways out that a rule offers about a mail (AgentSpec, Fig. 1). They mend what the predicates found, and nothing else;
 * then the rules look at the mail again.
 */
export function mailFixes(mailbox: Mailbox, predicates: readonly Predicate[]): Readonly<Record<string, FixHandler>> {
  return {
    // The mail stays as it is: whom it goes to is no stranger any more.
    add_contact: async (action, { signal }) => {
      for (const { text } of await found("has_external_receiver", action)) {
        signal.throwIfAborted();
        mailbox.contacts.set(addressOf(text), nameOf(text));
      }
      return action.args;
    },
    remove_sensitive_info: async (action) => {
      const secrets = await found("contains_sensitive_information", action);
      return changed(action.args, (value, name) => {
        return typeof value === "string" ? without(value, secrets.filter(isAt([name]))) : value;
      });
    },
    remove_external_receiver: async (action) => {
      const strangers = await found("has_external_receiver", action);
      return changed(action.args, (value, name) => {
        return Array.isArray(value) ? value.filter((_, index) => !strangers.some(isAt([name, index]))) : value;
      });
    },
  };

  /** What a predicate's answer rests on. */
  async function found(name: string, action: Action): Promise<readonly Evidence[]> {
    const context = { action, trajectory: [], prompt: "", signal: new AbortController().signal };
    const answer = await predicates.find((predicate) => predicate.name === name)?.evaluate([], context);
    return typeof answer === "object" ? answer.evidence : [];
  }
}

function nameOf(receiver: string): string {
  return receiver.split("<", 1)[0]?.trim() || receiver;
}

function isAt(path: readonly PropertyKey[]): (evidence: Evidence) => boolean {
  const pointer = jsonPointer(path);
  return (evidence) => evidence.path === pointer;
}

function changed(args: Args, change: (value: unknown, name: string) => unknown): Args {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, change(value, name)]));
}

/** The text without some of its characters. */
function without(text: string, evidence: readonly Evidence[]): string {
  let rest = "";
  let at = 0;
  for (const { start, end } of evidence.toSorted((one, other) => one.start - other.start)) {
    if (start >= at) rest += `${text.slice(at, start)}[removed]`;
    at = Math.max(at, end);
  }
  return rest + text.slice(at);
}
