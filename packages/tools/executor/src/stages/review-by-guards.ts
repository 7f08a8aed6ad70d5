import type { Guard, GuardContext, Recoverable, Step, Verdict } from "@helve/core";
import { type Failure, unexpectedFailure } from "../failure.ts";
import type { GuardScope } from "./guard.ts";
import { denialReason } from "./guard-failures.ts";
import { recordedVerdict, verdictNotes } from "./recorded-verdict.ts";

/** Evaluates the guards' `after` methods on a step before the model sees it; any verdict but `allow` withholds it. */
export async function reviewByGuards(
  step: Step,
  guards: readonly Guard[],
  scope: GuardScope,
): Promise<{ readonly verdicts: readonly Verdict[]; readonly notes: readonly string[]; readonly failure?: Failure }> {
  const verdicts: Verdict[] = [];
  const withheld = (reason: string, recoverable: Recoverable) => {
    const error = { code: "withheld", message: `${withheldText(step)}: ${reason}` };
    return { verdicts, notes: [], failure: { status: "stopped", error, recoverable } as const };
  };
  try {
    let context: GuardContext | undefined;
    for (const guard of guards) {
      const { after } = guard;
      if (after === undefined) continue;
      context ??= await scope.review();
      const current = context;
      const returned = await scope.inTime(guard, async () => after.call(guard, step, current));
      if (returned === "aborted") return withheld("the caller aborted the call.", "caller");
      if (returned === "timeout") return withheld(`a guard took longer than ${scope.timeout} ms.`, "caller");
      const verdict = recordedVerdict(returned);
      verdicts.push(verdict);
      if (verdict.kind === "pending") return withheld("it needs an answer.", "caller");
      if (verdict.kind !== "allow") return withheld(denialReason(verdict), verdict.kind === "end" ? "nobody" : "model");
    }
    return { verdicts, notes: verdicts.flatMap(verdictNotes) };
  } catch (error) {
    return {
      verdicts,
      notes: [],
      failure: unexpectedFailure("stopped", `${withheldText(step)}: a guard failed`, error),
    };
  }
}

/** Tells the model that a guard withheld the result of a call. */
function withheldText({ action }: Step): string {
  return `The result of ${action.name} was withheld`;
}
