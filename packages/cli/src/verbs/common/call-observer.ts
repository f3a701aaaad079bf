import { type GetResult, Transcript } from "@anyurl/client";
import type { CallOptions } from "anyurl";
import type { Observer, Opener } from "../../configured-client.ts";

/** Keeps what a command learns about its calls. */
export class CallObserver implements Observer {
  readonly transcript: Transcript = new Transcript();
  /** The results of all calls, in order. A download in segments has several. */
  readonly results: GetResult[] = [];
  file: string | undefined;
  /** Bytes that were uploaded. */
  sent = 0;

  observe(opener: Opener): Opener {
    const observed = (call: CallOptions): CallOptions => ({
      ...call,
      onSent: (progress) => {
        this.sent = progress.sent;
        call.onSent?.(progress);
      },
    });
    const keep = <R extends GetResult>(result: R): R => {
      this.results.push(result);
      return result;
    };
    return {
      ...opener,
      get: async (url, call = {}) => keep(await opener.get(url, call)),
      request: async (url, message, call) => keep(await opener.request(url, message, observed(call))),
      put: (url, source, call) => opener.put(url, source, observed(call)),
      append: (url, source, call) => opener.append(url, source, observed(call)),
    };
  }
}
