import type { CatalogueEntry } from "./entry.ts";

/** The catalogue rows for processes, services and the machine as a whole: `kill`, `systemctl`, `reboot`. */
export const processes: readonly CatalogueEntry[] = [
  // Ending processes, services and the machine.
  { names: "kill", signals: "operands", unless: "-l -L --list --table", valued: "-s --signal -n -q" },
  { names: "pkill", signals: "operands, value of -u -U -g -G -t -P", valued: "-u -U -g -G -t -P -s --signal" },
  {
    names: "killall killall5 xkill skill snice slay fkill",
    signals: "operands",
    valued: "-s --signal -u --user -o -y",
    unless: "-l --list",
  },
  { names: "fuser", signals: "operands", needs: "-k --kill" },
  { names: "taskkill tskill", signals: "value of /PID /IM, operands" },
  {
    names: "systemctl",
    subcommand:
      "stop|kill|restart|try-restart|isolate|mask|disable|halt|poweroff|reboot|kexec|suspend|hibernate|rescue|emergency",
    signals: "operands",
    valued: "-s --signal -H",
  },
  { names: "service", signals: "first operand", matching: /^(stop|restart|force-stop|kill)$/ },
  {
    names: "rc-service sv s6-svc initctl supervisorctl pm2 monit",
    signals: "operands",
    matching: /^(stop|restart|delete|kill|shutdown|down|-d|term)$/,
  },
  { names: "launchctl", subcommand: "stop|kill|unload|bootout|remove", signals: "operands" },
  { names: "shutdown reboot halt poweroff telinit ctrlaltdel pm-suspend", signals: "nothing", unless: "-c" },
  { names: "init", signals: "nothing", matching: /^[0126]$/ },
  { names: "loginctl", subcommand: "terminate-session|terminate-user|kill-session|kill-user", signals: "operands" },
  { names: "apachectl apache2ctl nginx caddy", signals: "nothing", matching: /^(stop|graceful-stop|restart|quit)$/ },
  { names: "brew", subcommand: "services stop|restart", signals: "operands" },
  { names: "tmux", subcommand: "kill-server|kill-session|kill-window|kill-pane", signals: "nothing" },
  { names: "screen", signals: "nothing", matching: /^(quit|kill)$/ },
  { names: "npx", signals: "operands", matching: /^(kill-port|fkill|fkill-cli)$/ },
  { names: "kill-port", signals: "operands" },
  { names: "adb", subcommand: "kill-server|reboot", signals: "nothing" },
  {
    names: "vagrant virsh VBoxManage multipass lxc limactl",
    signals: "later operands",
    matching: /^(halt|destroy|shutdown|stop|suspend|poweroff|undefine)$/,
  },

  { names: "ipcrm", discards: "memory and queues that processes share" },

  // Listing processes.
  { names: "ps pgrep pidof pstree top htop lsof ss netstat vmstat iostat free uptime w who", lists: "nothing" },
  { names: "last lastb lastlog", reads: "/var/log/wtmp" },
  { names: "date whoami id hostname uname nproc arch tty logname groups getconf cal sw_vers", gives: "word" },
  { names: "printenv", gives: "environment" },

  // Using up resources.
  { names: "stress stress-ng", exhausts: "processes" },
  { names: "stress-ng stress", exhausts: "memory", needs: "--vm -m", valued: "--vm -m" },
  {
    names: "siege ab wrk hey vegeta bombardier oha k6 autocannon artillery locust",
    contacts: "operands",
    out: true,
    valued: "-c -n -t -d -i -p -z -q --threads --connections --duration",
  },
  {
    names: "siege ab wrk hey vegeta bombardier oha k6 autocannon",
    exhausts: "network",
    matching: /^https?:\/\/(?!(localhost|127\.|\[::1\]|0\.0\.0\.0))/i,
    valued: "-c -n -t -d -i -p -z -q --threads --connections --duration",
  },
  {
    names: "hping3 hping slowhttptest slowloris",
    exhausts: "network",
    contacts: "operands",
    out: true,
    valued: "-c -n -t -d -i -p -z -q --threads --connections --duration",
  },
  { names: "nping", exhausts: "network", needs: "--rate", valued: "--rate -c -p --delay" },
  { names: "dnsperf resperf mz mausezahn trafgen t50 packit", exhausts: "network" },
  { names: "ping ping6", exhausts: "network", needs: "-i", matching: /^0?\.0/, valued: "-c -i -s -W -w -t -I" },
  { names: "ping ping6", exhausts: "network", needs: "-f", valued: "-c -i -s -W -w -t -I" },

  // Terminal programs that run the commands they get.
  {
    names: "bwrap start-stop-daemon",
    runs: true,
    matching: /^[^-]*\b(rm|sh|bash)\b[\s\S]*$/,
  },
  { names: "make gmake", runs: true, needs: "--eval -E" },
  { names: "make gmake", runs: true, needs: "-f --file", matching: /^(-|\/dev\/.*)$/, valued: "-f --file" },
  { names: "make gmake", runs: true, matching: /\$\(shell|`|!=/ },
  { names: "make gmake", runs: true, matching: /^\.?SHELL=(?!(\/usr)?(\/bin\/)?(ba|z|da)?sh$)/ },
  { names: "strace ltrace", runs: true, matching: /^\|/, valued: "-o --output" },
  { names: "less more most", runs: true, matching: /^\+[^!]*!/ },
  {
    names: "cargo",
    runs: true,
    matching: /\b(rustc(-workspace)?-wrapper|runner|linker|credential-provider)\s*=/,
    valued: "--config",
  },
  { names: "run-parts", runs: true, unless: "--test --list" },
  { names: "man", runsCode: "value of -P --pager -H --html", valued: "-P --pager" },
  { names: "xdg-open open start wslview", contacts: "operands", matching: /^https?:/ },
  {
    names: "gcc g++ clang clang++ cc c++ rustc ghc javac",
    reads: "operands",
    replaces: "value of -o",
    compiles: true,
    valued: "-o -I -L -l -D -x -std -include -d --crate-type",
  },
  { names: "docker-compose", signals: "nothing", matching: /^(down|stop|kill|rm|restart)$/ },
];
