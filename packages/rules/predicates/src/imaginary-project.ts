/** The imaginary project in which tests and examples run, so that results do not depend on the machine. */
import type { Policy } from "./policy.ts";

/** Where calls start in tests and examples, if the policy does not say it: their results must not depend on the machine. */
export const imaginaryProject: Policy = { workingDirectory: "/home/ada/project", home: "/home/ada" };
