import { isObject } from "@helve/core/internal";
import type { PanelRequest, TryInput } from "../panel-messages.ts";

/** Reads a message of the page. Never throws: `undefined` if it is not one that the page of the panel sends. */
export function readRequest(message: unknown): PanelRequest | undefined {
  if (!isObject(message)) return undefined;
  const { type, id, input, uri, line } = message;
  if (type === "ready") return { type };
  if (type === "try" && isIndex(id) && isInput(input)) return { type, id, input };
  if (type === "reveal" && typeof uri === "string" && isIndex(line)) return { type, uri, line };
  return undefined;
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isInput(value: unknown): value is TryInput {
  return isObject(value) && ["uri", "language", "text", "tool"].every((name) => typeof value[name] === "string");
}
