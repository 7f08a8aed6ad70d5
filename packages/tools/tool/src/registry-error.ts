import { IssuesError } from "@helve/core";

/** The error of a registry: a name is registered already, or no tool has the name. */
export class RegistryError extends IssuesError {
  override readonly code = "invalid_registration";
}
