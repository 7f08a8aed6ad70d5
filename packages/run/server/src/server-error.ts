import { IssuesError } from "@helve/core";

/** The error of a server that can't be created or started: an option is invalid, or the address is open to others and there are no keys. */
export class ServerError extends IssuesError {
  override readonly code = "invalid_server";
}
