import { ToolError } from "@helve/tool";
import { decodePart } from "./decode-text.ts";
import type { MailAttachment } from "./mail-service.ts";

/**
 * The text of an attachment.
 *
 * @throws ToolError if it is not a text
 */
export function attachmentText(attachment: MailAttachment, bytes: Uint8Array): string {
  if (isText(attachment, bytes)) return decodePart(bytes, undefined);
  const { name, mimeType } = attachment;
  throw new ToolError(`The attachment ${JSON.stringify(name)} is not a text: it has the type ${mimeType}.`);
}

/** Whether an attachment can be read as a text. */
function isText({ mimeType }: MailAttachment, bytes: Uint8Array): boolean {
  return /^text\/|[/+](?:json|xml|yaml)$|^application\/(?:javascript|sql)$/i.test(mimeType) && !bytes.includes(0);
}
