import { closeSync, openSync } from "node:fs";

/** Runs `work` while the process can open only this number of files and sockets more. */
export async function withFreeDescriptors(free: number, work: () => Promise<void>): Promise<void> {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync("/dev/null", "r"));
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "EMFILE") throw error;
  }
  try {
    for (const descriptor of taken.splice(0, free)) closeSync(descriptor);
    await work();
  } finally {
    for (const descriptor of taken) closeSync(descriptor);
  }
}
