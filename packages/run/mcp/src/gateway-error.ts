import { IssuesError } from "@helve/core";

/** A gateway can't be opened: names of servers are invalid, or no server can be reached. */
export class GatewayError extends IssuesError {
  override readonly code = "invalid_gateway";
}
