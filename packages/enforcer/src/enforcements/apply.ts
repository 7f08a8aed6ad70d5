import { type Application, type Applied, goOn } from "./application.ts";
import { domain } from "./domain.ts";
import { invokeAction } from "./invoke-action.ts";
import { llmSelfReflect } from "./llm-self-reflect.ts";
import { log } from "./log.ts";
import type { PlannedEnforcement } from "./plan-enforcement.ts";
import { stop } from "./stop.ts";
import { userInspection } from "./user-inspection.ts";
import { warn } from "./warn.ts";

/** Applies one enforcement of a violated rule (AgentSpec §3.3.2). */
export function apply(enforcement: PlannedEnforcement, application: Application): Applied | Promise<Applied> {
  switch (enforcement.type) {
    case "user_inspection":
      return userInspection(application);
    case "llm_self_reflect":
      return llmSelfReflect(application);
    case "invoke_action":
      return invokeAction(enforcement, application);
    case "stop":
      return stop(application, "stopped");
    case "skip":
      return stop(application, "skipped");
    case "warn":
      return warn(enforcement, application);
    case "log":
      return log(enforcement, application);
    case "domain":
      return domain(enforcement, application);
    case "allow":
      // A rule that permits needs true.
      return goOn(application.violation.record.check === true ? "allowed" : "not allowed");
    case "none":
      return goOn("nothing");
    case "ignored":
      return goOn("ignored", "the agent ends anyway");
  }
}
