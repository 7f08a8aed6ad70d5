/** Subcommands that run a command in a container or on another machine. */
import { type Runner, runner } from "../wrapper.ts";

/** Subcommands that run a command in a container or a cloud machine: `docker exec`. */
export const containerRunners: readonly Runner[] = [
  runner("docker podman", "exec", {
    valued: "-u --user -e --env -w --workdir --env-file",
    operands: 1,
    elsewhere: true,
  }),
  runner("docker podman", "run", {
    valued:
      "-v --volume -u --user -e --env -w --workdir -p --publish --name --network --net --network-alias --mount --entrypoint --env-file -h --hostname -m --memory --memory-swap --cpus --cpu-shares --cpuset-cpus -c --pid --ipc --uts --userns --cgroupns --cgroup-parent --cap-add --cap-drop --device --device-cgroup-rule --security-opt --restart -l --label --label-file --add-host --dns --dns-search --ulimit --tmpfs --shm-size --platform --gpus --log-driver --log-opt --volumes-from --volume-driver --link --expose --group-add --runtime --stop-signal --stop-timeout --sysctl --health-cmd --health-interval --health-retries --health-timeout --cidfile --annotation --pull --ip --mac-address --storage-opt -a --attach --detach-keys --isolation --oom-score-adj --pids-limit",
    operands: 1,
    detached: "-d",
    elsewhere: true,
  }),
  runner("kubectl oc", "exec", { valued: "-c -n --namespace", operands: 1, interleaved: true, elsewhere: true }),
  runner("docker podman nerdctl", "compose exec|run", {
    flags: "-d --detach -T --no-TTY --rm --no-deps --build --privileged -i --interactive",
    valued:
      "-u --user -e --env -w --workdir -v --volume -p --publish --name --entrypoint --index --env-file -l --label",
    operands: 1,
    elsewhere: true,
  }),
  runner("docker-compose", "exec|run", {
    flags: "-d --detach -T --rm --no-deps",
    valued: "-u --user -e --env -w --workdir -v --volume -p --publish --name --entrypoint",
    operands: 1,
    elsewhere: true,
  }),
  runner("devbox distrobox toolbox", "run|enter", { valued: "-c --container -n --name -e --env", dashes: true }),
  runner("heroku", "run", { valued: "-a --app -r --remote -s --size", elsewhere: true, mayRunCode: true }),
  runner("fly flyctl", "ssh console", {
    code: "-C --command",
    valued: "-a --app -r --region -u --user",
    operands: 9,
    interleaved: true,
    elsewhere: true,
  }),
  runner("vagrant", "ssh", { code: "-c --command", operands: 9, interleaved: true, elsewhere: true }),
  runner("gh", "codespace ssh", { valued: "-c --codespace", holdsCode: true, elsewhere: true }),
  runner("gcloud", "compute ssh", {
    code: "--command",
    valued: "--zone --project --ssh-flag",
    operands: 9,
    interleaved: true,
    elsewhere: true,
  }),
  runner("devcontainer", "exec", { valued: "--workspace-folder --container-id --config", elsewhere: true }),
  runner("multipass", "exec", { operands: 1, interleaved: true, elsewhere: true }),
  runner("limactl", "shell", { operands: 1, elsewhere: true }),
];
