/**
 * Counts the files and functions of `packages/` that a warm call enters: how far a reader has to walk to follow it; and
 * the promises that it creates, which most of its processor time depends on. `walks.json` has the limits.
 *
 *     node -C anyurl-source tools/scripts/walk.ts            # prints the counts
 *     node -C anyurl-source tools/scripts/walk.ts --functions "get ftp"   # and the functions of one walk, by file
 *     node -C anyurl-source tools/scripts/walk.ts --write    # stores the counts as the new limits
 */
import { createHook } from "node:async_hooks";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { createGateway } from "@anyurl/gateway";
import { createGatewayClient } from "@anyurl/gateway/node";
import { gopher } from "@anyurl/scheme-gopher";
import { createAnyurl } from "anyurl";
import type { WalkPorts } from "./walk-servers.ts";

/** What one call enters. */
interface Walk {
  readonly files: number;
  readonly functions: number;
  /** All of them, also those of Node. */
  readonly promises: number;
}

/** Calls before the first count, so that modules and connections are ready. */
const WARM_UP = 3;
/** Counted calls. The shortest walk is the result: a timer or a chunk in two parts must not change it. */
const COUNTED = 15;
const PACKAGES = new URL("../../packages/", import.meta.url).href;

const { values: asked } = parseArgs({
  options: { write: { type: "boolean" }, functions: { type: "string" } },
});

const worker = new Worker(new URL("./walk-servers.ts", import.meta.url));
const [ports] = (await once(worker, "message")) as [WalkPorts];
const anyurl = createAnyurl();
const page = createGateway({
  client: createGatewayClient({ schemes: [gopher], allowPrivate: true, allowPorts: ["gopher:*"] }),
  cache: false,
});
const text = async (url: string) => (await anyurl.get(url)).text();
const calls: Readonly<Record<string, () => unknown>> = {
  parse: () => anyurl.parse("ftp://alice@ftp.example/pub/a%2Fb.txt;type=i").parts,
  "get ftp": () => text(`ftp://127.0.0.1:${ports.ftp}/welcome.txt`),
  "get gopher": () => text(`gopher://127.0.0.1:${ports.gopher}/0/welcome.txt`),
  "get http": () => text(`http://127.0.0.1:${ports.http}/welcome.txt`),
  "gateway page": async () => {
    const url = `http://localhost/gopher://127.0.0.1:${ports.gopher}/`;
    const response = await page.fetch(new Request(url, { headers: { accept: "text/html" } }));
    if (response.status !== 200) throw new Error(`the gateway answered ${response.status}`);
    await response.text();
  },
};

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
const walks: Record<string, Walk> = {};
for (const [name, call] of Object.entries(calls)) {
  const entered = await shortestWalk(call);
  const files = new Set(entered.map(({ file }) => file));
  walks[name] = { files: files.size, functions: entered.length, promises: await fewestPromises(call) };
  if (asked.functions !== name) continue;
  for (const each of files)
    console.error(
      `${each}: ${entered.flatMap(({ file, name }) => (file === each ? [name] : [])).join(", ")}`,
    );
}
const counts = `${JSON.stringify(walks, undefined, 2)}\n`;
if (asked.write === true) writeFileSync(join(import.meta.dirname, "walks.json"), counts);
console.log(counts);
session.disconnect();
await worker.terminate();
process.exit();

interface EnteredFunction {
  readonly file: string;
  readonly name: string;
}

async function shortestWalk(call: () => unknown): Promise<readonly EnteredFunction[]> {
  for (let i = 0; i < WARM_UP; i++) await call();
  let shortest: readonly EnteredFunction[] | undefined;
  for (let i = 0; i < COUNTED; i++) {
    await settled();
    // Taking the counts resets them.
    await session.post("Profiler.takePreciseCoverage");
    await call();
    await settled();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const entered = enteredFunctions(result);
    if (shortest === undefined || entered.length < shortest.length) shortest = entered;
  }
  return shortest!;
}

async function fewestPromises(call: () => unknown): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < COUNTED; i++) {
    let promises = 0;
    const init = (_: number, type: string) => {
      if (type === "PROMISE") promises++;
    };
    const hook = createHook({ init }).enable();
    await call();
    hook.disable();
    fewest = Math.min(fewest, promises);
    await settled();
  }
  return fewest;
}

function enteredFunctions(result: readonly Profiler.ScriptCoverage[]): readonly EnteredFunction[] {
  return result
    .filter(({ url }) => url.startsWith(PACKAGES))
    .flatMap(({ url, functions }) =>
      functions
        .filter(({ ranges }) => ranges.some(({ count }) => count > 0))
        .map(({ functionName, ranges }) => ({
          file: url.slice(PACKAGES.length),
          name: functionName || `at ${ranges[0]!.startOffset}`,
        })),
    );
}

/** Waits until the connections of a call are closed. */
async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
}
