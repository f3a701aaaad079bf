import type { Probabilities } from "./chaos-options.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** The faults of one connection. */
export interface FaultPlan {
  readonly slowConnect: boolean;
  readonly refuse: boolean;
  readonly delay: boolean;
  readonly cut: boolean;
  readonly join: boolean;
  /** The final fault, and the number of bytes before it. */
  readonly last: { readonly did: "reset" | "end" | "stall"; readonly at: number } | undefined;
  /** The offset of the corrupted byte, and the flipped bit. */
  readonly corrupt: { readonly at: number; readonly bit: number } | undefined;
}

/**
 * Draws the faults of a connection. It always draws all random numbers, so that changing one probability does not
 * affect the other faults.
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
