import { escapeInvisible } from "@helve/core/internal";
import { byId } from "./view/dom.ts";

/** Shows a message above the panes, in place of the last one; an empty message removes it. */
export function showNotice(message: string): void {
  const notice = byId("notice");
  notice.textContent = escapeInvisible(message);
  notice.hidden = message === "";
}
