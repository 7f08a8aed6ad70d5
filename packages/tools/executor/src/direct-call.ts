/** The types of `ActionExecutor.call`: the names of the tools, their arguments and their results. */
import type { Args, ToolContext } from "@helve/core";
import type { Tool, Toolkit } from "@helve/tool";
import type { ToolGroup } from "./tool-table.ts";

/** The tools and toolkits that an executor is created with. */
export type ExecutorTools = readonly (Tool | ToolGroup)[];

/** The names that `ActionExecutor.call` accepts: those that the types of the tools contain, or else any string. */
export type CallName<Tools extends ExecutorTools> = string extends keyof CallsOf<Tools>
  ? string
  : keyof CallsOf<Tools> & string;

/** The type of a tool's arguments by its name. */
export type CallArguments<Tools extends ExecutorTools, Name> = Name extends keyof CallsOf<Tools>
  ? CallsOf<Tools>[Name] extends { readonly args: infer Arguments }
    ? Arguments
    : Args
  : Args;

/** The type of a tool's result by its name: for a generator, the type of its last value; for a stream, the type of its collected data. */
export type CallResult<Tools extends ExecutorTools, Name> = Name extends keyof CallsOf<Tools>
  ? CallsOf<Tools>[Name] extends { readonly result: infer Result }
    ? Last<Awaited<Result>>
    : unknown
  : unknown;

type CallsOf<Tools extends ExecutorTools> = Merged<CallOf<Tools[number]>>;

type Merged<Calls> = (Calls extends unknown ? (calls: Calls) => void : never) extends (calls: infer All) => void
  ? All
  : never;

type CallOf<One> =
  One extends Tool<infer Arguments, infer Result, infer Name>
    ? { readonly [Key in Name]: { readonly args: Arguments; readonly result: Result } }
    : One extends Toolkit
      ? MethodsOf<One>
      : One extends { readonly name: infer Group extends string; readonly tools: readonly (infer Member)[] }
        ? MembersOf<Group, Member>
        : never;

type MembersOf<Group extends string, Member> =
  Member extends Tool<infer Arguments, infer Result, infer Name>
    ? { readonly [Key in Name as `${Group}.${Key}`]: { readonly args: Arguments; readonly result: Result } }
    : never;

/** The tools of a toolkit class. TypeScript has no type of parameter names, so only the values of arguments are typed. */
type MethodsOf<Kit extends Toolkit> = {
  readonly [Key in Exclude<keyof Kit, keyof Toolkit> & string as NameOf<Kit, Key>]: Kit[Key] extends (
    ...args: infer Parameters
  ) => infer Result
    ? { readonly args: Readonly<Record<string, Exclude<Parameters[number], ToolContext>>>; readonly result: Result }
    : never;
};

type NameOf<Kit extends Toolkit, Key extends string> = Key extends "run" ? Kit["name"] : `${Kit["name"]}.${Key}`;

type Last<Result> =
  Result extends AsyncGenerator<infer Value, void>
    ? Value | undefined
    : Result extends AsyncGenerator<unknown, infer Returned>
      ? Returned
      : Result extends AsyncIterable<infer Value>
        ? WholeText<Value>
        : Result;

/** The type of what is read of a stream: a text if it consists of texts and bytes. */
type WholeText<Value> = [Value] extends [string | Uint8Array] ? string : unknown;
