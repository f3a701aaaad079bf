import { describe, expect, it } from "vitest";
import { KEYS } from "../src/screen/keys.ts";

describe("the keys of the terminal", () => {
  it("have each a usual key, and the function keys above 12 also with shift", () => {
    const keys = KEYS.map(({ name, keys: usual }) => `${name}: ${usual.join(" ")}`);
    expect(keys.slice(1, 25)).toEqual([
      ...["PF1: f1", "PF2: f2", "PF3: f3", "PF4: f4", "PF5: f5", "PF6: f6"],
      ...["PF7: f7", "PF8: f8", "PF9: f9", "PF10: f10", "PF11: f11", "PF12: f12"],
      ...["PF13: f13 shift+f1", "PF14: f14 shift+f2", "PF15: f15 shift+f3", "PF16: f16 shift+f4"],
      ...["PF17: f17 shift+f5", "PF18: f18 shift+f6", "PF19: f19 shift+f7", "PF20: f20 shift+f8"],
      ...["PF21: f21 shift+f9", "PF22: f22 shift+f10", "PF23: f23 shift+f11", "PF24: f24 shift+f12"],
    ]);
    expect(KEYS[24]).toMatchObject({ name: "PF24", description: "program function 24" });
    expect([KEYS[0], ...KEYS.slice(25)].map((key) => key?.name).join(" ")).toBe(
      "Enter PA1 PA2 PA3 Clear Attn SysReq Tab BackTab Newline Home FieldEnd Up Down Left Right Backspace Delete " +
        "Insert EraseEOF EraseInput Dup FieldMark Reset",
    );
    const all = KEYS.flatMap(({ keys: usual }) => usual);
    expect(new Set(all).size).toBe(all.length);
  });
});
