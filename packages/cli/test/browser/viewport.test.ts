import { describe, expect, it } from "vitest";
import {
  addVisit,
  currentVisit,
  EMPTY_HISTORY,
  type History,
  MAX_VISITS,
  moveBy,
} from "../../src/browser/history.ts";
import { layOut } from "../../src/browser/layout.ts";
import type { Block, Link } from "../../src/browser/page.ts";
import { editPrompt, formatPrompt } from "../../src/browser/prompt-line.ts";
import { type Place, Viewport } from "../../src/browser/viewport.ts";

/** A page of ten lines with a link on the lines 1, 2, and 8. */
const LAYOUT = layOut(
  {
    ...{ title: "", url: undefined, forms: [] },
    links: Array.from({ length: 3 }, (): Link => ({ is: "url", url: "ftp://h/" })),
    blocks: Array.from({ length: 10 }, (_, i): Block => {
      const link = [1, 2, 8].indexOf(i);
      return { is: "paragraph", spans: [{ text: `line ${i}`, ...(link >= 0 && { link }) }] };
    }),
  },
  { width: 20 },
);

function open(height: number): { readonly view: Viewport; readonly place: Place } {
  const place: Place = { top: undefined, selected: undefined };
  return { view: new Viewport(LAYOUT, place, height, 0), place };
}

describe("a viewport", () => {
  it("selects the first visible link", () => {
    expect(open(4).place).toEqual({ top: 0, selected: 0 });
  });

  it("selects the next link, and scrolls if it is not visible", () => {
    const { view, place } = open(4);
    view.move(1);
    expect(place).toEqual({ top: 0, selected: 1 });
    view.move(1);
    expect(place).toEqual({ top: 1, selected: 1 });
    for (let i = 0; i < 4; i++) view.move(1);
    expect(place).toEqual({ top: 5, selected: 2 });
    view.move(-1);
    expect(place).toEqual({ top: 4, selected: undefined });
  });

  it("never scrolls past the start or the end", () => {
    const { view, place } = open(4);
    view.scroll(-5);
    expect(place.top).toBe(0);
    view.scroll(50);
    expect(place).toEqual({ top: 6, selected: 2 });
    expect(view.percent).toBe(100);
  });

  it("keeps two lines when it scrolls by a screen", () => {
    const { view } = open(4);
    view.scrollPage(1);
    expect(view.top).toBe(2);
  });

  it("shows a page that fits as a whole, without a percentage", () => {
    expect(open(20).view.percent).toBeUndefined();
  });

  it("finds a text without regard to case, from a line on, and then from the start", () => {
    const { view } = open(2);
    expect(view.find("LINE 5", 0)).toBe(true);
    expect(view.top).toBe(5);
    expect(view.find("line 3", 6)).toBe(true);
    expect(view.top).toBe(3);
    expect(view.find("nothing", 0)).toBe(false);
  });

  it("scrolls to a link that is selected by its number", () => {
    const { view, place } = open(4);
    view.select(2);
    expect(place).toEqual({ top: 6, selected: 2 });
  });
});

describe("the history", () => {
  it("drops what was after a page when another one is opened from it", () => {
    const start: History<string> = EMPTY_HISTORY;
    const visited = ["a", "b", "c"].reduce(addVisit, start);
    const back = moveBy(visited, -1)!;
    expect(currentVisit(back)).toBe("b");
    expect(addVisit(back, "d").visits).toEqual(["a", "b", "d"]);
  });

  it("has no page before the first and after the last", () => {
    const one = addVisit<string>(EMPTY_HISTORY, "a");
    expect(moveBy(one, -1)).toBeUndefined();
    expect(moveBy(one, 1)).toBeUndefined();
  });

  it("keeps a limited number of pages", () => {
    let all: History<number> = EMPTY_HISTORY;
    for (let i = 0; i <= MAX_VISITS; i++) all = addVisit(all, i);
    expect(all.visits).toHaveLength(MAX_VISITS);
    expect(currentVisit(all)).toBe(MAX_VISITS);
  });
});

describe("a question on the screen", () => {
  const line = { label: "Words:", text: "blue whale", isSecret: false };
  const key = (name: string) => editPrompt(line, { is: "key", key: name });

  it("is edited, answered, and canceled", () => {
    expect(editPrompt(line, { is: "text", text: "s" })).toMatchObject({ text: "blue whales" });
    expect(key("backspace")).toMatchObject({ text: "blue whal" });
    expect(key("ctrl+w")).toMatchObject({ text: "blue " });
    expect(key("ctrl+u")).toMatchObject({ text: "" });
    expect(key("enter")).toBe("done");
    expect(key("ctrl+c")).toBe("canceled");
    expect(key("f5")).toBe(line);
  });

  it("does not show a secret", () => {
    expect(formatPrompt(line)).toBe("Words: blue whale");
    expect(formatPrompt({ ...line, isSecret: true })).toBe("Words: **********");
  });
});
