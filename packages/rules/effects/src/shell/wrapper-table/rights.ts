/** Programs that run a command with other rights, in another root or in another namespace. */
import type { Wrapper } from "../wrapper.ts";

/** Programs that run a command with other rights, such as `sudo`, or in a namespace, such as `unshare`. */
export const rightsWrappers: readonly Wrapper[] = [
  {
    names: "sudo",
    flags:
      "-A --askpass -b --background -B --bell -E --preserve-env -H --set-home -k -K -n --non-interactive -P -s --shell -S --stdin",
    valued: "-C -g --group -h --host -p --prompt -r -t -T -u --user -U",
    directory: "-D --chdir",
    moves: "-i --login",
    inert: "-l --list -V --version --help -v --validate",
    assignments: true,
    rightsOf: "root",
    user: "-u --user",
  },
  { names: "doas", flags: "-n -s -L", valued: "-C -u", rightsOf: "root", user: "-u" },
  { names: "pkexec run0", valued: "--user -u", rightsOf: "root", user: "--user -u" },
  { names: "chroot", valued: "--userspec --groups", operands: 1, elsewhere: true },
  {
    names: "su runuser",
    flags: "- -m -p",
    valued: "-s --shell -g -G -u --user",
    moves: "-l --login",
    code: "-c --command",
    operands: 1,
    interleaved: true,
    insteadOfOperand: "-u --user",
    shell: true,
    rightsOf: "root",
    user: "-u --user",
    userOperand: true,
  },
  {
    names: "unshare",
    anyFlags: true,
    flags:
      "-m --mount -u --uts -i --ipc -n --net -p --pid -U --user -C --cgroup -T --time -f --fork -r --map-root-user -c --map-current-user --mount-proc --keep-caps",
    valued:
      "-S --setuid -G --setgid -R --root -w --wd --map-user --map-users --map-group --map-groups --propagation --setgroups --monotonic --boottime",
  },
  {
    names: "bwrap",
    anyFlags: true,
    pairs:
      "--bind --bind-try --dev-bind --dev-bind-try --ro-bind --ro-bind-try --symlink --setenv --chmod --file --bind-data --ro-bind-data --bind-fd --ro-bind-fd --overlay",
    valued:
      "--bind --bind-try --dev-bind --dev-bind-try --ro-bind --ro-bind-try --symlink --setenv --chmod --file --bind-data --ro-bind-data --bind-fd --ro-bind-fd --overlay --args --argv0 --userns --userns2 --pidns --uid --gid --hostname --unsetenv --lock-file --sync-fd --remount-ro --exec-label --file-label --proc --dev --tmpfs --mqueue --dir --seccomp --add-seccomp-fd --block-fd --userns-block-fd --info-fd --json-status-fd --cap-add --cap-drop --perms --size --overlay-src --tmp-overlay --ro-overlay",
    directory: "--chdir",
  },
  {
    names: "setpriv prlimit numactl firejail valgrind catchsegv xvfb-run dbus-run-session",
    anyFlags: true,
    flags:
      "-r -U --user --map-root-user -f --fork --mount-proc --net --mount --pid --no-new-privs --clear-groups --init-groups -a --auto-servernum -c -d -z -q --quiet --noprofile",
    valued:
      "-N -m -i -C -p -n -e -s -f -S -u --unit --reuid --regid --groups --uid --gid --slice --description --property -R --root -w --wd",
  },
  {
    names: "systemd-run",
    anyFlags: true,
    valued: "-u --unit --uid --gid --slice --description --property -p -M -H --on-calendar --on-active --on-boot",
    persists: "service",
  },
  { names: "gosu su-exec setuidgid", anyFlags: true, operands: 1, rightsOf: "root", userOperand: true },
  { names: "sg newgrp", flags: "- -l", code: "-c", operands: 1, interleaved: true, holdsCode: true },
  { names: "nsenter", anyFlags: true, valued: "-t --target -S --setuid -G --setgid" },
  { names: "runcon setarch", anyFlags: true, operands: 1, insteadOfOperand: "-R -v", interleaved: true },
  { names: "arch", anyFlags: true, readsInput: false },
  { names: "proot", anyFlags: true, valued: "-r -R -S -b -w -q -k --rootfs --bind --cwd" },
];
