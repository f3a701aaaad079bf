import { displayText, redact } from "anyurl";

/** Error for a result that is not the expected one, or for sent bytes that were not planned. */
export class DemoFailure extends Error {
  override readonly name: string = "DemoFailure";
}

/** Runs `work` and adds the URL to an error. @throws {DemoFailure} */
export async function withUrl<T>(url: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new DemoFailure(`${displayText(redact(url))}: ${why}`, { cause: error });
  }
}
