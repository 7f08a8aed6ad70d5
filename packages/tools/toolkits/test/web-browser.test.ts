import { testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { WebBrowser, type WebBrowserOptions, webBrowserUses } from "@helve/toolkits/web-browser";
import { describe, expect, it } from "vitest";

describe("WebBrowser", () => {
  testDescriptions({
    document: "web-browser",
    create: (locale) => new WebBrowser({ locale }),
    uses: webBrowserUses,
  });

  it("refuses options that it doesn't know, and hosts that are none", () => {
    expect(() => new WebBrowser({ allowedHosts: [] } as WebBrowserOptions)).toThrow("allowedHosts");
    expect(() => new WebBrowser({ hosts: ["https://example.org"] })).toThrow("hosts[0]");
  });
});
