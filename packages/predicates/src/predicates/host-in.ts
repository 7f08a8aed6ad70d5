import { hostOf, hostTest } from "../text/hosts.ts";
import { anyTruth, holdsForEveryText } from "./every-text.ts";
import { answer, type PredicateDefinition, stringOperands } from "./predicate-definition.ts";

/** Whether an address leads to one of some hosts. */
export const hostIn: PredicateDefinition = {
  names: ["host_in"],
  description:
    "Whether a URL or a host, or each of a list, is one of the hosts: `x.org` just that, `*.x.org` all beneath it, " +
    "`.x.org` both.",
  parameters: [{ name: "url" }, { name: "host", schema: { type: "string" }, rest: true }],
  evaluate([url, ...hosts]) {
    const named = stringOperands(hosts);
    if (url === undefined || named === null || named.length === 0) {
      return answer("unknown", 'takes a URL and hosts, as in host_in(args.url, "example.org")');
    }
    const tests = named.map(hostTest);
    return holdsForEveryText(url, "an address", (text) => {
      const host = hostOf(text);
      if (host === null) return { value: "unknown", reason: `it can't be told which host ${text} is` };
      const value = anyTruth(tests.map((fits) => fits(host)));
      return { value, reason: `${host.name} ${wordsFor(value)} ${named.join(", ")}` };
    });
  },
};

function wordsFor(value: ReturnType<typeof anyTruth>): string {
  if (value === "unknown") return "can't be compared with";
  return value ? "is one of" : "is none of";
}
