import { readRequest } from "./read-request.ts";
import type { UserRequest } from "./user-request.ts";

/** Reads the request in a prompt. Results are cached, because a session has one prompt for many calls. */
export function requestIn(prompt: string): UserRequest {
  const known = requests.get(prompt);
  if (known !== undefined) return known;
  const request = readRequest(prompt);
  if (requests.size >= mostKept) requests.clear();
  requests.set(prompt, request);
  return request;
}

const requests = new Map<string, UserRequest>();
const mostKept = 100;
