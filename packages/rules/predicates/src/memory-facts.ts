/** Facts about a project from JSON, for tests and simulations. */
import { didYouMean, isObject, quote } from "@helve/core/internal";
import { normalizePath } from "@helve/effects";
import { statusSentences } from "./fact-sentence.ts";
import type { BranchFacts, PathStatus, ProjectFacts } from "./project-facts.ts";

/** The state of a project as JSON. Paths are absolute or relative to the project's directory. */
export interface ProjectState {
  /** The texts of files; `null` for a path that does not exist. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** The status of paths in version control. Everything in an ignored folder is ignored, too. */
  readonly status?: Readonly<Record<string, PathStatus>>;
  /** Where symbolic links lead. */
  readonly links?: Readonly<Record<string, string>>;
  readonly branches?: readonly BranchFacts[];
  readonly remotes?: Readonly<Record<string, string>>;
}

/**
 * Facts about a project that are given as JSON, for tests and for recorded calls. A folder with a path whose status is `unmodified` or
 * `modified` is a tracked folder. Nothing is known of paths that are not listed.
 *
 * @param directory - the absolute directory of the project
 *
 * @example
 * memoryFacts({ status: { "report.txt": "ignored" } }, "/home/ada/project").status?.("/home/ada/project/report.txt"); // "ignored"
 */
export function memoryFacts(project: ProjectState, directory: string): ProjectFacts {
  const absolute = <Value>(record: Readonly<Record<string, Value>> = {}): ReadonlyMap<string, Value> =>
    new Map(Object.entries(record).map(([path, value]) => [absoluteIn(directory, path), value]));
  const [files, statuses, links] = [absolute(project.files), absolute(project.status), absolute(project.links)];
  return {
    status: (path) => statuses.get(path) ?? statusByOthers(path, statuses),
    exists: (path) => {
      if (files.has(path)) return files.get(path) !== null;
      return statuses.has(path) || links.has(path) || undefined;
    },
    linkTarget: (path) => {
      const target = links.get(path);
      return target === undefined ? undefined : absoluteIn(path.slice(0, path.lastIndexOf("/")), target);
    },
    text: (path) => files.get(path) ?? undefined,
    branches: () => project.branches,
    remotes: () => project.remotes,
  };
}

function absoluteIn(directory: string, path: string): string {
  return normalizePath(path.startsWith("/") ? path : `${directory}/${path}`) ?? path;
}

/** Derives the status of a path from known paths above and below it. */
function statusByOthers(path: string, statuses: ReadonlyMap<string, PathStatus>): PathStatus | undefined {
  for (const [other, status] of statuses) {
    if (status === "ignored" && path.startsWith(`${other}/`)) return "ignored";
    if ((status === "unmodified" || status === "modified") && other.startsWith(`${path}/`)) return "tracked folder";
  }
  return undefined;
}

/** Returns the problem of a value that should be a {@link ProjectState}, as `facts` of a recorded call; `undefined` if it is valid. */
export function projectStateProblem(value: unknown): string | undefined {
  if (!isObject(value)) return '"facts" must be an object';
  for (const [name, member] of Object.entries(value)) {
    const problem = stateMembers.get(name)?.(member) ?? (stateMembers.has(name) ? undefined : unknownStateMember(name));
    if (problem !== undefined) return `"facts"${problem}`;
  }
  return undefined;
}

/** Says that the state has no member of this name, and which it has. */
function unknownStateMember(name: string): string {
  const names = [...stateMembers.keys()];
  return ` has no member ${quote(name)}${didYouMean(name, names)}: expected ${names.join(", ")}`;
}

type MemberProblem = (member: unknown) => string | undefined;

/** Returns a member's name with a check that its value is an object whose values all pass `isValue`. */
function recordProblem(
  name: string,
  what: string,
  isValue: (value: unknown) => boolean,
): readonly [string, MemberProblem] {
  return [
    name,
    (member) => {
      if (!isObject(member)) return `.${name} must be an object`;
      const wrong = Object.entries(member).find(([, value]) => !isValue(value));
      return wrong && `.${name}[${quote(wrong[0])}] must be ${what} (got ${JSON.stringify(wrong[1])})`;
    },
  ];
}

const statusNames: readonly unknown[] = Object.keys(statusSentences);

const stateMembers: ReadonlyMap<string, MemberProblem> = new Map([
  recordProblem("files", "a text or null", (value) => value === null || typeof value === "string"),
  recordProblem("status", `one of ${statusNames.join(", ")}`, (value) => statusNames.includes(value)),
  recordProblem("links", "a path", (value) => typeof value === "string"),
  [
    "branches",
    (member) => {
      const isBranch = (each: unknown): boolean =>
        isObject(each) && typeof each["name"] === "string" && typeof each["isPushed"] === "boolean";
      const isList = Array.isArray(member) && member.every(isBranch);
      return isList ? undefined : '.branches must be a list of { "name": …, "isPushed": true or false }';
    },
  ],
  recordProblem("remotes", "an address", (value) => typeof value === "string"),
]);
