/** Programs that run a command in a terminal, in a session or on another host. */
import { type Runner, runner, type Wrapper } from "../wrapper.ts";

/** Programs that run a command in a terminal or on another machine, such as `ssh`, `screen` and `xterm`. */
export const terminalWrappers: readonly Wrapper[] = [
  {
    names: "ssh",
    flags: "-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y",
    valued: "-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w",
    operands: 1,
    interleaved: true,
    holdsCode: true,
    runs: /(Proxy|Local|Remote|KnownHosts)Command|^\s*(Match|Include)/i,
    elsewhere: true,
    host: true,
  },
  {
    names: "plink",
    anyFlags: true,
    valued: "-P -l -pw -pwfile -m -i -hostkey -load -D -L -R -nc -proxycmd -sshlog -sshrawlog -logoverwrite",
    operands: 1,
    interleaved: true,
    holdsCode: true,
    elsewhere: true,
    host: true,
  },
  {
    names: "script",
    anyFlags: true,
    valued: "-E -I -O -B -T -m -o",
    code: "-c --command",
    operands: 1,
    interleaved: true,
  },
  {
    names:
      "rlwrap dbus-launch ssh-agent torsocks torify tsocks proxychains proxychains4 linux32 linux64 i386 uname26 dumb-init catatonit tini with-contenv summon vault-env winpty gpg-agent vglrun optirun primusrun prime-run gamemoderun rr heaptrack eatmydata systemd-inhibit ifne softlimit rtk",
    anyFlags: true,
    flags: "-q -f --daemon -v -c --exit-with-session -s -g",
  },
  {
    names: "screen",
    anyFlags: true,
    flags: "-d -m -D -r -R -x -ls -list -U -wipe -L -A -q -v",
    valued: "-S -t -c -e -h -p -s -T -X",
    mayRunCode: true,
    readsInput: false,
  },
  {
    names: "xterm konsole alacritty kitty terminator urxvt st foot x-terminal-emulator gnome-terminal xfce4-terminal",
    anyFlags: true,
    flags: "-e -x --hold --window --tab --wait",
    valued: "-T -title -geometry -fn -fa -fs -bg -fg --working-directory --title",
    mayRunCode: true,
    readsInput: false,
  },
  { names: "ttyrec", anyFlags: true, code: "-e", operands: 9, interleaved: true, readsInput: false },
  {
    names: "wsl wsl.exe",
    anyFlags: true,
    flags: "-e --exec --system",
    valued: "-d --distribution -u --user --cd --shell-type",
  },
  { names: "lima", anyFlags: true, elsewhere: true },
];

/** Subcommands such as `tmux new-session`. */
export const terminalRunners: readonly Runner[] = [
  runner(
    "tmux",
    "new|new-session|neww|new-window|splitw|split-window|respawn-pane|respawnp|respawn-window|respawnw|popup|display-popup",
    {
      flags: "-d -A -D -P -h -v -b -f -Z -E -B -k -a -S -X",
      valued: "-s -n -t -x -y -e -F -l -p -w -T",
      directory: "-c",
      environmentOptions: "-e",
      mayRunCode: true,
    },
  ),
  runner("rtk", "proxy|err|test|summary"),
  runner("tmux", "run|run-shell|if|if-shell", { flags: "-b -C -F", valued: "-t -d", codeOperands: true }),
  runner("tmux", "send|send-keys", { flags: "-l -R -M -H -K -F", valued: "-t -N -c", codeOperands: true }),
  runner("zellij", "run|r", { valued: "-n --name -d --direction -x -y", directory: "--cwd" }),
  runner("asciinema", "rec", { code: "-c --command", operands: 9, interleaved: true }),
  runner("perf", "stat", { valued: "-e -o -r" }),
  runner("perf", "record", { valued: "-e -o -F" }),
];
