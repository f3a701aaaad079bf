import { AccessError, type Scheme } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { ADVICE, describeHostile, FAULTS, type HostilePeers, type HostileProtocol } from "../src/index.ts";
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
const HEALTHY = "byte by byte";

/** Returns the failures of one fault and of the healthy one, by the names of the operation and the fault. */
async function failures(
  shape: string,
  protocol: HostileProtocol,
  faults: readonly Fault[],
  careless: readonly Carelessness[],
): Promise<ReadonlyMap<string, string>> {
  const scheme = dialScheme(...faults);
  const runner = collectingRunner();
  const tried = FAULTS.filter(({ name }) => name === shape || name === HEALTHY);
  describeHostile(scheme, { ...peersOf(scheme, protocol, ...careless), faults: tried, runner });
  const failed = [...(await runner.failures())].map(([name, told]): [string, string] => {
    const [, operation = "", test = ""] = name.split(" > ");
    return [`${operation.split(" ")[0]}: ${test}`, told];
  });
  return new Map(failed);
}

describe("describeHostile, in memory, catches a scheme that", { timeout: 60_000 }, () => {
  it.each<[Fault, "get" | "list", string]>([
    ["no maxLine", "get", "an endless line"],
    ["no maxEntries", "list", "a complete listing of more entries than maxEntries"],
    ["no desync", "get", "a reply before its command"],
    ["any greeting", "get", 'a greeting of another protocol: "SSH-2.0-Open"'],
    ["no final reply", "get", "half a body, then a failure reply"],
    ["believes addresses", "get", "the server offers a data connection at another address"],
    ["believes ports", "get", "the server offers a data connection at port 22"],
    ["glues URLs", "list", 'an entry named "../x"'],
    ["plain errors", "get", "close"],
    ["shows passwords", "get", 'an invalid reply: "999 x\\r\\n"'],
  ])("%s", async (fault, operation, shape) => {
    const failed = await failures(shape, DIAL_PROTOCOL, [fault], []);
    expect([...failed.keys()]).toContain(`${operation}: ${shape}`);
    expect([...failed.keys()]).not.toContain(`get: ${HEALTHY}`);
  });

  it("shows passwords after an invalid reply that only its protocol has", async () => {
    const protocol = { ...DIAL_PROTOCOL, invalidReplies: ["+MAYBE\r\n"] };
    const failed = await failures('an invalid reply: "999 x\\r\\n"', protocol, ["shows passwords"], []);
    expect([...failed.keys()]).toContain('get: an invalid reply: "+MAYBE\\r\\n"');
    // The declared replies replace those of protocols with codes.
    expect([...failed.keys()]).not.toContain('get: an invalid reply: "999 x\\r\\n"');
  });

  it.each<[Fault, string, string, RegExp]>([
    ["believes itself", "put", "close", /must fail|without a confirmation/],
    ["believes itself", "send", "close", /must fail|without a confirmation/],
    ["believes itself", "remove", "the server stops responding", /must fail|without a confirmation/],
    ["believes itself", "remove", "the server reports a failure after the whole exchange", /must fail/],
    ["ignores refusals", "remove", "an unexpected rejection", /must fail/],
    ["ignores refusals", "put", "an unexpected rejection", /must fail/],
    ["ignores refusals", "put", "an unexpected rejection", /"STORE".* sent the body after a rejected step/],
    ["ignores refusals", "send", "an unexpected rejection", /"MAIL": the call must fail/],
    ["tries again", "remove", "reset", /retryable of an error/],
    ["tries again", "send", "half of it, then close", /retryable of an error/],
    ["forgets the source", "put", "the server stops reading halfway through an upload", /nor closed/],
    [
      "reads the source first",
      "put",
      "the server reads nothing of an upload",
      /bytes from its source[\s\S]*→ .*next chunk/,
    ],
    ["cuts uploads", "put", "no fault", /the server received/],
    ["cuts uploads", "send", "no fault", /do not include the message/],
    ["any size", "stat", 'the server reports the size "-1"', /invalid size/],
    ["shows passwords", "stat", 'an invalid reply: "999 x\\r\\n"', /shows a password/],
  ])("%s, in %s: %s", async (fault, operation, shape, message) => {
    const failed = await failures(shape, DIAL_PROTOCOL, [fault], []);
    expect(failed.get(`${operation}: ${shape}`)).toMatch(message);
  });

  it.each<[Fault, string, RegExp]>([
    ["falls back", "the server rejects TLS", /the login is sent in the clear|must fail/],
    ["clear data", "the data connection is in the clear instead of TLS", /must fail/],
    ["early login", HEALTHY, /the login is sent in the clear/],
    ["no close_notify", "half a body, and TLS ends without a close_notify", /must fail/],
  ])("%s", async (fault, shape, message) => {
    const failed = await failures(shape, DIAL_TLS_PROTOCOL, [fault], []);
    expect(failed.get(`get: ${shape}`)).toMatch(message);
  });
});

describe("describeHostile, in memory, reports at once what a callback of the author throws", () => {
  const thrown = () => {
    throw new URIError("URI malformed");
  };
  const [get] = DIAL_PROTOCOL.operations;
  const list = DIAL_PROTOCOL.operations.find(({ operation }) => operation === "list");
  it.each<[string, string, HostileProtocol]>([
    ["answer", "get", { ...DIAL_PROTOCOL, answer: thrown, operations: [get!] }],
    ["frame", "get", { ...DIAL_PROTOCOL, operations: [{ ...get!, frame: thrown }] }],
    ["entry", "list", { ...DIAL_PROTOCOL, operations: [{ ...list!, entry: thrown }] }],
  ])("%s, in %s", async (_, operation, protocol) => {
    const failed = await failures(HEALTHY, protocol, [], []);
    for (const test of ["a correct server", HEALTHY])
      expect(failed.get(`${operation}: ${test}`)).toMatch(/URIError: URI malformed/);
  });
});

describe("describeHostile, in memory, gives advice that fits the description of a server:", () => {
  it("with another form of a body on the wire", async () => {
    const [get] = DIAL_PROTOCOL.operations;
    const framed = { ...get!, frame: (body: Uint8Array) => Uint8Array.of(...body, 0x21) };
    const failed = await failures(HEALTHY, { ...DIAL_PROTOCOL, operations: [framed] }, [], []);
    expect(failed.get("get: a correct server")).toContain(ADVICE.body);
  });

  it("without a reply that confirms the operation", async () => {
    const answer: HostileProtocol["answer"] = (...asked) =>
      DIAL_PROTOCOL.answer(...asked).map((step) =>
        step.is === "reply" && step.confirms ? { is: "reply", text: step.text } : step,
      );
    const failed = await failures(HEALTHY, { ...DIAL_PROTOCOL, answer }, [], []);
    expect(failed.get("remove: a correct server")).toContain("`confirms: true`");
  });
});

it("describeHostile, in memory, shows what a scheme threw", async () => {
  const scheme = dialScheme();
  const runner = collectingRunner();
  const get = async () => {
    const cause = new TypeError("no such function");
    throw new AccessError("plugin-fault", "it failed", { scheme: "x-dial", operation: "get", cause });
  };
  const client: HostilePeers["client"] = (world) => ({ ...smallClient(scheme, world), get });
  describeHostile(scheme, { protocol: DIAL_PROTOCOL, client, faults: [], runner });
  const failed = await runner.failures();
  expect([...failed.values()][0]).toContain("plugin-fault: it failed: TypeError: no such function");
});

describe("describeHostile, in memory, catches a client that", () => {
  it.each<[Carelessness, string, RegExp]>([
    ["no timeouts", "the server stops responding", /does not settle/],
    ["keeps timers", "a correct server", /timers are left/],
    ["keeps connections", "a correct server", /connections are left open/],
    ["no maxBytes", "an endless body", /does not stop/],
    ["reads ahead", "an endless body, which the reader stops reading", /does not stop|but the limit is/],
    ["no aborts", "the caller aborts", /the reason of the abort/],
    ["believes resets", "half a body, then a reset of its connection", /must fail/],
    ["stray rejections", "half of it, then reset", /an unhandled rejection/],
    ["claims all", "half a body, then silence", /must fail/],
    [
      "hoards bytes",
      "the memory for a body in the smallest chunks that its framing allows",
      /bytes of memory for a body in small chunks/,
    ],
  ])("%s", async (careless, shape, message) => {
    const failed = await failures(shape, DIAL_PROTOCOL, [], [careless]);
    expect(failed.get(`get: ${shape}`)).toMatch(message);
  });
});

describe("describeHostile, in memory, catches a client that writes, and has", () => {
  it.each<[Carelessness, string, string, RegExp]>([
    ["no timeouts", "put", "the server reads nothing of an upload", /does not settle/],
    ["no timeouts", "open", "the server never reads", /does not settle/],
    ["keeps timers", "remove", "a correct server", /timers are left/],
    ["keeps connections", "send", "a correct server", /connections are left open/],
    ["no aborts", "put", "the caller aborts halfway through an upload", /the reason of the abort/],
    [
      "stray rejections",
      "put",
      "the connection is reset halfway through an upload",
      /an unhandled rejection/,
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
