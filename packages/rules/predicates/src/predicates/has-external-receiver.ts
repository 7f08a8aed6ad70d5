import type { Evidence, Finding, PredicateArgument } from "@helve/core";
import { findTexts, type TextPart } from "../text/find-texts.ts";
import { type Receiver, splitReceivers } from "../text/mail-addresses.ts";
import { argumentAsOperand, receiverArguments } from "./inspected-arguments.ts";
import { createFinding, type PredicateDefinition, summarizeReasons } from "./predicate-definition.ts";

/** `has_external_receiver`: whether a receiver of a message (`to`, `cc`, …) is not one of the policy's `contacts`. */
export const hasExternalReceiver: PredicateDefinition = {
  names: ["has_external_receiver"],
  description: "Whether a receiver is not one of the contacts in the policy.",
  phrase: [
    {
      en: "somebody in {0|} is not a contact",
      zh: "{0|}中有人不是联系人",
      not: { en: "everybody in {0&} is a contact", zh: "{0&}中的人都是联系人" },
    },
    {
      en: "one of its receivers is not a contact",
      zh: "它的接收者中有人不是联系人",
      not: { en: "all of its receivers are contacts", zh: "它的接收者都是联系人" },
    },
  ],
  parameters: [{ name: "receiver", required: false, rest: true }],
  evaluate(operands, { action }, policy) {
    const { original, isContact } = policy;
    const inspected =
      operands.length > 0
        ? operands
        : receiverArguments(action.name, policy)
            .filter((name) => Object.hasOwn(action.args, name))
            .map((name) => argumentAsOperand(name, action.args[name]));
    const perOperand = inspected.map(findReceivers);
    const receivers = perOperand.flatMap((found) => found.receivers);
    const strangers =
      isContact === undefined
        ? []
        : receivers.filter(({ addresses }) => addresses.some((address) => !isContact(address)));
    if (strangers.length > 0) return receiverFinding(true, "is not a contact", strangers);
    if (perOperand.some(({ isComplete }) => !isComplete)) {
      return createFinding("unknown", "not all receivers can be read");
    }
    if (receivers.length === 0) return createFinding(false, "the call has no receiver");
    if (isContact === undefined) return createFinding("unknown", "the policy has no contacts");
    const unreadable = receivers.filter(
      ({ addresses, text }) => addresses.length === 0 && !original.contacts?.includes(text),
    );
    return unreadable.length > 0
      ? receiverFinding("unknown", "is not a mail address", unreadable)
      : createFinding(false, "all receivers are contacts");
  },
};

/** A finding that lists receivers: `eve@evil.org is not a contact`. */
function receiverFinding(value: true | "unknown", problem: string, receivers: readonly LocatedReceiver[]): Finding {
  return {
    value,
    reason: summarizeReasons(receivers.map(({ text }) => `${text} ${problem}`)),
    evidence: receivers.flatMap(({ evidence }) => evidence).slice(0, maxEvidence),
  };
}

const maxEvidence = 100;

/** Longer texts are not read as lists of receivers. */
const maxTextLength = 100_000;

/** A receiver with its text and its location in the arguments. */
interface LocatedReceiver extends Receiver {
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

/** Finds the receivers in an argument: a string, a list, or objects such as `{ name, address }`. */
function findReceivers(operand: PredicateArgument): {
  readonly receivers: readonly LocatedReceiver[];
  readonly isComplete: boolean;
} {
  const { texts, isComplete, hasOtherValues } = findTexts(operand);
  const readable = texts.filter(({ text }) => text.length <= maxTextLength);
  const objectsWithAddress = new Set(
    readable
      .filter(containsAt)
      .map((part) => enclosingObject(part, operand))
      .filter((path) => path !== null),
  );
  // In `{ name: "Ada", address: "ada@x.org" }` the name is not a receiver of its own.
  const receivers = readable
    .filter((part) => containsAt(part) || !objectsWithAddress.has(enclosingObject(part, operand) ?? "none"))
    .flatMap(locateReceivers);
  return {
    receivers,
    isComplete: isComplete && readable.length === texts.length && (!hasOtherValues || receivers.length > 0),
  };
}

function containsAt({ text }: TextPart): boolean {
  return text.includes("@");
}

/** The path of the object that has a text as a member: `/to/0` for `/to/0/name`; `null` for an item of a list. */
function enclosingObject({ path = "" }: TextPart, operand: PredicateArgument): string | null {
  const lastSlash = path.lastIndexOf("/");
  return path === operand.path || /^\/\d+$/.test(path.slice(lastSlash)) ? null : path.slice(0, lastSlash);
}

/** Splits a text into receivers, each with its location. */
function locateReceivers({ text, path }: TextPart): readonly LocatedReceiver[] {
  return splitReceivers(text).map((receiver) => {
    const { start, end } = receiver;
    const receiverText = text.slice(start, end);
    return {
      ...receiver,
      text: receiverText,
      evidence: path === undefined ? [] : [{ path, start, end, text: receiverText }],
    };
  });
}
