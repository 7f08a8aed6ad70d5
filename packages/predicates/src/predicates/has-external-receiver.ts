import type { Evidence } from "@helve/core";
import type { Host } from "../host.ts";
import { hostOf, hostTest } from "../text/hosts.ts";
import { type Receiver, receiversIn } from "../text/mail-addresses.ts";
import { type TextPart, textsIn } from "../text/text-in.ts";
import { answer, type PredicateDefinition, severalOf } from "./definition.ts";
import { argumentOperand, receiverArguments } from "./receivers.ts";

/** Whether somebody gets it who is none of the policy's contacts. */
export const hasExternalReceiver: PredicateDefinition = {
  names: ["has_external_receiver"],
  description: "Whether somebody is among the receivers who is none of the contacts that the policy names.",
  parameters: [{ name: "receiver", required: false, rest: true }],
  evaluate(operands, { action }, host) {
    const given =
      operands.length > 0
        ? operands
        : receiverArguments(action.name, host)
            .filter((name) => Object.hasOwn(action.args, name))
            .map((name) => argumentOperand(name, action.args[name]));
    const looked = given.map(textsIn);
    const receivers = looked.flatMap(({ texts }) => texts.flatMap(namedIn));
    if (looked.some(({ all }) => !all)) return answer("unknown", "there are too many receivers");
    if (receivers.length === 0) return answer(false, "it names no receiver");
    const { contacts } = host.policy;
    if (contacts === undefined) return answer("unknown", "the policy names no contacts");
    const strangers = receivers.filter(({ address }) => address !== null && !isContact(address, contacts));
    const unread = receivers.filter(({ address, text }) => address === null && !contacts.includes(text));
    const [asked, value] = strangers.length > 0 ? [strangers, true as const] : [unread, "unknown" as const];
    if (asked.length === 0) return answer(false, "all receivers are contacts");
    return {
      value,
      reason: severalOf(asked.map(({ text }) => `${text} is ${value === true ? "no contact" : "no mail address"}`)),
      evidence: asked.flatMap(({ evidence }) => evidence),
    };
  },
};

interface NamedReceiver extends Receiver {
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

function namedIn({ text, path }: TextPart): readonly NamedReceiver[] {
  return receiversIn(text).map((receiver) => {
    const { start, end } = receiver;
    const words = text.slice(start, end);
    return { ...receiver, text: words, evidence: path === undefined ? [] : [{ path, start, end, text: words }] };
  });
}

/** Contacts are addresses, or domains: `x.org`, `@x.org`, `*.x.org`. */
function isContact(address: string, contacts: Host["policy"]["contacts"] = []): boolean {
  const domain = hostOf(address.slice(address.lastIndexOf("@") + 1));
  return contacts.some((contact) => {
    const known = contact.trim().toLowerCase();
    if (known.lastIndexOf("@") > 0) return known === address;
    return domain !== null && hostTest(known.replace(/^@/, ""))(domain);
  });
}
