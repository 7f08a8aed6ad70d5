import type { Effect, Target } from "../effects.ts";

/**
 * Returns the delayed effect of code that matters wherever the code runs: it runs code from the network, sends data, sets up code that runs
 * later, or deletes files outside of the project. Unknown effects are ignored here: the code is read again when it runs.
 */
export function riskyEffect(effects: readonly Effect[]): Effect | undefined {
  return effects.find((effect) => isRisky(effect)) ?? shellConnection(effects);
}

/** Whether an effect in instructions is dangerous, such as code from the network. */
function isRisky(effect: Effect): boolean {
  switch (effect.kind) {
    case "execute":
      return effect.from.some(({ kind }) => kind === "network" || kind === "encoded");
    case "network":
      return (
        effect.direction === "out" &&
        effect.configured !== true &&
        !isLocal(effect.host) &&
        effect.from.some(({ kind }) => /^(file|secret|environment|output|unknown)$/.test(kind))
      );
    case "delete":
    case "destroy":
      return effect.kind === "destroy" && effect.device !== undefined ? true : isOutside(effect.target);
    case "persist":
    case "exhaust":
    case "reveal":
      return true;
    case "privilege":
      return !/^(sudo|doas|su|gosu|runuser|pkexec)$/.test(effect.by);
    case "read":
      return effect.target !== null && /^~[^/]*\/\.(ssh|aws|gnupg|netrc|kube)\b/.test(effect.target.path);
    default:
      return false;
  }
}

/** A connection that is used together with a shell without a known input, as in a reverse shell. */
function shellConnection(effects: readonly Effect[]): Effect | undefined {
  const connection = effects.find(
    (effect) => effect.kind === "network" && effect.direction === "out" && /^(tcp|udp)$/.test(effect.protocol ?? ""),
  );
  const runsShell = effects.some(
    (effect) => effect.kind === "execute" && /(^|\/)(ba|z|da|k)?sh$/.test(effect.program ?? ""),
  );
  return runsShell ? connection : undefined;
}

function isLocal(host: string | null): boolean {
  return host !== null && /^(localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0|host\.docker\.internal)$/.test(host);
}

/** Places outside of the project whose files builds and build servers often delete. */
const replaceable =
  /^(\/tmp|\/var\/tmp|\/var\/lib\/apt|\/var\/cache|\/usr\/share|\/usr\/local\/(lib|share)|\/opt|\/root\/\.cache|~\/\.(cache|npm|cargo|gradle|m2|local\/share))(\/|$)/;

/** Whether a path is outside of the project, or is the whole project. */
function isOutside(target: Target | null): boolean {
  if (target === null) return false;
  const path = target.path.replace(/\/?\*+$/, "");
  if (path === "") return !target.partial;
  return /^(\/|~|\.\.(\/|$))/.test(path) && !replaceable.test(path);
}
