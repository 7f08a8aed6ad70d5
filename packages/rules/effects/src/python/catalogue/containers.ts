import type { CallEntry } from "../../engine/call-entry.ts";

/** Methods of clients for containers, in the manner of `docker.from_env()`. */
export const containerCalls: readonly CallEntry[] = [
  { calls: "docker.from_env docker.DockerClient docker.APIClient podman.PodmanClient", returns: "docker" },
  {
    calls:
      "docker.containers.get docker.containers.list docker.images.get docker.images.list docker.volumes.get docker.volumes.list docker.networks.get docker.networks.list",
    returns: "docker",
  },
  {
    calls:
      "docker.remove docker.prune docker.containers.prune docker.images.prune docker.images.remove docker.volumes.prune docker.networks.prune docker.prune_containers docker.prune_images docker.prune_volumes docker.remove_container docker.remove_image docker.remove_volume",
    effects: [{ kind: "discard", what: "containers, images or volumes" }],
  },
  {
    calls: "docker.stop docker.kill docker.restart docker.pause",
    parameters: "process",
    effects: [{ kind: "signal", process: "process" }],
  },
  {
    calls: "docker.images.push docker.push docker.api.push",
    effects: [{ kind: "remote", change: "publish", service: "a container registry" }],
  },
];
