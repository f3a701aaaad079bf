import { get } from "anyurl";

/** Reads a resource until a signal aborts it. Returns how many bytes arrived, and why it ended. */
export async function readUntil(url: string, signal: AbortSignal, onChunk: () => void) {
  let bytes = 0;
  try {
    const { body } = await get(url, { signal });
    for await (const chunk of body) {
      bytes += chunk.length;
      onChunk();
    }
    return { bytes, end: "whole" };
  } catch (error) {
    if (error === signal.reason) return { bytes, end: "aborted" };
    throw error;
  }
}
