import type { Truth } from "@helve/core";
import { hostOf, hostTest } from "../text/hosts.ts";
import { anyTruth, holdsForEveryText } from "./every-text.ts";
import { createFinding, type PredicateDefinition, stringOperands } from "./predicate-definition.ts";

/** `host_in`: whether the host of a URL is in a list, as in `host_in(args.url, "x.org", "*.y.org")`. */
export const hostIn: PredicateDefinition = {
  names: ["host_in"],
  description:
    "Whether a URL or a host, or each of a list, has one of the hosts: `x.org` matches only this host, `*.x.org` its " +
    "subdomains, `.x.org` both.",
  phrase: {
    en: "the host of {0} is {1|}",
    zh: "{0}的主机是{1|}",
    not: { en: "the host of {0} is not {1|}", zh: "{0}的主机不是{1|}" },
  },
  parameters: [{ name: "url" }, { name: "host", schema: { type: "string" }, rest: true }],
  evaluate([url, ...hosts]) {
    const patterns = stringOperands(hosts);
    if (url === undefined || patterns === null || patterns.length === 0) {
      return createFinding("unknown", 'takes a URL and hosts, as in host_in(args.url, "example.org")');
    }
    const tests = patterns.map(hostTest);
    return holdsForEveryText(url, "an address", (text) => {
      const host = hostOf(text);
      if (host === null) return { value: "unknown", reason: `the host of ${text} is unknown` };
      const value = anyTruth(tests.map((matches) => matches(host)));
      return { value, reason: `${host.name} ${comparisonText(value)} ${patterns.join(", ")}` };
    });
  },
};

/** Describes whether a host is in a list. */
function comparisonText(isListed: Truth): string {
  if (isListed === "unknown") return "can't be compared with";
  return isListed ? "is one of" : "is not one of";
}
