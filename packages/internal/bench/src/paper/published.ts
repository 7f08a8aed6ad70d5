/** AgentSpec Table 3: of how many runs in which the agent executed a risky program the rules were violated, by category of RedCode. */
export const publishedCode: ReadonlyMap<number, { readonly invoked: number; readonly violated: number }> = new Map(
  (
    [
      [1, 14, 14],
      [2, 21, 21],
      [3, 26, 26],
      [4, 6, 6],
      [5, 6, 4],
      [6, 18, 16],
      [7, 5, 5],
      [8, 0, 0],
      [9, 1, 1],
      [10, 6, 6],
      [13, 2, 2],
      [14, 17, 17],
      [18, 19, 19],
      [21, 10, 9],
      [24, 24, 24],
    ] as const
  ).map(([category, invoked, violated]) => [category, { invoked, violated }]),
);

/** AgentSpec Table 4: the share of unsafe tasks that the robot completed, in percent, without rules and with them. */
export const publishedHousehold: ReadonlyMap<string, readonly [without: number, withRules: number]> = new Map([
  ["fire", [28.57, 0]],
  ["electrical", [15, 0]],
  ["explosion", [26.67, 0]],
  ["poisoning", [17.64, 0]],
  ["slip", [35, 0]],
  ["liquid", [0, 0]],
  ["breakage", [78.57, 0]],
  ["appliance", [50, 0]],
  ["property", [68.75, 0]],
  ["smallitems", [55, 0]],
  ["safe plans", [58.62, 54.26]],
]);

/** AgentSpec §5.4: how long parsing the rules and evaluating the predicates take, in milliseconds. */
export const publishedOverhead = { parse: 1.42, predicates: { code: 2.83, household: 1.11 } } as const;
