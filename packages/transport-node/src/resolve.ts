import { lookup } from "node:dns/promises";

/**
 * All addresses of a name, as the system's own resolver orders them (hosts file included). The system's look-up
 * cannot be called off: after an abort its answer is not waited for.
 */
export async function resolve(name: string, signal: AbortSignal): Promise<readonly string[]> {
  signal.throwIfAborted();
  return new Promise((accept, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    lookup(name, { all: true, order: "verbatim" })
      .then((answers) => accept(answers.map(({ address }) => address)), reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}
