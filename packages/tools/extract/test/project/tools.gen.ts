// Written by `helve opentool extract`: change the functions, not this file.
import { type Tool, tool } from "@helve/tool";
import * as source0 from "./tools.ts";

export const weather: Tool<{ "place": Parameters<typeof source0.weather>[0]; "days"?: Parameters<typeof source0.weather>[1]; "unit"?: Parameters<typeof source0.weather>[2]; "tags"?: Parameters<typeof source0.weather>[number][] }, Awaited<ReturnType<typeof source0.weather>>> = tool({
  name: "weather",
  description: "Tells the weather.",
  parameters: {"type":"object","properties":{"place":{"description":"where","$ref":"#/$defs/Place"},"days":{"type":"number","description":"how many days","default":3},"unit":{"type":"string","enum":["celsius","fahrenheit"]},"tags":{"type":"array","items":{"type":"string"}}},"required":["place"],"additionalProperties":false,"$defs":{"Place":{"type":"object","description":"A place on earth.","properties":{"city":{"type":"string","description":"The city.","minLength":2},"neighbours":{"type":"array","items":{"$ref":"#/$defs/Place"}},"size":{"type":["number","null"]}},"required":["city","size"]}}},
  describe: "optional",
  execute: (args) => source0.weather(...([args["place"], args["days"], args["unit"], ...((args["tags"] ?? []) as unknown[])] as unknown as Parameters<typeof source0.weather>)),
}) as unknown as Tool<{ "place": Parameters<typeof source0.weather>[0]; "days"?: Parameters<typeof source0.weather>[1]; "unit"?: Parameters<typeof source0.weather>[2]; "tags"?: Parameters<typeof source0.weather>[number][] }, Awaited<ReturnType<typeof source0.weather>>>;

export const search: Tool<Parameters<typeof source0.search>[0], Awaited<ReturnType<typeof source0.search>>> = tool({
  name: "search",
  description: "Searches places.",
  parameters: {"type":"object","properties":{"query":{"type":"string","description":"What to find."},"limit":{"type":"integer","description":"How many.","minimum":1,"default":10}},"required":["query"],"additionalProperties":false},
  describe: "optional",
  execute: (args, context) => source0.search(...([args, context] as unknown as Parameters<typeof source0.search>)),
}) as unknown as Tool<Parameters<typeof source0.search>[0], Awaited<ReturnType<typeof source0.search>>>;

export const draw: Tool<{ "shape": Parameters<typeof source0.draw>[0]; "id": Parameters<typeof source0.draw>[1]; "pair": Parameters<typeof source0.draw>[2]; "map": Parameters<typeof source0.draw>[3]; "flag": Parameters<typeof source0.draw>[4]; "version": Parameters<typeof source0.draw>[5] }, Awaited<ReturnType<typeof source0.draw>>> = tool({
  name: "draw",
  description: "Draws.",
  parameters: {"type":"object","properties":{"shape":{"$ref":"#/$defs/Shape"},"id":{"$ref":"#/$defs/Identifier"},"pair":{"type":"array","items":false,"prefixItems":[{"type":"number"},{"type":"string"}],"minItems":1},"map":{"type":"object","properties":{},"additionalProperties":{"type":"number"}},"flag":{"anyOf":[{"type":"boolean"},{"type":"string","enum":["auto"]}]},"version":{"type":"string","pattern":"^v\\s*(?:[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?|0(?:[xX][\\dA-Fa-f]+|[oO][0-7]+|[bB][01]+))\\s*$"}},"required":["shape","id","pair","map","flag","version"],"additionalProperties":false,"$defs":{"Shape":{"anyOf":[{"type":"object","properties":{"kind":{"type":"string","enum":["circle"]},"radius":{"type":"number"}},"required":["kind","radius"]},{"type":"object","properties":{"kind":{"type":"string","enum":["square"]},"side":{"type":"number"}},"required":["kind","side"]}]},"Identifier":{"type":"string"}}},
  describe: "optional",
  execute: (args) => source0.draw(...([args["shape"], args["id"], args["pair"], args["map"], args["flag"], args["version"]] as unknown as Parameters<typeof source0.draw>)),
}) as unknown as Tool<{ "shape": Parameters<typeof source0.draw>[0]; "id": Parameters<typeof source0.draw>[1]; "pair": Parameters<typeof source0.draw>[2]; "map": Parameters<typeof source0.draw>[3]; "flag": Parameters<typeof source0.draw>[4]; "version": Parameters<typeof source0.draw>[5] }, Awaited<ReturnType<typeof source0.draw>>>;

export const watch: Tool<{ "path": Parameters<typeof source0.watch>[0] }, Awaited<ReturnType<typeof source0.watch>>> = tool({
  name: "watch",
  description: "Watches a path.",
  parameters: {"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false},
  describe: "optional",
  execute: (args) => source0.watch(...([args["path"]] as unknown as Parameters<typeof source0.watch>)),
}) as unknown as Tool<{ "path": Parameters<typeof source0.watch>[0] }, Awaited<ReturnType<typeof source0.watch>>>;

export const first: Tool<{ "items": Parameters<typeof source0.first>[0] }, Awaited<ReturnType<typeof source0.first>>> = tool({
  name: "first",
  description: "The first item.",
  parameters: {"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}}},"required":["items"],"additionalProperties":false},
  describe: "optional",
  execute: (args) => source0.first(...([args["items"]] as unknown as Parameters<typeof source0.first>)),
}) as unknown as Tool<{ "items": Parameters<typeof source0.first>[0] }, Awaited<ReturnType<typeof source0.first>>>;

export const update: Tool<Parameters<typeof source0.update>[0], Awaited<ReturnType<typeof source0.update>>> = tool({
  name: "update",
  description: "Changes a place.",
  parameters: {"type":"object","properties":{"city":{"type":"string","description":"The city.","minLength":2},"neighbours":{"type":"array","items":{"$ref":"#/$defs/Place"}},"size":{"type":["number","null"]},"id":{"type":"string"}},"required":["id"],"additionalProperties":false,"$defs":{"Place":{"type":"object","description":"A place on earth.","properties":{"city":{"type":"string","description":"The city.","minLength":2},"neighbours":{"type":"array","items":{"$ref":"#/$defs/Place"}},"size":{"type":["number","null"]}},"required":["city","size"]}}},
  describe: "optional",
  execute: (args) => source0.update(...([args] as unknown as Parameters<typeof source0.update>)),
}) as unknown as Tool<Parameters<typeof source0.update>[0], Awaited<ReturnType<typeof source0.update>>>;

export const terminalTools = (instance: InstanceType<typeof source0.Terminal>): [Tool<{ "command": Parameters<InstanceType<typeof source0.Terminal>["execute"]>[0]; "options"?: Parameters<InstanceType<typeof source0.Terminal>["execute"]>[1] }, Awaited<ReturnType<InstanceType<typeof source0.Terminal>["execute"]>>>] => [
  tool({
    name: "Terminal-execute",
    description: "Runs a command.",
    parameters: {"type":"object","properties":{"command":{"type":"string"},"options":{"type":"object","properties":{"timeout":{"type":"number"}}}},"required":["command"],"additionalProperties":false},
    describe: "optional",
    execute: (args) => instance.execute(...([args["command"], args["options"]] as unknown as Parameters<InstanceType<typeof source0.Terminal>["execute"]>)),
  }) as unknown as Tool<{ "command": Parameters<InstanceType<typeof source0.Terminal>["execute"]>[0]; "options"?: Parameters<InstanceType<typeof source0.Terminal>["execute"]>[1] }, Awaited<ReturnType<InstanceType<typeof source0.Terminal>["execute"]>>>,
];
