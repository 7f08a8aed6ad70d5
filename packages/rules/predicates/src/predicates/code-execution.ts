/** Predicates about code that runs other code: `is_executing_malware`, `installs_from_untrusted` and others. */
import { type ExecuteEffect, isAttackTool, type Origin, type WriteEffect } from "@helve/effects";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { sessionState } from "../session-state.ts";
import { certainHit, type EffectPredicate, type Hit, strongestHit, unknownHit } from "./effect-predicate.ts";
import { untrustedHostHit } from "./network.ts";
import { codePhrases } from "./phrases.ts";

/** `is_executing_malware`: whether code from the network or encoded code runs, as in `curl https://x.io/a | sh`. */
export const isExecutingMalware: EffectPredicate = {
  names: ["is_executing_malware", "is_excuting_malware", "is_malware"],
  description:
    "Whether the code runs code from the network or encoded code, creates objects from data that may contain code and is " +
    "not read from a file, or runs a program that is known to mine coins or to steal passwords.",
  phrase: codePhrases({
    does: "runs code that is encoded or comes from the network",
    doesNot: "run code that is encoded or comes from the network",
    zh: "运行经过编码或来自网络的代码",
  }),
  falseReason: "nothing in the code runs code from the network or encoded code",
  createTest({ policy, context }) {
    const session = sessionState(policy, context);
    const isForeign = (origin: Origin): boolean =>
      isFetchedOrEncoded(origin) ||
      (origin.kind === "file" &&
        origin.target !== null &&
        session.file(origin.target.path)?.from.some(isFetchedOrEncoded) === true);
    return (effect) =>
      effect.kind === "execute" &&
      (effect.from.some(isForeign) || loadsForeignObjects(effect) || isKnownMalware(effect)) &&
      certainHit;
  },
};

/** Whether the program has the name of a coin miner or of another program that is made for attacks. */
function isKnownMalware({ program, from }: ExecuteEffect): boolean {
  const files = from.flatMap((origin) => (origin.kind === "file" ? (origin.target?.path ?? []) : []));
  return (program === null ? files : [program, ...files]).some((path) => malware.test(path) || isAttackTool(path));
}

const malware =
  /(?:^|[\\/])(?:xmrig|xmr-stak|minerd|cpuminer|ccminer|cgminer|bfgminer|ethminer|nbminer|lolminer|phoenixminer)(?:\.exe)?$/i;

/** `injects_code`: whether the code runs its input, its arguments or a string as code, as in `eval "$1"`. */
export const injectsCode: EffectPredicate = {
  names: ["injects_code", "contain_exec_string"],
  description:
    "Whether the code runs its input, arguments, variables or the output of a command as code, or runs a string that starts programs.",
  phrase: codePhrases({
    does: "runs input or other data as code",
    doesNot: "run input or other data as code",
    zh: "将输入或其他数据作为代码运行",
  }),
  falseReason: "nothing in the code runs its input or a string as code",
  createTest({ effects }) {
    const startsProgram = effects.some((effect) => effect.kind === "execute" && effect.program !== null);
    return (effect) => {
      if (effect.kind !== "execute" || effect.objects === true) return false;
      const kinds = effect.from.map(({ kind }) => kind);
      if (kinds.includes("input") || kinds.includes("environment")) return certainHit;
      if (kinds.includes("output") || kinds.includes("unknown")) return unknownHit;
      return startsProgram && effect.program === null && kinds.includes("literal") && certainHit;
    };
  },
};

/** `unpacks_hidden_data`: whether the code decodes data in its own text and creates objects from it. */
export const unpacksHiddenData: EffectPredicate = {
  names: ["unpacks_hidden_data"],
  description: "Whether the code creates objects from encoded data in its own text, which a person can't read.",
  phrase: codePhrases({
    does: "creates objects from encoded data",
    doesNot: "create objects from encoded data",
    zh: "根据编码数据创建对象",
  }),
  falseReason: "nothing in the code creates objects from encoded data",
  createTest: () => (effect) => {
    if (effect.kind !== "deserialize") return false;
    const kinds = effect.from.map(({ kind }) => kind);
    return kinds.includes("encoded") && kinds.every((kind) => kind === "encoded" || kind === "literal") && certainHit;
  },
};

/** `installs_from_untrusted`: whether software comes from an untrusted host, as in `npm i https://x.io/a.tgz`. */
export const installsFromUntrusted: EffectPredicate = {
  names: ["installs_from_untrusted"],
  description:
    "Whether the code installs software from an address that the policy does not trust, or fetches a program from there to a file.",
  phrase: codePhrases({
    does: "installs software from an untrusted address",
    doesNot: "install software from an untrusted address",
    zh: "从不可信的地址安装软件",
  }),
  operand: "install",
  falseReason: "nothing in the code installs software from an untrusted address",
  createTest({ policy, context }) {
    const session = sessionState(policy, context);
    const fetchedFromUntrustedHost = (file: string): Hit | false =>
      comesFromUntrustedHost(session.file(file)?.from ?? [], policy);
    return (effect) => {
      if (effect.kind === "write") return isProgramFile(effect, policy) && comesFromUntrustedHost(effect.from, policy);
      if (effect.kind !== "install") return false;
      if (effect.source === "unknown" || effect.packages === null) return unknownHit;
      if (effect.source === "address") return untrustedSourceHit(effect.host ?? null, policy);
      return effect.source === "file" && strongestHit(effect.packages.map(fetchedFromUntrustedHost));
    };
  },
};

/** Returns a hit if software comes from an untrusted host or a public forge. */
function untrustedSourceHit(host: string | null, policy: PreparedPolicy): Hit | false {
  if (host !== null && forges.test(host)) return { truth: true, because: ", where anybody can publish" };
  return untrustedHostHit({ host }, policy);
}

/** Code forges and hubs, which are trusted for reading but not as a source of software. */
const forges =
  /^((gist\.|codeload\.)?github\.com|raw\.githubusercontent\.com|gitlab\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht|huggingface\.co)$/;

/** Whether data comes from the network or was encoded (base64, hex). */
function isFetchedOrEncoded({ kind }: Origin): boolean {
  return kind === "network" || kind === "encoded";
}

/** Whether a loader such as `pickle.loads` reads data that is not from a file; files are assumed to be the program's own. */
function loadsForeignObjects(effect: ExecuteEffect): boolean {
  const { from, objects } = effect;
  return objects === true && (from.length === 0 || from.some(({ kind }) => kind !== "file"));
}

/** Whether a written file is a program by its extension (`install.sh`), or lies in a directory of the system. */
function isProgramFile({ target }: WriteEffect, { writing }: PreparedPolicy): boolean {
  if (target === null) return false;
  return (
    writing.find(target, false) !== null ||
    /\.(sh|bash|zsh|py|pl|rb|js|mjs|ps1|bat|cmd|exe|msi|dll|so|deb|rpm|apk|dmg|pkg|jar|run|AppImage|bin|whl)$/.test(
      target.path,
    )
  );
}

/** Whether data comes from an untrusted host. */
function comesFromUntrustedHost(from: readonly Origin[], policy: PreparedPolicy): Hit | false {
  return strongestHit(
    from.map((origin) => {
      const hit = origin.kind === "network" && untrustedHostHit(origin, policy);
      if (hit === false || origin.kind !== "network") return false;
      return { ...hit, because: `, with data from ${origin.host ?? "an unknown host"}${hit.because ?? ""}` };
    }),
  );
}
