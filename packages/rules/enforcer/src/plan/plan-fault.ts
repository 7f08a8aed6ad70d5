import { didYouMean } from "@helve/core/internal";

/** A part of a rule can't be compiled. The compiler catches it and adds an issue to the `PlanError`. */
export class PlanFault extends Error {
  readonly code: string;

  /** @param code - the code of the issue, such as `unknown_binding` */
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A message for an unknown name: `there is no fix "ad_contact" (did you mean "add_contact"?)`. */
export function unknownName(kind: string, name: string, knownNames: Iterable<string>): string {
  return `there is no ${kind} "${name}"${didYouMean(name, [...knownNames])}`;
}
