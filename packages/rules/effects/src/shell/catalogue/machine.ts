/**
 * Catalogue rows for what few projects need and many attacks use: recording keys, traffic and pictures, and changing the kernel, the protection,
 * the clock or the routes of a machine.
 */
import type { CatalogueEntry } from "./entry.ts";
import { row, rowsOf } from "./rows.ts";

const traffic = "the traffic of the network";
const protection = { privilege: "root" } as const;

/** The catalogue rows for recording what happens on a machine, and for changing its kernel, protection, clock and routes. */
export const machine: readonly CatalogueEntry[] = [
  // Recording.
  row("tcpdump tshark dumpcap rawshark ngrep tcpflow snoop windump rpcapd pktmon", "", {
    reveals: traffic,
    unless: "-r -D -L --help -h -v --version",
  }),
  row("ettercap bettercap arpspoof dsniff urlsnarf driftnet mitmproxy mitmdump sslstrip responder airodump-ng", "", {
    reveals: traffic,
    unless: "-r --help -h --version",
  }),
  row("logkeys lkl xspy xkeylogger showkey evtest keylogger", "", { reveals: "the keys that are typed" }),
  row("xinput", "test|test-xi2", { reveals: "the keys that are typed" }),
  row("arecord parec rec sox", "", { reveals: "sound from the microphone", needs: "-d --duration -D --device -t" }),
  row("fswebcam imagesnap streamer guvcview", "", { reveals: "pictures of the camera" }),
  row("ffmpeg", "", {
    reveals: "the screen, the camera or the microphone",
    needs: "-f",
    matching: /^(?:avfoundation|x11grab|v4l2|alsa|pulse|gdigrab|dshow|kmsgrab)$/,
    valued: "-f -i -t -r -framerate -video_size",
  }),
  row("pbpaste wl-paste", "", { reveals: "the clipboard" }),
  row("xclip", "", { reveals: "the clipboard", needs: "-o -out", valued: "-selection -sel -t -target" }),
  row("xsel", "", { reveals: "the clipboard", needs: "-o --output" }),

  // The kernel and the protection of the machine.
  row("kextload kextunload kmutil kldload kldunload", "", protection),
  row("auditctl", "", { ...protection, needs: "-a -A -w -R", valued: "-a -A -F -k -p -S -w -R" }),
  row("sysctl", "", { ...protection, matching: /^[\w.-]+=/ }),
  row("csrutil spctl", "", {
    ...protection,
    matching: /^(?:disable|clear|authenticated-root|add|remove)$|^--(?:master|global)-disable$/,
  }),
  row("spctl", "", { ...protection, needs: "--master-disable --global-disable --add --disable" }),
  row("tccutil", "reset", protection),
  row("nvram", "", { ...protection, matching: /=/ }),
  row("systemsetup", "", {
    ...protection,
    matching: /^(?:on|off)$/,
    needs: "-setremotelogin -setremoteappleevents -setnetworktimeserver",
  }),
  row("profiles", "install|remove|-I|-R", protection),
  row("launchctl", "setenv|config", { persists: "settings" }),
  ...rowsOf({ names: "xattr" }, [
    { reads: "operands", recursive: "-r -R -lr" },
    { discards: "the mark of downloaded files", needs: "-d", matching: /quarantine/, valued: "-d" },
    { discards: "the marks of files", needs: "-c -cr" },
  ]),
  row("chattr", "", { ...protection, matching: /^[-+=]\w*[aiu]/ }),
  row("chattr", "", { ...protection, needs: "-i -a -u" }),
  row("chflags", "", {
    ...protection,
    matching: /^(?:no)?(?:[su](?:chg|appnd|unlnk)|[su]?immutable|simmutable|uimmutable|hidden)$/,
  }),
  row("ip", "", {
    ...protection,
    matching: /^(?:promisc|add|del|delete|replace|change|flush|set)$/,
    unless: "-h -help",
  }),
  row("ifconfig", "", { ...protection, matching: /^-?promisc$|^(?:up|down|netmask|hw|ether)$/ }),
  row("route", "", { ...protection, matching: /^(?:add|del|delete|change|flush)$/ }),
  row("resolvectl systemd-resolve", "", {
    ...protection,
    matching: /^(?:dns|domain|dnssec|revert)$/,
    matchingEach: [/\./],
  }),
  row("mount mount_nfs mount_smbfs mount.cifs", "", {
    ...protection,
    matching: /^(?:nfs4?|cifs|smbfs|smb3|davfs|fuse\.sshfs)$/,
    needs: "-t",
    valued: "-o --options -t",
  }),
  row("pw", "useradd|usermod|groupadd|groupmod", protection),
  row("hostnamectl timedatectl", "", { ...protection, matching: /^(?:set-|hostname$)/ }),
  row("date", "", { ...protection, needs: "-s --set", valued: "-I? -d --date -s --set -r --reference -f --file" }),
  row("hwclock", "", { ...protection, needs: "--set --hctosys -s --systohc -w" }),
  row("ntpdate", "", protection),

  // When a file changed.
  row("touch gtouch", "", { discards: "when a file changed", needs: "-t", valued: "-d --date -r --reference -t" }),
  row("touch gtouch", "", {
    discards: "when a file changed",
    needs: "-r --reference",
    matching: /^\/(?:s?bin|usr|etc|lib\w*|System)\//,
    valued: "-d --date -r --reference -t",
  }),
];
