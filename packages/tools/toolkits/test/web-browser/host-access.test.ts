import { describe, expect, it } from "vitest";
import { allowedAddresses, checkHosts, type HostAccess, refusalOf } from "../../src/node/web-browser/host-access.ts";

const access = (options: HostAccess): HostAccess => ({ resolve: async () => ["93.184.215.14"], ...options });

describe("the hosts that a browser may contact", () => {
  it.each([
    ["example.org", undefined],
    ["example.org", ["example.org"]],
    ["EXAMPLE.org.", ["Example.ORG"]],
    ["a.b.example.org", ["*.example.org"]],
    ["xn--mnchen-3ya.example", ["münchen.example"]],
    ["93.184.215.14", ["93.184.215.14"]],
  ])("may be %s with the list %s", async (host, hosts) => {
    expect(refusalOf(host, { hosts })).toBeUndefined();
    expect(await allowedAddresses(host, access({ hosts }))).toEqual(["93.184.215.14"]);
  });

  it.each([
    ["example.org", [], "not among the allowed hosts (none)"],
    ["example.org", ["*.example.org"], "not among the allowed hosts"],
    ["notexample.org", ["*.example.org"], "not among the allowed hosts"],
    ["example.org.evil.test", ["example.org"], "not among the allowed hosts"],
    ["localhost", ["localhost"], "a name of this machine"],
    ["127.0.0.1", undefined, "a loopback address"],
    ["2130706433", undefined, "a loopback address"],
    ["169.254.169.254", undefined, "a link-local address"],
    ["[::1]", undefined, "a loopback address"],
    ["intranet", undefined, "a name of the local network"],
  ])("may not be %s with the list %s", async (host, hosts, reason) => {
    expect(refusalOf(host, { hosts })).toContain(reason);
    await expect(allowedAddresses(host, access({ hosts }))).rejects.toThrow(reason);
  });

  it("may not have a private address among those of its name", async () => {
    const resolve = async () => ["93.184.215.14", "10.0.0.7"];
    await expect(allowedAddresses("example.org", { resolve })).rejects.toThrow("the name of a private address");
    const nowhere = { resolve: () => Promise.reject(new Error("ENOTFOUND")) };
    await expect(allowedAddresses("example.org", nowhere)).rejects.toThrow("no address");
  });

  it("are private ones only where these are allowed, and still in the list", async () => {
    const options = { hosts: ["localhost"], allowPrivateHosts: true, resolve: async () => ["127.0.0.1"] };
    expect(await allowedAddresses("localhost", options)).toEqual(["127.0.0.1"]);
    await expect(allowedAddresses("other.test", options)).rejects.toThrow("not among the allowed hosts (localhost)");
  });

  it.each(["https://example.org", "example.org:8080", "example.org/a", "", "*", "a b", "user@example.org"])(
    "can't be listed as %s",
    (host) => {
      expect(() => checkHosts(["example.org", host])).toThrow(`hosts[1] must be a name such as "example.org"`);
    },
  );
});
