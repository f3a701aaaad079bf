import type { FakeClock } from "../memory/fake-clock.ts";
import { type FileCall, type MemoryFiles, memoryFiles } from "../memory/memory-files.ts";
import type { ExchangePoint, FaultContext, FaultInjector } from "./faulty-peer.ts";
import type { Payload } from "./payload.ts";
import type { HostileOperation, HostileWorld } from "./server-steps.ts";

export interface FaultyFilesInit {
  readonly operation: HostileOperation;
  readonly goods: Payload;
  readonly clock: FakeClock;
  readonly world: Pick<HostileWorld, "address" | "port" | "size">;
  readonly interference: FaultInjector;
  readonly abort: () => void;
}

/** Local files that are correct except for an injected fault. Each call to the system is a point. */
export class FaultyFiles {
  readonly points: ExchangePoint[] = [];
  readonly complaints: string[] = [];
  readonly taken: Uint8Array[] = [];
  readonly held = undefined;
  readonly files: MemoryFiles;
  readonly #init: FaultyFilesInit;

  constructor(init: FaultyFilesInit) {
    this.#init = init;
    const { operation, goods } = init;
    const path = new URL(operation.url).pathname;
    const isList = operation.operation === "list";
    const isNew = operation.operation === "put" || operation.operation === "makeDirectory";
    this.files = memoryFiles({
      files: isList ? { [path.replace(/\/$/, "")]: undefined } : isNew ? {} : { [path]: goods.octets },
      ...(isList && { names: () => goods.names }),
      onWrite: (chunk) => void this.taken.push(chunk),
      onCall: (call) => this.#call(call),
    });
  }

  /** Whether all calls succeeded, which a system has no other way to confirm. */
  get confirmed(): boolean {
    return true;
  }

  stop(): void {}

  async #call({ name, path }: FileCall): Promise<void> {
    const { clock, world, interference, abort } = this.#init;
    const point: ExchangePoint = {
      index: this.points.length,
      said: { is: "reply", text: name },
      octets: new Uint8Array(0),
      to: `${name} ${path}`,
      world: { ...world, heard: [] },
    };
    this.points.push(point);
    const turn: Pick<FaultContext, "clock" | "pause" | "silence" | "abort"> & ExchangePoint = {
      ...point,
      clock,
      pause: (milliseconds) => new Promise((resolve) => void clock.setTimeout(resolve, milliseconds)),
      // A system that hangs gives no answer at all.
      silence: () => new Promise(() => {}),
      abort,
    };
    // Faults of files use no others of its members.
    await interference(turn as FaultContext);
  }
}
