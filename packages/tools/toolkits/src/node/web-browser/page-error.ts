import { ToolError } from "@helve/tool";
import type { LivePage } from "./live-page.ts";

/** The error for the model, if it can do something about it: an element that can't be used, a page that can't be opened. */
export function pageError(error: unknown, live: LivePage): unknown {
  if (!(error instanceof Error) || error instanceof ToolError) return error;
  if (live.isClosed)
    return new ToolError("The browser has ended. The next call opens the page again.", { cause: error });
  const [note] = live.takeNotes();
  const message = withoutColors(error.message);
  if (note !== undefined && /net::ERR_(?:ABORTED|TUNNEL|PROXY|HTTP|INVALID_AUTH)|Download is starting/.test(message)) {
    return new ToolError(note, { cause: error });
  }
  if (/net::|Timeout|locator\.|page\.|Navigation|Element|ref |Download/.test(message)) {
    return new ToolError(shortened(message), { cause: error });
  }
  return error;
}

/** The first line of a message of Playwright, and the last line of its log, which says what was in the way. */
function shortened(message: string): string {
  const [first = "", ...rest] = message.split("\n").filter((line) => line.trim() !== "");
  const text = first.replace(/^(?:page|locator)\.\w+: /, "");
  const reason = rest.findLast((line) =>
    /intercepts|not visible|not enabled|not stable|outside|did not find/.test(line),
  );
  if (reason !== undefined) return `${text} ${reason.replace(/^\s*-\s*/, "").trim()}`;
  return text.startsWith("Timeout") ? `${text} The page may still be loading: WebBrowser.Read shows it.` : text;
}

function withoutColors(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the escape sequences of terminals
  return text.replace(/\u001b\[\d+m/g, "");
}
