import { IssuesError } from "@helve/core";

/** A name is registered already, or there is no tool of a name. */
export class RegistryError extends IssuesError {
  override readonly code = "invalid_registration";
}
