/** Kills all processes of a command, which are marked by an environment variable. */

/** The environment variable that marks the processes of a command, so that they can be found and ended. */
export const markName = "HELVE_COMMAND_ID";

/** A directory that exists once the command with a mark was killed. A directory, because creating one follows no link. */
const killedPrefix = "/dev/shm/helve-killed-";

/** Shell code that runs before a command: it may be started after it was killed. */
export const exitIfKilled: string = `[ -e "${killedPrefix}$${markName}" ] && exit 137; `;

/** Shell code that kills all processes with the mark `$1` in their environment, again and again until none is left. */
export const killScript: string = `mkdir -p "${killedPrefix}$1"
for round in 1 2 3 4 5; do
  found=
  for p in /proc/[0-9]*; do
    if [ "$p" != /proc/$$ ] && grep -q "$1" "$p/environ" 2>/dev/null; then
      kill -9 "\${p#/proc/}" 2>/dev/null && found=1
    fi
  done
  [ -n "$found" ] || exit 0
done`;
