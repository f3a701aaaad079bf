/**
 * Runs one measurement in its own process, so that earlier measurements do not affect the compiler, and prints the
 * result as JSON. run.ts starts it.
 */
import { groups } from "./groups/index.ts";
import { grow } from "./growth.ts";
import { allocate, time } from "./measure.ts";

const [task, which, option] = process.argv.slice(2) as [string, string, string];
process.stdout.write(JSON.stringify(measure()));

function measure(): unknown {
  if (task === "growth") return grow(which, JSON.parse(option));
  const group = groups[Number(which)]!;
  if (task === "time") return time(group, JSON.parse(option));
  if (globalThis.gc === undefined) throw new Error("started without --expose-gc");
  return allocate(group, globalThis.gc);
}
