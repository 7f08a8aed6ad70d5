import { type Step, type Trajectory, withHistory } from "@helve/core";
import { type StepFold, StepFolds } from "@helve/core/internal";
import { describe, expect, it } from "vitest";

const steps = ["a", "b", "c", "d"].map((id) => stepOf(id));

describe("what is kept of the steps of a session", () => {
  it("is read once for each history", () => {
    const { namesOf, reads } = names();
    const history = {};
    expect(namesOf(withHistory(steps.slice(0, 2), history))).toBe("ab");
    expect(namesOf(withHistory(steps.slice(0, 2), history))).toBe("ab");
    expect(namesOf(withHistory(steps, history))).toBe("abcd");
    expect(reads).toEqual(["a", "b", "c", "d"]);
    expect(namesOf(withHistory(steps, {}))).toBe("abcd");
    expect(reads).toHaveLength(8);
  });

  it("is read again without a history, and after a copy was changed", () => {
    const { namesOf, reads } = names();
    const list = withHistory(steps.slice(0, 2), {});
    expect(namesOf(list)).toBe("ab");
    expect(namesOf([...list.slice(1), ...steps.slice(2)])).toBe("bcd");
    expect(namesOf([...list])).toBe("ab");
    expect(reads).toEqual(["a", "b", "b", "c", "d", "a", "b"]);
  });

  it("is that of the steps at a moment, also if later ones are known", () => {
    const { namesOf, reads } = names();
    const history = {};
    namesOf(withHistory(steps, history));
    expect(namesOf(withHistory(steps.slice(0, 1), history))).toBe("a");
    expect(namesOf(withHistory(steps, history))).toBe("abcd");
    expect(reads).toEqual(["a", "b", "c", "d", "a"]);
  });

  it("does not include steps in flight", () => {
    const { namesOf } = names();
    const history = {};
    const running = { ...stepOf("x"), inFlight: true } as const;
    expect(namesOf(withHistory([...steps.slice(0, 1), running], history))).toBe("a");
    expect(namesOf(withHistory(steps.slice(0, 2), history))).toBe("ab");
  });

  it("differs by its beginning", () => {
    const { namesOf, reads } = names();
    const history = {};
    expect(namesOf(withHistory(steps.slice(0, 1), history), "1")).toBe("1a");
    expect(namesOf(withHistory(steps.slice(0, 2), history), "2")).toBe("2ab");
    expect(namesOf(withHistory(steps.slice(0, 2), history), "1")).toBe("1ab");
    expect(reads).toEqual(["a", "a", "b", "b"]);
  });

  it("is read again after a step that can't be read", () => {
    const { namesOf } = names();
    const history = {};
    expect(() => namesOf(withHistory([...steps.slice(0, 2), stepOf("!")], history))).toThrow("unreadable");
    expect(namesOf(withHistory(steps.slice(0, 3), history))).toBe("abc");
  });
});

describe("withHistory", () => {
  it("returns a list that is compared and written as its steps", () => {
    const list = withHistory(steps, steps);
    expect(list.history).toBe(steps);
    expect(list).toEqual(steps);
    expect(JSON.parse(JSON.stringify(list))).toEqual(steps);
    expect([...list]).not.toHaveProperty("history");
  });
});

/** The names of the steps, read by folds. */
function names() {
  const folds = new StepFolds<StepFold & { readonly start: string; text: string }>();
  const reads: string[] = [];
  const create = (start: string) => ({
    start,
    text: start,
    added: 0,
    add({ action: { id } }: Step) {
      this.text += id;
      if (id === "!") throw new Error("unreadable");
      reads.push(id);
      this.added++;
    },
  });
  const namesOf = (trajectory: Trajectory, start = ""): string => {
    const fold = folds.of(
      trajectory,
      () => create(start),
      (known) => known.start === start,
    );
    return fold.text;
  };
  return { namesOf, reads };
}

function stepOf(id: string): Step {
  return { action: { id, name: "say", args: {} }, observation: { parts: [], isError: false }, ran: true };
}
