import type { Header, Severity, TriggerEvent, UnknownPolicy } from "@helve/core/program";

// Words of which one stands at its place.

export const severities: readonly Severity[] = ["info", "low", "medium", "high", "critical"];

export const events: readonly TriggerEvent[] = ["before_action", "after_action", "state_change", "agent_finish"];

export const policies: readonly UnknownPolicy[] = ["violated", "ignore", "stop", "user_inspection"];

export const defaults: readonly NonNullable<Header["default"]>[] = ["allow", "deny"];
