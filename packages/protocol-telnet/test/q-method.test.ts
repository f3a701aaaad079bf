import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ASK_DISABLE,
  ASK_ENABLE,
  ON_DISABLE,
  ON_ENABLE,
  type OptionMessage,
  type OptionState,
  type Transition,
} from "../src/q-method.ts";

/* The table of RFC 1143 §7, written independently, row by row: state, event, next state, message. */
const ROWS: readonly (readonly [OptionState, string, OptionState, OptionMessage?])[] = [
  ["NO", "WILL, agreed", "YES", "enable"],
  ["NO", "WILL", "NO", "disable"],
  ["YES", "WILL", "YES"],
  ["WANTNO", "WILL", "NO"],
  ["WANTNO OPPOSITE", "WILL", "YES"],
  ["WANTYES", "WILL", "YES"],
  ["WANTYES OPPOSITE", "WILL", "WANTNO", "disable"],
  ["NO", "WONT", "NO"],
  ["YES", "WONT", "NO", "disable"],
  ["WANTNO", "WONT", "NO"],
  ["WANTNO OPPOSITE", "WONT", "WANTYES", "enable"],
  ["WANTYES", "WONT", "NO"],
  ["WANTYES OPPOSITE", "WONT", "NO"],
  ["NO", "enable him", "WANTYES", "enable"],
  ["YES", "enable him", "YES"],
  ["WANTNO", "enable him", "WANTNO OPPOSITE"],
  ["WANTNO OPPOSITE", "enable him", "WANTNO OPPOSITE"],
  ["WANTYES", "enable him", "WANTYES"],
  ["WANTYES OPPOSITE", "enable him", "WANTYES"],
  ["NO", "disable him", "NO"],
  ["YES", "disable him", "WANTNO", "disable"],
  ["WANTNO", "disable him", "WANTNO"],
  ["WANTNO OPPOSITE", "disable him", "WANTNO"],
  ["WANTYES", "disable him", "WANTYES OPPOSITE"],
  ["WANTYES OPPOSITE", "disable him", "WANTYES OPPOSITE"],
];

function after(state: OptionState, event: string): Transition {
  if (event === "WILL, agreed") return ON_ENABLE[state](true);
  if (event === "WILL") return ON_ENABLE[state](false);
  if (event === "WONT") return ON_DISABLE[state];
  return event === "enable him" ? ASK_ENABLE[state] : ASK_DISABLE[state];
}

describe("the Q method (RFC 1143 §7)", () => {
  for (const [state, event, next, said] of ROWS) {
    it(`${state}, ${event}: ${next}${said === undefined ? "" : `, says "${said}"`}`, () => {
      expect(after(state, event)).toEqual(said === undefined ? [next] : [next, said]);
    });
  }

  it("both sides reach the same stable state for any requests", () => {
    // Two ends of one option: ours, where it is his, and his own. Requests at any time, messages in order.
    const step = fc.constantFrom("ask on", "ask off", "offer on", "offer off", "hear", "hear there");
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30, size: "max" }), (steps) => {
        let here: OptionState = "NO";
        let there: OptionState = "NO";
        const toHere: OptionMessage[] = [];
        const toThere: OptionMessage[] = [];
        const moveHere = ([state, said]: Transition) => {
          here = state;
          if (said !== undefined) toThere.push(said);
        };
        const moveThere = ([state, said]: Transition) => {
          there = state;
          if (said !== undefined) toHere.push(said);
        };
        const hear = () => {
          const said = toHere.shift();
          if (said !== undefined) moveHere(said === "enable" ? ON_ENABLE[here](true) : ON_DISABLE[here]);
        };
        const hearThere = () => {
          const said = toThere.shift();
          if (said !== undefined) moveThere(said === "enable" ? ON_ENABLE[there](true) : ON_DISABLE[there]);
        };
        for (const each of steps) {
          if (each === "ask on") moveHere(ASK_ENABLE[here]);
          else if (each === "ask off") moveHere(ASK_DISABLE[here]);
          else if (each === "offer on") moveThere(ASK_ENABLE[there]);
          else if (each === "offer off") moveThere(ASK_DISABLE[there]);
          else if (each === "hear") hear();
          else hearThere();
        }
        let rounds = 0;
        while (toHere.length + toThere.length > 0) {
          hear();
          hearThere();
          if (++rounds > 100) throw new Error("endless negotiation");
        }
        expect(here).toBe(there);
        expect(["YES", "NO"]).toContain(here);
      }),
      { numRuns: 1000 },
    );
  });
});
