import { expect, it } from "vitest";
import {
  ALREADY_SENT,
  type Connection,
  type Context,
  type Exchange,
  perform,
  type WireEvent,
} from "../../src/exchange/index.ts";
import { DEFAULT_LIMITS, octetsOf, textOf } from "../../src/index.ts";

/** Sends two lines in a row, and then one line for each reply. */
function* dialogue(): Exchange<string, number> {
  let sent = 0;
  for (const line of ["one", "two"]) {
    const result = yield { do: "send", octets: octetsOf(line) };
    yield { do: "emit", event: `result ${result}` };
  }
  for (;;) {
    const reply = yield { do: "receive" };
    if (reply === undefined) return sent;
    yield { do: "emit", event: textOf(reply) };
    yield { do: "send", octets: octetsOf(`after ${textOf(reply)}`) };
    sent++;
  }
}

/** Performs the dialogue on a connection whose sends have these results, in turn. */
async function performed(results: readonly (() => Promise<void>)[]): Promise<unknown> {
  const log: string[] = [];
  const wire: WireEvent[] = [];
  const replies = ["a", "b", "c"];
  let sends = 0;
  const connection: Connection = {
    remote: { address: "192.0.2.1", port: 1 },
    send: (octets) => {
      log.push(textOf(octets));
      return results[sends++ % results.length]!();
    },
    receive: async () => {
      const reply = replies.shift();
      return reply === undefined ? undefined : octetsOf(reply);
    },
    close: () => void log.push("closed"),
  };
  const context: Context = {
    connect: async () => connection,
    ask: async () => undefined,
    limits: DEFAULT_LIMITS,
    signal: new AbortController().signal,
    now: () => 0,
    record: (event) => void wire.push(event),
    options: {},
  };
  const run = perform(dialogue(), connection, context);
  for (;;) {
    const next = await run.next();
    log.push(`${next.done} ${next.value}`);
    if (next.done === true) return { log, wire };
  }
}

it("an exchange does not notice whether its sends were accepted at once", async () => {
  const atOnce = () => ALREADY_SENT;
  const later = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  const expected = await performed([later]);
  expect(await performed([atOnce])).toEqual(expected);
  expect(await performed([atOnce, later])).toEqual(expected);
  expect(await performed([later, later, atOnce])).toEqual(expected);
});
