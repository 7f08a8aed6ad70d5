import type { CatalogueEntry } from "./entry.ts";
import { row } from "./rows.ts";

/** The catalogue rows for processes, services and the machine as a whole: `kill`, `systemctl`, `reboot`. */
export const processes: readonly CatalogueEntry[] = [
  // Ending processes, services and the machine.
  row("kill", "", { signals: "operands", unless: "-l -L --list --table", valued: "-s --signal -n -q" }),
  row("pkill", "", { signals: "operands, value of -u -U -g -G -t -P", valued: "-s --signal" }),
  row("killall killall5 xkill skill snice slay fkill", "", {
    signals: "operands",
    valued: "-s --signal -u --user -o -y",
    unless: "-l --list",
  }),
  row("fuser", "", { signals: "operands", needs: "-k --kill" }),
  row("taskkill tskill", "", { signals: "value of /PID /IM, operands" }),
  row(
    "systemctl",
    "stop|kill|restart|try-restart|isolate|mask|disable|halt|poweroff|reboot|kexec|suspend|hibernate|rescue|emergency",
    { signals: "operands", valued: "-s --signal -H" },
  ),
  row("service", "", { signals: "first operand", matching: /^(stop|restart|force-stop|kill)$/ }),
  row("rc-service sv s6-svc initctl supervisorctl pm2 monit", "", {
    signals: "operands",
    matching: /^(stop|restart|delete|kill|shutdown|down|-d|term)$/,
  }),
  row("launchctl", "stop|kill|unload|bootout|remove", { signals: "operands" }),
  row("shutdown reboot halt poweroff telinit ctrlaltdel pm-suspend", "", { signals: "nothing", unless: "-c" }),
  row("init", "", { signals: "nothing", matching: /^[0126]$/ }),
  row("loginctl", "terminate-session|terminate-user|kill-session|kill-user", { signals: "operands" }),
  row("apachectl apache2ctl nginx caddy", "", { signals: "nothing", matching: /^(stop|graceful-stop|restart|quit)$/ }),
  row("pg_ctl pg_ctlcluster", "", {
    signals: "nothing",
    matching: /^(stop|restart|kill)$/,
    valued: "-D --pgdata -m --mode -l --log -o --options -t --timeout -p",
  }),
  row("mysqladmin mariadb-admin rabbitmqctl", "", {
    signals: "nothing",
    matching: /^(shutdown|stop|stop_app)$/,
    valued: "-u --user -h --host -P --port -S --socket -n --node",
  }),
  row("brew", "services stop|restart", { signals: "operands" }),
  row("tmux", "kill-server|kill-session|kill-window|kill-pane", { signals: "nothing" }),
  row("screen", "", { signals: "nothing", matching: /^(quit|kill)$/ }),
  row("npx", "", { signals: "operands", matching: /^(kill-port|fkill|fkill-cli)$/ }),
  row("kill-port", "", { signals: "operands" }),
  row("adb", "kill-server|reboot", { signals: "nothing" }),
  row("vagrant virsh VBoxManage multipass lxc limactl", "", {
    signals: "later operands",
    matching: /^(halt|destroy|shutdown|stop|suspend|poweroff|undefine)$/,
  }),

  row("ipcrm", "", { discards: "memory and queues that processes share" }),

  // Listing processes.
  row("ps pgrep pidof pstree top htop lsof ss netstat vmstat iostat free uptime w who", "", { lists: "nothing" }),
  row("last lastb lastlog", "", { reads: "/var/log/wtmp" }),
  row("date whoami id hostname uname nproc arch tty logname groups getconf cal sw_vers", "", { gives: "word" }),
  row("printenv", "", { gives: "environment" }),

  // Coding agents whose checks are switched off.
  row(
    "claude codex gemini qwen opencode cursor-agent amp aider copilot goose droid crush iflow auggie kimi kilocode",
    "",
    {
      runs: true,
      needs:
        "--dangerously-skip-permissions --allow-dangerously-skip-permissions --dangerously-bypass-approvals-and-sandbox --yolo --full-auto --dangerously-allow-all --allow-all-tools --allow-all --skip-permissions-unsafe --yes-always --no-hooks --dangerously-load-development-channels --approval-mode=yolo --force-allow",
      unless: "--help -h --version",
    },
  ),
  row("claude codex gemini qwen", "", {
    runs: true,
    matching:
      /^(bypassPermissions|yolo|danger-full-access|approval_policy=["']?never["']?|sandbox_mode=["']?danger.*)$/,
    needs: "--permission-mode --approval-mode -s --sandbox -c --config",
    valued: "--permission-mode --approval-mode -s --sandbox -c --config -a --ask-for-approval",
  }),

  // Using up resources.
  row("stress stress-ng", "", { exhausts: "processes" }),
  row("stress-ng stress", "", { exhausts: "memory", needs: "--vm -m", valued: "--vm -m" }),
  row("siege ab wrk hey vegeta bombardier oha autocannon", "", {
    contacts: "operands",
    out: true,
    valued: "-c -n -t -d -i -p -z -q -m -H -D --threads --connections --duration --latency",
  }),
  row("artillery", "run", {
    reads: "operands",
    valued:
      "-u --vus -d --duration -i --iterations -s --stage -e --env -o --out --rps --tag -t --target --summary-export -c --config",
  }),
  row("artillery", "quick", { contacts: "operands", out: true, valued: "-c --count -n --num -o --output -k" }),
  row("artillery locust", "", {
    contacts: "value of -t --target -H --host",
    out: true,
    needs: "-t --target -H --host",
    valued: "-t --target -H --host -f --locustfile -u --users -r --spawn-rate -n --count",
  }),
  row("siege ab wrk hey vegeta bombardier oha k6 autocannon", "", {
    exhausts: "network",
    matching: /^https?:\/\/(?!(localhost|127\.|\[::1\]|0\.0\.0\.0))/i,
  }),
  row("hping3 hping slowhttptest slowloris", "", {
    exhausts: "network",
    contacts: "operands",
    out: true,
    valued: "-c -n -t -d -i -p -z -q --threads --connections --duration",
  }),
  row("nping", "", { exhausts: "network", needs: "--rate", valued: "--rate -c -p --delay" }),
  row("dnsperf resperf mz mausezahn trafgen t50 packit", "", { exhausts: "network" }),
  row("ping ping6", "", { exhausts: "network", needs: "-i", matching: /^0?\.0/ }),
  row("ping ping6", "", { exhausts: "network", needs: "-f" }),

  // Terminal programs that run the commands they get.
  row("start-stop-daemon", "", { runs: true, matching: /^[^-]*\b(rm|sh|bash)\b[\s\S]*$/ }),
  row("make gmake", "", { runs: true, needs: "--eval -E" }),
  row("make gmake", "", { runs: true, needs: "-f --file", matching: /^(-|\/dev\/.*)$/, valued: "--file" }),
  row("make gmake", "", { runs: true, matching: /\$\(shell|`|!=/ }),
  row("make gmake", "", { runs: true, matching: /^\.?SHELL=(?!(\/usr)?(\/bin\/)?(ba|z|da)?sh$)/ }),
  row("strace ltrace", "", { runs: true, matching: /^\|/, valued: "-o --output" }),
  row("less more most vi vim nvim view gvim", "", { runs: true, matching: /^\+[^!]*!/ }),
  row("mix", "run|eval|rpc", { runs: true, needs: "-e --eval -r --require" }),
  row("mix crystal dotnet-script", "eval", { runs: true }),
  row("bb", "", { runs: true, matching: /^\s*\(/ }),
  row("cargo", "", {
    runs: true,
    matching: /\b(rustc(-workspace)?-wrapper|runner|linker|credential-provider)\s*=/,
    valued: "--config",
  }),
  row("run-parts", "", { runs: true, unless: "--test --list" }),
  // Options that name the program which runs others.
  row("man", "", { runsCode: "value of -P --pager -H? --html?" }),
  row("openssl", "", { runs: true, needs: "-engine -provider", matching: /\// }),
  row("info", "", { replaces: "value of -o --output", valued: "-o --output" }),
  row("xdg-open open start wslview", "", { contacts: "operands", matching: /^https?:/ }),
  row("docker-compose", "", { signals: "nothing", matching: /^(down|stop|kill|rm|restart)$/ }),
];
