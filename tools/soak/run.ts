import { parseArgs } from "node:util";
import { faultText, tableOf } from "./report.ts";
import { soak } from "./soak.ts";

/*
 * node -C anyurl-source tools/soak/run.ts [--seconds 120] [--seed 1] [--concurrency 16]   run for this time
 * … --seed 1 --operations 5000                      run this number of operations
 * … --seed 1 --only 1234                            repeat one of them
 */

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "120" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_007) },
    concurrency: { type: "string", default: "16" },
    operations: { type: "string" },
    only: { type: "string" },
    rows: { type: "string", default: "" },
  },
});
const [seconds, seed, concurrency] = [values.seconds, values.seed, values.concurrency].map(Number);
const only = values.only === undefined ? undefined : Number(values.only);
const most = only !== undefined ? 1 : values.operations === undefined ? undefined : Number(values.operations);
const whole = [seed!, concurrency!, only ?? 0, most ?? 1];
if (
  !(seconds! > 0) ||
  !(concurrency! >= 1) ||
  !whole.every((value) => Number.isSafeInteger(value) && value >= 0)
) {
  console.error(
    "tools/soak/run.ts [--seconds 120 | --operations 5000 | --only 1234] [--seed 1] [--concurrency 16]",
  );
  process.exit(2);
}

console.log(
  `seed ${seed}, ${most === undefined ? `${seconds} seconds` : `${most} operations`}, ${concurrency} at a time`,
);
/** Starts with the first operation, because the start and the warm-up take a while. */
let begun: number | undefined;
const report = await soak({
  seed: seed!,
  concurrency: concurrency!,
  first: only ?? 0,
  rows: values.rows,
  until: (operations) => {
    if (most !== undefined) return operations >= most;
    begun ??= performance.now();
    return performance.now() >= begun + seconds! * 1_000;
  },
});
console.log(tableOf(report));
console.log(
  `${report.operations} operations, heap ${(report.growth / 2 ** 20).toFixed(1)} MiB more than before`,
);
for (const fault of report.faults) console.log(faultText(fault, seed!));
if (report.faults.length > 0) {
  console.log(
    `${report.faults.length} faults with seed ${seed}; repeat the run: tools/soak/run.ts --seed ${seed}`,
  );
  process.exitCode = 1;
}
