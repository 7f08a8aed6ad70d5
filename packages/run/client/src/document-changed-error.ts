import { HelveError } from "@helve/core";
import type { OpenTool, OpenToolDiff } from "@helve/opentool";

/**
 * The error of a server whose document is not the one that was accepted. Review `document`, then create the toolkit again with `accepted: fingerprint`.
 */
export class DocumentChangedError extends HelveError {
  override readonly code = "document_changed";
  /** The document as it is now. */
  readonly document: OpenTool;
  /** Its fingerprint, to accept it. */
  readonly fingerprint: string;
  /** The differences; `undefined` if only the fingerprint of the accepted document is known. */
  readonly diff: OpenToolDiff | undefined;

  constructor(
    message: string,
    { document, fingerprint, diff }: Pick<DocumentChangedError, "document" | "fingerprint" | "diff">,
  ) {
    super(message);
    this.document = document;
    this.fingerprint = fingerprint;
    this.diff = diff;
  }
}
