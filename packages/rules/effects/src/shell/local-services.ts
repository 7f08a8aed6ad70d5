/** Clouds that run on this machine for development: `aws --endpoint-url http://localhost:4566`. */
import { isLoopbackUrl } from "../loopback.ts";
import { literalText } from "./argument.ts";
import { valuesOfOption } from "./option-values.ts";
import type { ProgramCall } from "./program-call.ts";
import { hasTunnel } from "./tunnels.ts";

/** Whether a call of a cloud's program goes to a service on this machine. */
export function usesLocalService({ name, entry, words, state, evaluation }: ProgramCall): boolean {
  if (
    entry.reveals !== undefined ||
    hasTunnel(evaluation) ||
    !/^(?:aws|s5cmd|gcloud|gsutil|wrangler|supabase)$/.test(name)
  )
    return false;
  const texts = words.map((word) => literalText(word) ?? "");
  if (/^(?:wrangler|supabase)$/.test(name)) return texts.includes("--local") && !texts.includes("--remote");
  const [option] = valuesOfOption("--endpoint-url", words);
  const given = option && (literalText(option) ?? "");
  const set = state.variables.get("AWS_ENDPOINT_URL")?.value?.text;
  return isLoopbackUrl(given ?? (name === "aws" ? (set ?? "") : ""));
}
