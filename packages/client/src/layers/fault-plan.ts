import type { Probabilities } from "./chaos-options.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** What will be done to one connection. */
export interface FaultPlan {
  readonly slowConnect: boolean;
  readonly refuse: boolean;
  readonly delay: boolean;
  readonly cut: boolean;
  readonly join: boolean;
  /** How it comes to a bad end, and after how many octets. */
  readonly last: { readonly did: "reset" | "end" | "stall"; readonly at: number } | undefined;
  /** Which octet is altered, and which of its bits. */
  readonly corrupt: { readonly at: number; readonly bit: number } | undefined;
}

/**
 * Draws what will be done to a connection. All dice are thrown whatever comes of them, so that another probability of
 * one thing changes nothing about the others.
 */
export function drawFaultPlan(probabilities: Probabilities, within: number, dice: SeededRandom): FaultPlan {
  const drawn = (name: keyof Probabilities) => dice() < probabilities[name];
  const offset = () => Math.floor((within + 1) ** dice()) - 1;
  const [slowConnect, refuse, delay] = [drawn("slowConnect"), drawn("refuse"), drawn("delay")];
  const [cut, join] = [drawn("cut"), drawn("join")];
  const [reset, end, stall, at] = [drawn("reset"), drawn("end"), drawn("stall"), offset()];
  const did = reset ? "reset" : end ? "end" : stall ? "stall" : undefined;
  const [corrupt, where, bit] = [drawn("corrupt"), offset(), Math.floor(dice() * 8)];
  return {
    slowConnect,
    refuse,
    delay,
    cut,
    join,
    last: did && { did, at },
    corrupt: corrupt ? { at: where, bit } : undefined,
  };
}
