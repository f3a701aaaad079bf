import { resolveLimits } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { ResponseReader } from "../../../packages/client/src/http/response-reader.ts";
import { demand, type Target } from "../target.ts";
import { wireTarget } from "./wire.ts";

/** Small, so that inputs exceed them. */
const limits = resolveLimits({ maxHead: 160, maxFields: 6 });

interface Found {
  readonly head: {
    readonly status: number;
    readonly fields: readonly (readonly [name: string, value: string])[];
  };
  readonly isComplete: boolean;
  readonly content: Uint8Array;
}

/** Responses of HTTP servers: heads, chunks and trailers. */
export const httpTargets: readonly Target[] = (["GET", "HEAD"] as const).map((method) =>
  wireTarget(
    `http-${method.toLowerCase()}`,
    [
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcd",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nx: y\r\n\r\n",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 204 \r\nConnection: keep-alive\r\n\r\n",
      'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 1, 1\r\n\r\n',
      "HTTP/1.1 200\r\nTransfer-Encoding: gzip, chunked\r\nContent-Length: 1\r\n\r\n",
      "HTTP/1.1 200 OK\nA: b\n c\n\nbody",
    ],
    (chunks) => {
      const reader = new ResponseReader(method, limits);
      // The content is a view that the next bytes may overwrite.
      const content = chunks.map((chunk) => reader.read(chunk).slice());
      reader.end();
      const { head, isComplete, isReusable } = reader;
      return { head, isComplete, isReusable, content: joinBytes(content) };
    },
    ({ head, isComplete, content }: Found) => {
      demand(isComplete, "a response without an error is complete");
      demand(head.status >= 200 && head.status <= 999, "the final status has three digits", head.status);
      demand(head.fields.length <= limits.maxFields, "maxFields bounds a head", head.fields.length);
      demand(method !== "HEAD" || content.length === 0, "HEAD has no content", content.length);
      for (const [, value] of head.fields)
        demand(!/[\r\n\0]/.test(value), "a field value has no control characters", value);
    },
  ),
);
