import { hostOf, hostTest } from "../text/hosts.ts";
import { textsIn } from "../text/text-in.ts";
import { answer, type PredicateDefinition, stringsOf } from "./definition.ts";

/** Whether an address leads to one of some hosts. */
export const hostIn: PredicateDefinition = {
  names: ["host_in"],
  description:
    "Whether a URL or a host, or each of a list, is one of the hosts: `x.org` just that, `*.x.org` all beneath it, " +
    "`.x.org` both.",
  parameters: [{ name: "url" }, { name: "host", schema: { type: "string" }, rest: true }],
  evaluate([url, ...hosts]) {
    const named = stringsOf(hosts);
    if (url === undefined || named === null || named.length === 0) {
      return answer("unknown", 'takes a URL and hosts, as in host_in(args.url, "example.org")');
    }
    const tests = named.map(hostTest);
    const { texts, all } = textsIn(url);
    if (texts.length === 0) return answer(url.value === undefined ? false : "unknown", "it is given no address");
    for (const { text, path } of texts) {
      const host = hostOf(text);
      if (host !== null && tests.some((fits) => fits(host))) continue;
      return {
        value: host === null ? "unknown" : false,
        reason:
          host === null ? `it can't be told which host ${text} is` : `${host.name} is none of ${named.join(", ")}`,
        evidence: path === undefined ? [] : [{ path, start: 0, end: text.length, text }],
      };
    }
    return answer(all || "unknown", `it is one of ${named.join(", ")}`);
  },
};
