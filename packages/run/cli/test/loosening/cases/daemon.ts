import { type Case, commands, write } from "../case.ts";

const state = "~/.local/state/helve";
const published = `${state}/hookd-0123456789abcdef`;

/** Calls that attack the background process that decides: its socket, its secrets, the process, the script that calls it. */
export const daemon: readonly Case[] = [
  ...commands("ask", [
    // The secrets, and the file that names the socket.
    `cat ${published}`,
    `cat ${state}/hookd-*`,
    `cp ${published} /tmp/x`,
    `rm ${published}`,
    `rm -f ${state}/hookd-*`,
    `mv ${state}/hookd-1a2b3c4d.sock ${state}/old.sock`,
    `printf 'x.sock\\np\\nk\\n' > ${published}`,
    `ln -sf /tmp/x ${published}`,
    `chmod 777 ${state}`,
    // Another program at the socket, and events of nobody.
    `socat UNIX-LISTEN:{home}/.local/state/helve/hookd-1a2b3c4d.sock,fork EXEC:/bin/true`,
    `nc -lU ${state}/hookd-1a2b3c4d.sock`,
    `python3 -c 'import socket, os; s = socket.socket(socket.AF_UNIX); s.bind(os.path.expanduser("~/.local/state/helve/hookd-1.sock"))'`,
    `curl --unix-socket ${state}/hookd-1a2b3c4d.sock http://x/`,
    `echo '{}' | /usr/bin/perl {dist}/hook.pl {node} {dist}/main.js hook claude-code`,
    `echo 'exit 0;' > {dist}/hook.pl`,
    `echo 0123456789abcdef > {dist}/build-id`,
    `sed -i 's/exit 2/exit 0/' {dist}/hook.pl`,
    // The snapshot from which the full process starts.
    `cp /tmp/x.blob ${state}/cache/snapshot-0123456789abcdef.blob`,
    `printf 'a' >> ${state}/cache/snapshot-0123456789abcdef.blob`,
    `touch ${state}/cache/snapshot-0123456789abcdef`,
    `node --snapshot-blob ${state}/cache/snapshot-0123456789abcdef.blob --build-snapshot x.js`,
    `echo '{}' | node --snapshot-blob ${state}/cache/snapshot-0123456789abcdef.blob x hook claude-code`,
    `cd ${state}/cache && node --snapshot-blob snapshot-0123456789abcdef.blob x hook claude-code`,
    `echo '{}' | node --snapshot-blob=$HOME/.local/state/helve/cache/snapshot-*.blob x hook claude-code`,
    `node --build-snapshot {dist}/snapshot.cjs.br /tmp`,
    // The process.
    "pkill -STOP -f 'helve hookd'",
    "pkill -f 'helve hookd'",
    "killall -STOP node",
    "kill -STOP $(pgrep -f hookd)",
    "gdb -p $(pgrep -f hookd)",
    "prlimit --pid $(pgrep -f hookd) --fsize=0",
  ]),
  { expected: "ask", steps: [write(`{home}/.local/state/helve/hookd-0123456789abcdef`, "x.sock\np\nk\n")] },
  {
    expected: "ask",
    steps: [{ tool: "Read", args: { file_path: `{home}/.local/state/helve/hookd-0123456789abcdef` } }],
  },
  ...commands("silent", ["pgrep -f hookd", "ps aux | grep helve"]),
];
