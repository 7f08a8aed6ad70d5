import type { Evidence, PredicateArgument } from "@helve/core";
import { type Receiver, receiversIn } from "../text/mail-addresses.ts";
import { type TextPart, textsIn } from "../text/text-in.ts";
import { answer, type PredicateDefinition, summarizeReasons } from "./predicate-definition.ts";
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
    const looked = given.map(receiversOf);
    const receivers = looked.flatMap((one) => one.receivers);
    const { isContact, policy } = host;
    const strangers =
      isContact === undefined ? [] : receivers.filter(({ addresses }) => addresses.some((one) => !isContact(one)));
    if (strangers.length > 0) return told(true, "is no contact", strangers);
    if (looked.some(({ all }) => !all)) return answer("unknown", "not all receivers can be read");
    if (receivers.length === 0) return answer(false, "it names no receiver");
    if (isContact === undefined) return answer("unknown", "the policy names no contacts");
    const unread = receivers.filter(
      ({ addresses, text }) => addresses.length === 0 && !policy.contacts?.includes(text),
    );
    return unread.length > 0
      ? told("unknown", "is no mail address", unread)
      : answer(false, "all receivers are contacts");
  },
};

function told(value: true | "unknown", what: string, receivers: readonly NamedReceiver[]): ReturnType<typeof answer> {
  return {
    value,
    reason: summarizeReasons(receivers.map(({ text }) => `${text} ${what}`)),
    evidence: receivers.flatMap(({ evidence }) => evidence).slice(0, mostEvidence),
  };
}

const mostEvidence = 100;

/** Longer texts are no lists of receivers. */
const longestText = 100_000;

interface NamedReceiver extends Receiver {
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

function receiversOf(operand: PredicateArgument): {
  readonly receivers: readonly NamedReceiver[];
  readonly all: boolean;
} {
  const { texts, all, others } = textsIn(operand);
  const short = texts.filter(({ text }) => text.length <= longestText);
  const objects = short.filter(isAddressed).map((part) => objectOf(part, operand));
  const addressed = new Set(objects.filter((object) => object !== null));
  const receivers = short
    .filter((part) => isAddressed(part) || !addressed.has(objectOf(part, operand) ?? "none"))
    .flatMap(namedIn);
  return { receivers, all: all && short.length === texts.length && (!others || receivers.length > 0) };
}

function isAddressed({ text }: TextPart): boolean {
  return text.includes("@");
}

/** Where the object is that has a text as a member, as a receiver with address and name; `null` when none has. */
function objectOf({ path = "" }: TextPart, operand: PredicateArgument): string | null {
  const last = path.lastIndexOf("/");
  return path === operand.path || /^\/\d+$/.test(path.slice(last)) ? null : path.slice(0, last);
}

function namedIn({ text, path }: TextPart): readonly NamedReceiver[] {
  return receiversIn(text).map((receiver) => {
    const { start, end } = receiver;
    const words = text.slice(start, end);
    return { ...receiver, text: words, evidence: path === undefined ? [] : [{ path, start, end, text: words }] };
  });
}
