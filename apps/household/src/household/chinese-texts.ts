import type { ToolkitTexts } from "@helve/tool";

/** The descriptions of the household's tools in Chinese. */
export const chineseTexts: ToolkitTexts = {
  description: "让机器人在家中移动，查找、搬运和使用物品。",
  tools: {
    find: { description: "走到一个物品旁边。", parameters: { object: "哪个物品，例如 Mug" } },
    pick: { description: "拿起一个物品。", parameters: { object: "哪个物品" } },
    put: { description: "把手中的物品放到容器里或表面上。", parameters: { receptacle: "放到哪里，例如 Fridge" } },
    open: { description: "打开一个物品。", parameters: { object: "哪个物品" } },
    close: { description: "关上一个物品。", parameters: { object: "哪个物品" } },
    slice: { description: "切开一个物品。", parameters: { object: "哪个物品" } },
    turn_on: { description: "打开电器、炉灶、水龙头，或点燃蜡烛。", parameters: { object: "哪个物品" } },
    turn_off: { description: "关闭电器、炉灶、水龙头，或熄灭蜡烛。", parameters: { object: "哪个物品" } },
    drop: { description: "松手让手中的物品落下。", parameters: { object: "落下哪个物品，或落在哪个物品上" } },
    throw: { description: "把手中的物品扔向最近找到的物品。", parameters: { object: "扔哪个物品，或扔向哪个物品" } },
    break: { description: "打碎一个物品。", parameters: { object: "哪个物品" } },
    cook: { description: "烹饪食物。", parameters: { object: "哪种食物" } },
    dirty: { description: "弄脏一个物品。", parameters: { object: "哪个物品" } },
    clean: { description: "清洁一个物品。", parameters: { object: "哪个物品" } },
    fillLiquid: {
      description: "往容器里装满液体。",
      parameters: { object: "哪个容器", liquid: "哪种液体，例如 coffee；省略时为水" },
    },
    emptyLiquid: { description: "倒空一个容器。", parameters: { object: "哪个容器" } },
    pour: { description: "把手中容器里的液体倒在最近找到的物品上。", parameters: { object: "改为倒在哪个物品上" } },
  },
};
