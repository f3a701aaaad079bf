import { displayText, redact } from "anyurl";

/** Something came out that is not what the library holds, or something was sent that was not planned. */
export class DemoFailure extends Error {
  override readonly name: string = "DemoFailure";
}

/** Does it, and says of which URL it is when it fails. @throws {DemoFailure} */
export async function withUrl<T>(url: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new DemoFailure(`${displayText(redact(url))}: ${why}`, { cause: error });
  }
}
