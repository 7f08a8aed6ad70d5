/** Starts Chromium, or shares one that already runs. */
import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";

/** Which program runs pages. */
export interface ChromiumOptions {
  /** The program of Chromium, Chrome or Edge; by default the one in `CHROMIUM`, or the first one that the system has. */
  readonly executable?: string | undefined;
  /**
   * Whether Chromium isolates pages from the machine with its own sandbox; true by default. It needs to be off for root, in a container without
   * user namespaces: then the container must isolate.
   */
  readonly chromiumSandbox?: boolean | undefined;
}

/** A running browser that several pages share. */
export interface SharedBrowser {
  readonly browser: Browser;
  /** Ends the browser if no other page uses it. */
  release(): Promise<void>;
}

interface Running {
  readonly browser: Promise<Browser>;
  users: number;
}

const running = new Map<string, Running>();

/**
 * Starts a browser, or shares the one that runs.
 *
 * @throws Error if `playwright-core` or a program is missing, or does not start
 */
export async function sharedBrowser({ executable, chromiumSandbox = true }: ChromiumOptions): Promise<SharedBrowser> {
  const program = executable ?? process.env["CHROMIUM"] ?? programs.find((path) => existsSync(path));
  if (program === undefined) throw new Error(`There is no Chromium: install one, or set "executable" or CHROMIUM`);
  const key = JSON.stringify([program, chromiumSandbox]);
  const shared = running.get(key) ?? { browser: launch(program, chromiumSandbox), users: 0 };
  running.set(key, shared);
  shared.users++;
  const forget = (): void => {
    if (running.get(key) === shared) running.delete(key);
  };
  try {
    const browser = await shared.browser;
    browser.once("disconnected", forget);
    const release = async (): Promise<void> => {
      if (--shared.users > 0) return;
      forget();
      await browser.close();
    };
    return { browser, release };
  } catch (error) {
    forget();
    throw error;
  }
}

/** Starts Chromium; says how to install what it needs if it is missing. */
async function launch(program: string, chromiumSandbox: boolean): Promise<Browser> {
  const { chromium } = await import("playwright-core").catch((cause: unknown) => {
    throw new Error("WebBrowser needs a package: npm install playwright-core", { cause });
  });
  return chromium.launch({ executablePath: program, chromiumSandbox, args: [...switches] }).catch((cause: Error) => {
    if (!cause.message.includes("sandboxing failed")) throw cause;
    const message = `${program} can't isolate pages for this user. If a container does, set "chromiumSandbox" to false`;
    throw new Error(message, { cause });
  });
}

/** Nothing goes past the proxy: neither names to the DNS, nor data by QUIC or WebRTC. */
const switches: readonly string[] = [
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--disable-quic",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];

const programs: readonly string[] = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/microsoft-edge",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];
