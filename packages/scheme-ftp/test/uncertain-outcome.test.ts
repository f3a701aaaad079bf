import { AccessError } from "@anyurl/core";
import { type Exchange, Inbox } from "@anyurl/core/exchange";
import { expect, it } from "vitest";
import { withUncertainOutcome } from "../src/uncertain-outcome.ts";

// A repeated RNTO or DELE would fail, or do more than was asked.
it.each(["temporarily-unavailable", "connect-failed", "truncated", "timeout"] as const)(
  "an unconfirmed change is never retryable, whatever its code says: %s",
  (code) => {
    function* failing(): Exchange<never> {
      yield { do: "send", octets: new Uint8Array(1) };
      throw new AccessError(code, "lost", { retryable: true });
    }
    const exchange = withUncertainOutcome({ inbox: new Inbox() }, "done", failing());
    exchange.next();
    expect(() => exchange.next()).toThrow(expect.objectContaining({ code, retryable: false }));
  },
);
