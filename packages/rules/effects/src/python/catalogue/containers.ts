import type { CallEntry } from "../../engine/call-entry.ts";
import { call, returns, signals } from "../../engine/rows.ts";

/** The effects of Python methods of clients for containers, in the manner of `docker.from_env()`. */
export const containerCalls: readonly CallEntry[] = [
  call(
    "docker.from_env docker.DockerClient docker.APIClient podman.PodmanClient docker.containers.get docker.containers.list docker.images.get docker.images.list docker.volumes.get docker.volumes.list docker.networks.get docker.networks.list",
    "",
    returns("docker"),
  ),
  call(
    "docker.remove docker.prune docker.containers.prune docker.images.prune docker.images.remove docker.volumes.prune docker.networks.prune docker.prune_containers docker.prune_images docker.prune_volumes docker.remove_container docker.remove_image docker.remove_volume",
    "",
    { kind: "discard", what: "containers, images or volumes" },
  ),
  call("docker.stop docker.kill docker.restart docker.pause", "process", signals("process")),
  call("docker.images.push docker.push docker.api.push", "", {
    kind: "remote",
    change: "publish",
    service: "a container registry",
  }),
];
