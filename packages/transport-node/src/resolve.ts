import { lookup } from "node:dns/promises";

/**
 * Returns all addresses of a name in the order of the system's resolver (hosts file included). The system's lookup
 * cannot be canceled: after an abort its result is ignored.
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
