import type { Action, GuardEvent } from "@helve/core";
import { isDry } from "../occasion.ts";
import { quietly } from "../quietly.ts";
import { findingInWords } from "../words.ts";
import { type Application, type Applied, goOn } from "./application.ts";
import type { PlannedTelling } from "./plan-enforcement.ts";

/** What a rule has noted. */
export interface LogEntry {
  readonly rule: string;
  /** Where the rule begins in its text, 1-based. */
  readonly line: number;
  /** How bad the rule says a violation is; absent when it does not say. */
  readonly severity?: "info" | "low" | "medium" | "high" | "critical";
  readonly event: GuardEvent;
  /** Where there is none to look at, one that stands for the event: it has its name, and no arguments. */
  readonly action: Action;
  /** What the rule says, by default what it found. */
  readonly message: string;
}

/** `log`: something is noted, and nothing comes of it. */
export function log({ message: text }: PlannedTelling, { occasion, look, view, violation }: Application): Applied {
  const { planned, record } = violation;
  const { severity } = planned.rule;
  const message = text?.(view) ?? findingInWords(record);
  if (isDry(occasion)) return goOn("not run", message);
  const { rule, line } = record;
  quietly(occasion.host.log, {
    ...{ rule, line, ...(severity !== undefined && { severity }) },
    ...{ event: occasion.event, action: look.action, message },
  });
  return goOn("logged", message);
}
