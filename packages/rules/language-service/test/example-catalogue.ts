import { type Catalogue, toolsFromDocuments } from "@helve/agentspec";
import { type OpenProgram, openProgram } from "@helve/language-service";

const text = { type: "string" } as const;

/** The catalogue of the tests: tools, predicates and enforcements. */
export const host: Catalogue = {
  tools: [
    ...toolsFromDocuments([
      {
        info: { title: "Gmail" },
        functions: [
          {
            name: "SendEmail",
            description: "Sends a mail.",
            parameters: [
              { name: "to", description: "Who gets it.", schema: { type: "array", items: text }, required: true },
              { name: "body", schema: text, required: true },
              { name: "priority", schema: { type: "string", enum: ["low", "high"] }, required: false },
              {
                name: "options",
                schema: { type: "object", properties: { draft: { type: "boolean" } }, additionalProperties: false },
                required: false,
              },
            ],
            return: { schema: { type: "object", properties: { id: text }, additionalProperties: false } },
          },
          { name: "List", parameters: [], return: null },
        ],
      },
    ]),
    { name: "Home.Turn On", parameters: { type: "object", properties: { "in room": text } } },
    { name: "Shell", parameters: { type: "object", properties: { command: text } } },
  ],
  predicates: [
    { name: "is_late", description: "Whether it is late.", phrase: { en: "it is late" } },
    {
      name: "is_sent",
      parameters: [
        { name: "how", schema: { enum: ["fast", "slow", 3] } },
        { name: "to", required: false, rest: true },
      ],
    },
    { name: "not a name" },
  ],
  enforcements: [{ name: "follow_dist", description: "Keeps its distance." }, { name: "plan:cruise:Speed" }],
};

/** Marks the offset in the texts of the tests. */
const mark = "‸";

/** Opens a text without its offset mark `‸`, and returns the program and the offset. */
export function openAt(marked: string, catalogue: Catalogue = host): { program: OpenProgram; offset: number } {
  const offset = marked.indexOf(mark);
  return { program: openProgram(marked.replace(mark, ""), catalogue), offset };
}
