import { describe, expect, it } from "vitest";
import { harms } from "./harms.ts";
import { readShell } from "./read.ts";

function kindsOf(command: string): readonly string[] {
  return readShell(command).effects.flatMap(({ kind }) => (kind === "execute" || kind === "read" ? [] : [kind]));
}

describe("programs that record what happens on a machine", () => {
  it.each([
    "tcpdump -i any -w /tmp/a.pcap",
    "tshark -i eth0",
    "xinput test 9",
    "pbpaste",
    "xclip -o -selection clipboard",
    "ffmpeg -f x11grab -i :0 a.mp4",
    `trap 'echo "$BASH_COMMAND" >> /tmp/a.log' DEBUG`,
    "find / -perm -4000 -type f",
    "find /usr/bin -perm -u=s",
  ])("%s reveals it", (command) => {
    expect(kindsOf(command)).toContain("reveal");
  });

  it.each([
    "tcpdump -r a.pcap",
    "echo a | xclip -selection clipboard",
    "ffmpeg -i a.mp4 -t 30 b.mp4",
    `trap 'echo "+ $BASH_COMMAND"' DEBUG`,
    `trap 'echo "+ $BASH_COMMAND" >&2' DEBUG`,
    "find . -perm 644",
    "find . -type f -perm -u+x",
  ])("%s reveals nothing", (command) => {
    expect(kindsOf(command)).not.toContain("reveal");
  });
});

describe("the kernel, the protection, the clock and the routes of a machine", () => {
  it.each([
    "kextload a.kext",
    "sysctl net.ipv4.ip_forward=1",
    "spctl --master-disable",
    "chattr +i a",
    "chflags schg a",
    "ip route add 10.0.0.0/8 via 10.0.0.1",
    "timedatectl set-time 2020-01-01",
    "date -s 2020-01-01",
  ])("%s takes rights", (command) => {
    expect(readShell(command).effects.some(harms["takes rights"])).toBe(true);
  });

  it.each([
    "sysctl kernel.version",
    "ip addr show",
    "ip link",
    "date -Iseconds",
    "date -u -d 2020-01-01 +%s",
    "chattr -R +d a",
    "route -n",
    "mount",
  ])("%s changes nothing", (command) => {
    expect(kindsOf(command).filter((kind) => kind === "privilege")).toEqual([]);
  });

  it("notes that a file gets another time than that of its change", () => {
    expect(kindsOf("touch -t 197001010000.00 a")).toContain("discard");
    expect(kindsOf("touch -r /bin/sh a")).toContain("discard");
    expect(kindsOf("touch -r a b; touch c")).not.toContain("discard");
  });
});
