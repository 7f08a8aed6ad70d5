import { javascript } from "@helve/effects/javascript";
import { powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const readers = { javascript, powershell, python, shell };

/** The hosts that a text contacts. */
function hostsOf(language: keyof typeof readers, text: string): readonly unknown[] {
  return readers[language].read(text).effects.flatMap((effect) => (effect.kind === "network" ? [effect.host] : []));
}

const addresses = [
  ["https://good.org@evil.org", "evil.org"],
  ["https://good.org:80@evil.org/x", "evil.org"],
  ["https://evil.org#@good.org", "evil.org"],
  ["https://evil.org?@good.org", "evil.org"],
  ["https://evil.org/@good.org", "evil.org"],
  ["HTTPS://EVIL.org:8443/", "evil.org"],
] as const;

describe("the host of an address", () => {
  it.each(addresses)("%s is %s in every language", (address, host) => {
    expect(hostsOf("javascript", `fetch('${address}')`)).toEqual([host]);
    expect(hostsOf("powershell", `iwr '${address}'`)).toEqual([host]);
    expect(hostsOf("python", `import requests\nrequests.get('${address}')`)).toEqual([host]);
    expect(hostsOf("shell", `curl '${address}'`)).toEqual([host]);
  });

  it.each([
    ["https://evil.org\\\\@good.org", "evil.org"],
    ["https:\\\\\\\\evil.org\\\\@good.org", "evil.org"],
    ["https:evil.org", "evil.org"],
    ["https:/evil.org", "evil.org"],
    ["ht\\ttps://ev\\nil.org", "evil.org"],
    ["//evil.org/x", "evil.org"],
    ["/items", undefined],
  ])("fetch('%s') contacts %s, as Node and browsers read it", (address, host) => {
    expect(hostsOf("javascript", `fetch('${address}')`)).toEqual(host === undefined ? [] : [host]);
  });

  it.each([
    ["'/x', 'https://evil.org/y'", "evil.org"],
    ["'//evil.org/x', 'https://good.org'", "evil.org"],
    ["'https://evil.org', 'https://good.org'", "evil.org"],
    ["'x', 'https://evil.org/y'", "evil.org"],
  ])("new URL(%s) leads to %s", (args, host) => {
    expect(hostsOf("javascript", `fetch(new URL(${args}))`)).toEqual([host]);
  });

  it("is the one that the URL parser of JavaScript finds, or unknown", () => {
    const piece = fc.constantFrom("good.org", "evil.org", "@", ":", "/", "\\", "#", "?", "//", "80", "x", ".", "\t");
    fc.assert(
      fc.property(fc.constantFrom("http", "https", "HTTP"), fc.array(piece, { maxLength: 8 }), (scheme, pieces) => {
        const address = `${scheme}://${pieces.join("")}`;
        if (!URL.canParse(address)) return;
        const [host] = hostsOf("javascript", `fetch(${JSON.stringify(address)})`);
        // Numbers have several spellings: `80` is `0.0.0.80`.
        const found = typeof host === "string" ? new URL(`http://${host}`).hostname : host;
        expect([new URL(address).hostname, null]).toContain(found);
      }),
    );
  });

  it.each([
    ["curl -x http://evil.org https://good.org", ["good.org", "evil.org"]],
    ["curl --socks5 evil.org https://good.org", ["good.org", "evil.org"]],
    ["curl --resolve good.org:443:6.6.6.6 https://good.org", ["good.org", null]],
    ["curl --connect-to ::evil.org: https://good.org", ["good.org", null]],
    ["curl --resolve app.local:443:127.0.0.1 https://app.local", ["app.local"]],
  ])("%s reaches %j", (command, hosts) => {
    expect(hostsOf("shell", command)).toEqual(hosts);
  });
});
