/** Creates mails that can be sent, and checks their receivers. */
import { ToolError } from "@helve/tool";
import { formatMailAddress, parseMailAddress } from "../mail-address.ts";
import { singleLine } from "./encoded-word.ts";
import type { OutgoingMail } from "./mail-service.ts";

/**
 * A mail that can be sent.
 *
 * @throws ToolError as `draftMail`, and if there is no receiver
 */
export function outgoingMail(mail: OutgoingMail): OutgoingMail {
  if (mail.to.length + mail.cc.length + mail.bcc.length === 0) throw new ToolError("A mail needs a receiver.");
  return draftMail(mail);
}

/**
 * A mail with valid receivers and a subject on one line, such as a draft.
 *
 * @throws ToolError for a receiver that is not a mail address
 */
export function draftMail(mail: OutgoingMail): OutgoingMail {
  const { to, cc, bcc, subject, body } = mail;
  const readable = (receivers: readonly string[]): readonly string[] =>
    receivers.map((receiver) => formatMailAddress(parseMailAddress(receiver)));
  return {
    ...mail,
    to: readable(to),
    cc: readable(cc),
    bcc: readable(bcc),
    subject: singleLine(subject),
    body: body.toWellFormed(),
  };
}

/** Describes who a mail was sent to. */
export function sentText({ to, cc, bcc }: OutgoingMail): string {
  return `Sent to ${[...to, ...cc, ...bcc].join(", ")}.`;
}
