import {
  defineOptions,
  defineScheme,
  type Entity,
  type Limits,
  octetsOf,
  type Scheme,
  type Url,
} from "@anyurl/core";
import type { Context, Files } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { type CallOptions, createClient, type PolicyOptions } from "../../src/index.ts";
import { FakeConnection, FakeTransport, line, ManualClock, settled } from "../world.ts";

/** `x-from://host/<url>`: refers us to the URL in its path, after a connection to `server` if there is one. */
function sending(
  name: string,
  seen: (context: Context) => void = () => {},
  server?: string,
): Scheme<string, object, object, { get: (url: Url, context: Context) => Promise<Entity> }> {
  const get = async (url: Url, context: Context): Promise<Entity> => {
    seen(context);
    if (server !== undefined) await context.connect({ host: server, port: 4001 });
    return context.refer!(decodeURIComponent(url.path.slice(1)));
  };
  return defineScheme({
    name,
    defaultPort: 4001,
    cite: ["x-from"],
    parse: () => ({}),
    format: () => `${name}://h/`,
    options: defineOptions(name, {
      own: { type: "integer", default: 0, description: "given to the client" },
      first: { type: "boolean", default: false, description: "given to the call" },
    }),
    examples: [],
    access: async () => ({ get }),
  });
}

interface Init {
  readonly limits?: Partial<Limits>;
  readonly policy?: PolicyOptions;
  readonly server?: string;
  readonly contexts?: Context[];
  readonly credentials?: () => { readonly user: string };
  readonly options?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A local scheme, as in another package. */
const file = defineScheme({
  name: "file",
  cite: ["x"],
  parse: () => ({}),
  format: () => "file:///x",
  examples: [],
  access: async () => ({
    get: async (): Promise<Entity> => {
      throw new Error("a file was opened");
    },
  }),
});

function world({ limits, policy, server, contexts = [], ...more }: Init = {}) {
  const network = new FakeTransport();
  const clock = new ManualClock();
  network.answer = async ({ address, port }) => {
    const connection = new FakeConnection(address, port);
    connection.say("reply\n");
    connection.say("body");
    connection.say(undefined);
    // The server does not reply to the farewell.
    connection.say(undefined);
    return connection;
  };
  const client = createClient({
    schemes: [sending("x-from", (context) => contexts.push(context), server), sending("x-on"), line, file],
    transport: network,
    clock,
    ...(limits && { limits }),
    ...(policy && { policy }),
    ...more,
  });
  const get = (url: string, options?: CallOptions) => client.get(url as "x-line://h/", options);
  return { network, clock, get, client };
}

const from = (url: string) => `x-from://first.example/${encodeURIComponent(url)}`;
const failing = (code: string, hint?: string) =>
  expect.objectContaining({
    name: "AccessError",
    code,
    ...(hint && { hint: expect.stringContaining(hint) }),
  });

describe("a referral", () => {
  it("returns the resource of the other URL in the same call", async () => {
    const { network, get, clock } = world();
    const retrieved = await get(from("x-line://second.example:4000/x"));
    expect(await retrieved.text()).toBe("body");
    expect(await retrieved.complete).toBe(true);
    expect(retrieved.url).toBe(from("x-line://second.example:4000/x"));
    expect(network.looked).toEqual(["second.example"]);
    expect(network.connections[0]!.sent[0]).toBe("/x\r\n");
    expect(retrieved.transcript.entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["open", "send", "close"]),
    );
    expect(network.open).toBe(0);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ["redirect-refused", "file:///etc/passwd"],
    ["redirect-refused", "FILE://localhost/etc/passwd"],
    ["redirect-refused", "x-line://user:secret@second.example/"],
    ["redirect-refused", "x-line://user@second.example/"],
    ["redirect-refused", "not a URL"],
    ["redirect-refused", "x-line://a b/"],
    ["scheme-not-installed", "gopher://second.example/"],
    ["port-blocked", "x-line://second.example:25/"],
    ["host-blocked", "x-line://169.254.169.254/"],
    ["unknown-scheme", "x-nobody://second.example/"],
  ])("fails with %s: %s", async (code, url) => {
    const { network, get } = world();
    const error = await get(from(url)).catch((thrown: unknown) => thrown);
    expect(error).toEqual(failing(code));
    expect(String((error as Error).message)).not.toContain("secret");
    expect(network.connections).toEqual([]);
  });

  it("is rejected if the policy does not allow its scheme", async () => {
    const { network, get } = world({ policy: { allowSchemes: ["x-from"] } });
    await expect(get(from("x-line://second.example/"))).rejects.toEqual(failing("scheme-blocked"));
    expect(network.connections).toEqual([]);
  });

  it.each(["127.0.0.1", "10.1.2.3", "192.168.0.1", "100.64.0.1", "::1", "fd00::1"])(
    "is rejected if an outer server refers to an inner one: %s",
    async (address) => {
      const { network, get } = world({ server: "8.8.8.8" });
      network.answers = [[address]];
      await expect(get(from("x-line://second.example/"))).rejects.toEqual(failing("host-blocked"));
      // This also applies to a second referral that does not name its server.
      const on = `x-on://second.example/${encodeURIComponent("x-line://third.example/")}`;
      await expect(get(from(on))).rejects.toEqual(failing("host-blocked"));
      expect(network.connections.map(({ remote }) => remote.address)).toEqual(["8.8.8.8", "8.8.8.8"]);
    },
  );

  it("is allowed from an inner server, and to outer servers", async () => {
    for (const [by, to] of [
      ["10.0.0.1", "10.0.0.2"],
      ["8.8.8.8", "9.9.9.9"],
      ["127.0.0.1", "9.9.9.9"],
    ] as const) {
      const { network, get } = world({ server: by });
      network.answers = [[to]];
      expect(await (await get(from("x-line://second.example/"))).text()).toBe("body");
    }
  });

  it("is rejected after the maximum number of referrals", async () => {
    const nested = (depth: number): string =>
      depth === 0 ? "x-line://second.example/" : from(nested(depth - 1));
    expect(await (await world().get(nested(5))).text()).toBe("body");
    await expect(world().get(nested(6))).rejects.toEqual(failing("too-many-redirects", "maxReferrals"));
    const none = world({ limits: { maxReferrals: 0 } });
    await expect(none.get(nested(1))).rejects.toEqual(failing("too-many-redirects"));
    expect(await (await none.get(nested(0))).text()).toBe("body");
  });

  it("is rejected in a loop, with any spelling of the URL", async () => {
    const contexts: Context[] = [];
    let url = "";
    const circle = sending("x-from", (context) => contexts.push(context));
    const get = async (_url: Url, context: Context): Promise<Entity> => context.refer!(url);
    const client = createClient({
      schemes: [{ ...circle, access: async () => ({ get }) }],
      transport: new FakeTransport(),
      limits: { maxReferrals: Number.POSITIVE_INFINITY },
    });
    url = "X-FROM://First.Example/a";
    await expect(client.get("x-from://first.example/a")).rejects.toEqual(failing("too-many-redirects"));
    await expect(client.get("x-from://first.example/b")).rejects.toEqual(failing("too-many-redirects"));
  });

  it("does not pass the login, options of the call or files to the other URL", async () => {
    const contexts: Context[] = [];
    const credentials: unknown[] = [];
    const { get, network } = world({
      contexts,
      credentials: (...asked: readonly unknown[]) => {
        credentials.push(asked[0]);
        return { user: "somebody" };
      },
      options: { "x-from": { own: 1 } },
    });
    const files = { system: "posix", below: () => files } as unknown as Files;
    Object.assign(network, { files });
    const url = from(from("x-line://third.example/"));
    await (await get(url.replace("//first", "//alice:secret@first"), { options: { first: true } })).bytes();
    const [first, second] = contexts;
    expect(first).toHaveProperty("files");
    expect({ ...first!.options }).toEqual({ own: 1, first: true });
    expect({ ...second!.options }).toEqual({ own: 1, first: false });
    expect(second).not.toHaveProperty("files");
    const request = {
      scheme: "x-from",
      host: "first.example",
      port: 4001,
      user: undefined,
      wanted: "user",
    } as const;
    expect(await first!.ask(request)).toMatchObject({ user: "alice" });
    expect(await second!.ask(request)).toEqual({ user: "somebody" });
    expect(credentials).toHaveLength(1);
  });

  it("shares the limits, deadline and abort of the call", async () => {
    const { network, get, clock } = world();
    network.answer = async ({ address, port }) => new FakeConnection(address, port);
    const call = get(from("x-line://second.example/"), { limits: { deadline: 5_000, replyTimeout: 60_000 } });
    const outcome = expect(call).rejects.toEqual(failing("timeout", "deadline"));
    await clock.advance(5_000);
    await outcome;
    expect(network.open).toBe(0);
    const controller = new AbortController();
    const reason = new Error("enough");
    const other = get(from("x-line://second.example/"), { signal: controller.signal });
    const aborted = expect(other).rejects.toBe(reason);
    await settled();
    controller.abort(reason);
    await aborted;
    expect(network.open).toBe(0);
    expect(clock.pending).toBe(0);
    const short = get(from("x-line://second.example/"), { limits: { replyTimeout: 1_000 } });
    const late = expect(short).rejects.toEqual(failing("timeout", "replyTimeout"));
    await clock.advance(1_000);
    await late;
    expect(network.open).toBe(0);
  });

  it("returns the bytes of a range, and closes everything when the reader stops", async () => {
    const { network, get } = world();
    const part = await get(from("x-line://second.example/"), { range: { start: 1, end: 3 } });
    expect(await part.text()).toBe("od");
    const left = await get(from("x-line://second.example/"));
    await left.body.cancel();
    expect(network.open).toBe(0);
  });

  it("fails with the error of the other URL, and names its scheme", async () => {
    const { network, get } = world();
    network.answer = async ({ address, port }) => {
      const connection = new FakeConnection(address, port);
      connection.say("reply\n");
      connection.say(octetsOf("bo"));
      connection.say(new Error("ECONNRESET"));
      return connection;
    };
    const { body } = await get(from("x-line://second.example/"));
    await expect(new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).bytes()).rejects.toEqual(
      expect.objectContaining({ code: "truncated", scheme: "x-line" }),
    );
  });
});
