import type { Scheme } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { describeHostile, FAULTS, type HostilePeers, type HostileProtocol } from "../src/index.ts";
import { collectingRunner } from "./collecting-runner.ts";
import { DIAL_PROTOCOL, DIAL_TLS_PROTOCOL, dialScheme, type Fault, TALK_PROTOCOL } from "./dial.ts";
import { type Carelessness, smallClient } from "./small-client.ts";

function peersOf(
  scheme: Scheme,
  protocol: HostileProtocol,
  ...careless: readonly Carelessness[]
): HostilePeers {
  return { protocol, client: (world) => smallClient(scheme, world, ...careless) };
}

// The exam on a healthy scheme and client, which must pass.
for (const protocol of [DIAL_PROTOCOL, DIAL_TLS_PROTOCOL, TALK_PROTOCOL])
  describeHostile(dialScheme(), peersOf(dialScheme(), protocol));

/** A fault that affects none of the broken schemes here: they must still pass it. */
const HEALTHY = "octet by octet";

/** Returns the failures of one fault and of the healthy one, by the names of the operation and the fault. */
async function failures(
  shape: string,
  protocol: HostileProtocol,
  faults: readonly Fault[],
  careless: readonly Carelessness[],
): Promise<ReadonlyMap<string, string>> {
  const scheme = dialScheme(...faults);
  const runner = collectingRunner();
  const shapes = FAULTS.filter(({ name }) => name === shape || name === HEALTHY);
  describeHostile(scheme, { ...peersOf(scheme, protocol, ...careless), shapes, runner });
  const failed = [...(await runner.failures())].map(([name, told]): [string, string] => {
    const [, operation = "", test = ""] = name.split(" > ");
    return [`${operation.split(" ")[0]}: ${test}`, told];
  });
  return new Map(failed);
}

describe("describeHostile, in memory, catches a scheme that", () => {
  it.each<[Fault, "get" | "list", string]>([
    ["no maxLine", "get", "a line without an end"],
    ["no desync", "get", "the answer to the next line comes before that line"],
    ["any greeting", "get", 'the greeting is another protocol\'s: "SSH-2.0-Open"'],
    ["no final reply", "get", "half a body, and then a reply that it has failed"],
    ["believes addresses", "get", "a further connection is offered at another address"],
    ["believes ports", "get", "a further connection is offered at port 22"],
    ["glues URLs", "list", 'an entry is called "../x"'],
    ["plain errors", "get", "close"],
    ["shows passwords", "get", 'a reply that is none: "999 x\\r\\n"'],
  ])("%s", async (fault, operation, shape) => {
    const failed = await failures(shape, DIAL_PROTOCOL, [fault], []);
    expect([...failed.keys()]).toContain(`${operation}: ${shape}`);
    expect([...failed.keys()]).not.toContain(`get: ${HEALTHY}`);
  });

  it.each<[Fault, string, string, RegExp]>([
    ["believes itself", "put", "close", /must fail|nobody has said/],
    ["believes itself", "send", "close", /must fail|nobody has said/],
    ["believes itself", "remove", "the server falls silent", /must fail|nobody has said/],
    ["believes itself", "remove", "all is done as it should, and then a failure is told", /must fail/],
    ["ignores refusals", "remove", "a refusal where none is due", /must fail/],
    ["ignores refusals", "put", "a refusal where none is due", /must fail/],
    ["ignores refusals", "put", "a refusal where none is due", /"STORE".* was sent all the same/],
    ["ignores refusals", "send", "a refusal where none is due", /"MAIL": it must fail/],
    ["tries again", "remove", "reset", /it says|try again/],
    ["tries again", "send", "half of it, then close", /try again/],
    ["forgets the source", "put", "half of an upload is taken, and then no more", /nor ended/],
    ["reads the source first", "put", "nothing of an upload is taken", /asked of the caller/],
    ["cuts uploads", "put", "nothing at all is wrong", /the server has/],
    ["cuts uploads", "send", "nothing at all is wrong", /is not among/],
    ["any size", "stat", 'the size that is told is "-1"', /the size is no/],
    ["shows passwords", "stat", 'a reply that is none: "999 x\\r\\n"', /shows a password/],
  ])("%s, in %s: %s", async (fault, operation, shape, message) => {
    const failed = await failures(shape, DIAL_PROTOCOL, [fault], []);
    expect(failed.get(`${operation}: ${shape}`)).toMatch(message);
  });

  it.each<[Fault, string, RegExp]>([
    ["falls back", "TLS is refused", /the login is sent in the clear|must fail/],
    ["clear data", "the further connection is in the clear where TLS is due", /must fail/],
    ["early login", HEALTHY, /the login is sent in the clear/],
    ["no close_notify", "half a body, and TLS ends without a close_notify", /must fail/],
  ])("%s", async (fault, shape, message) => {
    const failed = await failures(shape, DIAL_TLS_PROTOCOL, [fault], []);
    expect(failed.get(`get: ${shape}`)).toMatch(message);
  });
});

describe("describeHostile, in memory, catches a client that", () => {
  it.each<[Carelessness, string, RegExp]>([
    ["no timeouts", "the server falls silent", /does not settle/],
    ["keeps timers", "a proper server", /timers are left/],
    ["keeps connections", "a proper server", /connections are left open/],
    ["no maxBytes", "a body without an end", /reads on/],
    ["reads ahead", "a body without an end, which nobody reads on", /reads on|are enough/],
    ["no aborts", "the caller gives up", /the reason of the abort/],
    ["believes resets", "half a body, and the connection that carries it breaks", /must fail/],
    ["stray rejections", "half of it, then reset", /nobody has handled/],
    ["claims all", "half a body, then silence", /must fail/],
  ])("%s", async (careless, shape, message) => {
    const failed = await failures(shape, DIAL_PROTOCOL, [], [careless]);
    expect(failed.get(`get: ${shape}`)).toMatch(message);
  });
});

describe("describeHostile, in memory, catches a client that writes, and has", () => {
  it.each<[Carelessness, string, string, RegExp]>([
    ["no timeouts", "put", "nothing of an upload is taken", /does not settle/],
    ["no timeouts", "open", "the server takes nothing of what is sent", /does not settle/],
    ["keeps timers", "remove", "a proper server", /timers are left/],
    ["keeps connections", "send", "a proper server", /connections are left open/],
    ["no aborts", "put", "the caller gives up in the middle of an upload", /the reason of the abort/],
    [
      "stray rejections",
      "put",
      "half of an upload is taken, and the connection that carries it breaks",
      /nobody/,
    ],
  ])("%s, in %s: %s", async (careless, operation, shape, message) => {
    const protocol = operation === "open" ? TALK_PROTOCOL : DIAL_PROTOCOL;
    const failed = await failures(shape, protocol, [], [careless]);
    expect(failed.get(`${operation}: ${shape}`)).toMatch(message);
  });
});

describe("FAULTS", () => {
  it("have unique names", () => {
    const names = FAULTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
