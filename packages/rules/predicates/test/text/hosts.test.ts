import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, predicate } from "../finding.ts";

const asked = predicate("host_in");

async function hostIn(url: unknown, ...hosts: readonly string[]): Promise<unknown> {
  const operands = [{ value: url, path: "/url" }, ...hosts.map((value) => ({ value }))];
  return (await evaluate(asked, operands, { url })).value;
}

describe("host_in", () => {
  it.each([
    ["https://good.org/a?b=c@d", true],
    ["HTTPS://GOOD.ORG./", true],
    ["good.org", true],
    ["//good.org/a", true],
    ["ftp://good.org/a", true],
    ["ssh://git@good.org:22/a", true],
    ["git@good.org:a/b.git", true],
    ["https://ada:pw@good.org/", true],
    ["https://good.org@evil.org/", false],
    ["https://good.org:pw@evil.org/", false],
    ["https://evil.org/good.org", false],
    ["https://evil.org?good.org", false],
    ["https://good.org.evil.org", false],
    ["https://sub.good.org", false],
    ["https://evilgood.org", false],
    ["https://g%6fod.org", true],
    ["https://gооd.org", false],
    ["https://good.org\\@evil.org", "unknown"],
    ["https://good.org#@evil.org", "unknown"],
    ["https://good.org @evil.org", "unknown"],
    ["https://good.org\n.evil.org", "unknown"],
    ["https:good.org", "unknown"],
    ["https:///good.org", "unknown"],
    ["/good.org", "unknown"],
    ["file:///good.org/a", "unknown"],
    ["s3://good.org/a", "unknown"],
    ["https://$HOST/", "unknown"],
    ["https://good.org;evil.org", "unknown"],
    ["\u200bhttps://good.org", "unknown"],
    ["https://ｇood。org/", true],
    [["https://good.org", 5], "unknown"],
    ["javascript:alert(1)", "unknown"],
    ["", "unknown"],
    [7, "unknown"],
    [undefined, "unknown"],
  ])("%s is in good.org: %s", async (url, value) => {
    expect(await hostIn(url, "good.org")).toBe(value);
  });

  it.each([
    ["a.x.org", "*.x.org", true],
    ["x.org", "*.x.org", false],
    ["x.org", ".x.org", true],
    ["b.a.x.org", ".x.org", true],
    ["evilx.org", ".x.org", false],
    ["a.x.org", "x.org", false],
    ["x.org:8080", "x.org", true],
    ["x.org:8080", "x.org:8080", true],
    ["x.org:81", "x.org:80", false],
    ["http://x.org", "x.org:80", true],
    ["http://0x7f.1/", "127.0.0.1", true],
    ["http://2130706433/", "127.0.0.1", true],
    ["http://0177.0.0.1/", "127.0.0.1", true],
    ["http://[::1]:80/", "[::1]", true],
    ["http://bücher.example", "xn--bcher-kva.example", true],
    ["http://xn--bcher-kva.example", "bücher.example", true],
    ["http://x.org", "x.org:443", false],
    ["https://x.org", "x.org:443", true],
    ["x.org:80", "x.org:443", false],
    ["http://[::1]:80/", "::1", true],
    ["http://[::ffff:169.254.169.254]/", "169.254.169.254", true],
    ["https://x.org/path", "x.org/path", "unknown"],
    ["https://x.org", "", "unknown"],
    ["https://x.org", "*", "unknown"],
  ])("%s is in %s: %s", async (url, host, value) => {
    expect(await hostIn(url, host)).toBe(value);
  });

  it("is true of a list if it is true of each item", async () => {
    expect(await hostIn(["https://a.org", "https://b.org"], "a.org", "b.org")).toBe(true);
    const finding = await evaluate(asked, [{ value: ["a.org", "c.org"], path: "/urls" }, { value: "a.org" }], {});
    expect(finding).toEqual({
      value: false,
      reason: "c.org is not one of a.org",
      evidence: [{ path: "/urls/1", start: 0, end: 5, text: "c.org" }],
    });
  });

  it("ignores userinfo, path, query and fragment", async () => {
    const part = fc.stringMatching(/^[a-z0-9.=&-]{0,8}$/);
    await fc.assert(
      fc.asyncProperty(part, part, part, async (user, path, query) => {
        expect(await hostIn(`https://good.org${user}@evil.org/${path}?${query}#good.org`, "good.org")).not.toBe(true);
      }),
    );
  });
});
