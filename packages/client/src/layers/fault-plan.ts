import type { ChaosSettings } from "./chaos-options.ts";
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
export function drawFaultPlan(settings: ChaosSettings, dice: SeededRandom): FaultPlan {
  const drawn = (probability: number) => dice() < probability;
  const offset = () => Math.floor((settings.within + 1) ** dice()) - 1;
  const [slowConnect, refuse, delay] = [
    drawn(settings.slowConnect),
    drawn(settings.refuse),
    drawn(settings.delay),
  ];
  const [cut, join] = [drawn(settings.cut), drawn(settings.join)];
  const [reset, end, stall, at] = [
    drawn(settings.reset),
    drawn(settings.end),
    drawn(settings.stall),
    offset(),
  ];
  const did = reset ? "reset" : end ? "end" : stall ? "stall" : undefined;
  const [corrupt, where, bit] = [drawn(settings.corrupt), offset(), Math.floor(dice() * 8)];
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
