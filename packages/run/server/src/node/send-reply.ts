/** Writes a reply to Node's response directly, because a `Response` stream is slower. */
import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { JsonReply } from "../responses.ts";

/** Writes a reply without the stream that a `Response` has. @returns the response that says so to the adaptor */
export function sendReply({ status, headers, text }: JsonReply, outgoing: ServerResponse): Response {
  const length = Buffer.byteLength(text);
  outgoing.writeHead(status, { ...headers, "content-length": length });
  // To Node, a connection is idle once its response has ended, even if part of it isn't written yet; `close` ends idle connections.
  if (length > maxBytesAtOnce) outgoing.write(text, () => outgoing.end());
  else outgoing.end(text);
  return RESPONSE_ALREADY_SENT;
}

/** The bytes that the operating system accepts at once: the send buffer of a new connection in Linux, the smallest of the usual ones. */
const maxBytesAtOnce = 16_384 - 1_024;
