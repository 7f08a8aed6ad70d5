import { IssuesError } from "@helve/core";

/** The error of a gateway that can't be opened: names of servers are invalid, or no server can be reached. */
export class GatewayError extends IssuesError {
  override readonly code = "invalid_gateway";
}
