import {
  AccessError,
  type Attributes,
  type AuthorityInit,
  checkHostport,
  decodeText,
  defineScheme,
  type Entity,
  type Entry,
  encodeText,
  formatAuthority,
  isAccessError,
  octetsOf,
  PCHAR,
  parseLogin,
  type Report,
  type Scheme,
  type Session,
  type Source,
  textOf,
  type Url,
} from "@anyurl/core";
import {
  bodyFromExchange,
  type Connection,
  type Context,
  copyBytes,
  type Exchange,
  Inbox,
  perform,
  readLine,
} from "@anyurl/core/exchange";
import type { HostileProtocol, HostileWorld, ServerStep } from "../src/index.ts";

/*
 * A protocol for these tests only: each command has a reply of one line, a body uses a further connection, and a final
 * reply confirms it. `Fault` lists the mistakes of a careless client.
 */

export type Fault =
  /** It continues in clear text if TLS is rejected. */
  | "falls back"
  /** Its further connection uses clear text if TLS fails. */
  | "clear data"
  /** It logs in before it starts TLS. */
  | "early login"
  /** It takes the end of TLS for the end of the data, with or without a close_notify. */
  | "no close_notify"
  /** It accepts lines of any length. */
  | "no maxLine"
  | "no maxEntries"
  /** It takes data that arrived before a command for its reply. */
  | "no desync"
  /** It accepts any greeting. */
  | "any greeting"
  /** It ignores the final reply: a body that ends is complete. */
  | "no final reply"
  /** It connects to the address that the server sent. */
  | "believes addresses"
  /** It connects to any port that the server sent. */
  | "believes ports"
  /** It appends an entry's name to the directory's URL without escaping. */
  | "glues URLs"
  /** Its errors have no code. */
  | "plain errors"
  /** Its message contains the password. */
  | "shows passwords"
  /** It reports a write as done as soon as the data is sent. */
  | "believes itself"
  /** It continues after the server has rejected the login or a command. */
  | "ignores refusals"
  /** It reports an error as retryable although the server may have carried out the command. */
  | "tries again"
  /** It does not close the source if the write fails. */
  | "forgets the source"
  /** It reads the whole source before it sends. */
  | "reads the source first"
  /** It does not send the first byte of a chunk. */
  | "cuts uploads"
  /** It accepts any size that the server sent. */
  | "any size";

interface Parts {
  readonly name: string;
}
type Name = "x-dial" | "x-dials";
type DialUrl = Url<Name, Parts>;

/** A request for the next bytes of an upload: the caller sets `octets` before the exchange continues. */
interface Pull {
  octets?: Uint8Array | undefined;
}

type Event = Uint8Array | "begun" | Pull | Attributes;

/** The operation after the login. */
type Wish = "get" | "put" | "send" | "remove" | "stat";

const CITE = "RFC 959";

export const DIAL_PROTOCOL: HostileProtocol = {
  greeting: "200 hello\r\n",
  answer,
  failure: "400 broken\r\n",
  refusal: "500 no\r\n",
  operations: [
    { operation: "get", url: "x-dial://bob:Swordfish%2F42@h.example/a", end: "reply" },
    {
      operation: "list",
      url: "x-dial://bob:Swordfish%2F42@h.example/pub/",
      end: "reply",
      entry: (name) => name,
    },
    { operation: "put", url: "x-dial://bob:Swordfish%2F42@h.example/a", end: "reply" },
    { operation: "remove", url: "x-dial://bob:Swordfish%2F42@h.example/a", end: "reply" },
    { operation: "send", url: "x-dial://bob:Swordfish%2F42@h.example/a", end: "reply" },
    { operation: "stat", url: "x-dial://bob:Swordfish%2F42@h.example/a", end: "reply" },
  ],
};

/** The same protocol with STARTTLS. */
export const DIAL_TLS_PROTOCOL: HostileProtocol = {
  ...DIAL_PROTOCOL,
  answer: (line, world) =>
    line === "TLS" ? [{ is: "reply", text: "200 go on\r\n", secures: true }] : answer(line, world),
  operations: DIAL_PROTOCOL.operations.map((operation) => ({
    ...operation,
    secrets: ["Swordfish"],
    url: operation.url.replace("x-dial:", "x-dials:"),
    tls: "upgrade",
  })),
};

/** A server that answers one line with a text and closes. */
export const TALK_PROTOCOL: HostileProtocol = {
  answer: () => [{ is: "body" }, { is: "close" }],
  operations: [{ operation: "open", url: "x-dial://bob:Swordfish%2F42@h.example/a", end: "close" }],
};

function answer(line: string, { address, port, size }: HostileWorld): readonly ServerStep[] {
  if (line === "PORT") return [{ is: "reply", text: `201 ${address} ${port}\r\n`, offers: "data" }];
  if (line === "BYE") return [{ is: "farewell", text: "200 bye\r\n" }, { is: "close" }];
  if (line === "SIZE") return [{ is: "reply", text: `202 ${size}\r\n` }];
  if (line === "ERASE") return [{ is: "reply", text: "200 gone\r\n", confirms: true }];
  if (line === "STORE" || line === "MAIL") {
    return [
      { is: "reply", text: "100 go on\r\n", required: true },
      line === "STORE" ? { is: "upload", on: "data" } : { is: "upload", until: "." },
      { is: "reply", text: "200 I have it\r\n", confirms: true },
    ];
  }
  if (!line.startsWith("SEND ")) return [{ is: "reply", text: "200 ok\r\n", required: true }];
  return [
    { is: "reply", text: "100 here\r\n" },
    { is: "body", on: "data" },
    { is: "reply", text: "200 all\r\n" },
  ];
}

/** Creates the scheme with these faults. */
export function dialScheme(...faults: readonly Fault[]): Scheme<Name, Parts, AuthorityInit, object> {
  const has = new Set(faults);
  const start = async (url: DialUrl, context: Context, wish: Wish = "get") => {
    const { hostname, port } = parseLogin(url, 4000);
    const control = await context.connect({ host: hostname, port });
    const events = perform(exchange(url, context, has, wish), control as Connection, context);
    try {
      if (wish === "get") await events.next();
      return events;
    } catch (error) {
      if (!has.has("plain errors")) throw error;
      throw Object.assign(new Error("it failed"), { name: "AccessError", code: "It_Failed" });
    }
  };
  return defineScheme<Name, Parts, AuthorityInit, object>({
    name: ["x-dial", "x-dials"],
    defaultPort: 4000,
    cite: [CITE],
    hierarchical: true,
    parse,
    format: (init) => `x-dial:${formatAuthority(init)}/`,
    examples: [],
    access: async () => ({
      get: async (url: DialUrl, context: Context): Promise<Entity> => ({
        body: bodyFromExchange(await start(url, context)),
      }),
      async *list(url: DialUrl, context: Context): AsyncGenerator<Entry, void, void> {
        yield* entries(bodyFromExchange(await start(url, context)), url, context, has);
      },
      async put(url: DialUrl, context: Context, source: Source): Promise<void> {
        await supply(await start(url, context, "put"), source, has);
      },
      async send(url: DialUrl, context: Context, source: Source): Promise<void> {
        await supply(await start(url, context, "send"), source, has);
      },
      async remove(url: DialUrl, context: Context): Promise<void> {
        for await (const _ of await start(url, context, "remove"));
      },
      async stat(url: DialUrl, context: Context): Promise<Attributes> {
        for await (const event of await start(url, context, "stat"))
          if (typeof event === "object" && "kind" in event) return event;
        throw new AccessError("protocol-error", "the server sent no metadata");
      },
      open: (url: DialUrl, context: Context) => session(url, context),
    }),
  });
}

function parse(url: Url, report: Report): Parts {
  checkHostport(url, report, { userinfo: true, cite: CITE });
  return { name: decodeText(url.path) };
}

/** Answers each Pull with the next chunk of the source. */
async function supply(
  events: AsyncGenerator<Event, true, void>,
  source: Source,
  has: ReadonlySet<Fault>,
): Promise<void> {
  const pieces = source[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  if (has.has("reads the source first")) for await (const piece of source) read.push(copyBytes(piece));
  try {
    for await (const event of events) {
      if (typeof event === "string" || event instanceof Uint8Array || "kind" in event) continue;
      const next = has.has("reads the source first") ? read.shift() : (await pieces.next()).value;
      event.octets = next ?? undefined;
    }
  } finally {
    if (!has.has("forgets the source")) await pieces.return?.();
  }
}

/** Opens a session: a plain connection. */
async function session(url: DialUrl, context: Context): Promise<Session> {
  const { hostname, port } = parseLogin(url, 4000);
  const connection = await context.connect({ host: hostname, port });
  async function* readable(): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const octets = await connection.receive("body");
      if (octets === undefined) return;
      yield octets;
    }
  }
  return {
    readable: readable(),
    write: (octets) => connection.send(octets),
    [Symbol.asyncDispose]: async () => connection.close(),
  };
}

function* exchange(
  url: DialUrl,
  { limits }: Context,
  has: ReadonlySet<Fault>,
  wish: Wish,
): Exchange<Event, true> {
  const inbox = new Inbox();
  const maxLine = has.has("no maxLine") ? Number.POSITIVE_INFINITY : limits.maxLine;
  function* reply(code: string): Exchange<never, string> {
    const octets = yield* readLine(inbox, { maxLine });
    if (octets === undefined) throw new AccessError("truncated", "the server closed instead of replying");
    const line = textOf(octets);
    if (line.startsWith("500 "))
      throw new AccessError("unsupported", "the server does not support this command");
    if (code !== "" && !line.startsWith(`${code} `))
      throw new AccessError(
        "protocol-error",
        has.has("shows passwords") ? `not for ${url.href}` : "not this",
      );
    return line;
  }
  function* command(line: string, code: string): Exchange<never, string> {
    if (inbox.size > 0 && !has.has("no desync"))
      throw new AccessError("desync", "unexpected data before a command");
    yield { do: "send", octets: octetsOf(`${line}\r\n`) };
    return yield* reply(code);
  }
  function* begin(): Exchange<never> {
    try {
      yield* command("TLS", "200");
    } catch (error) {
      if (has.has("falls back")) return;
      throw error;
    }
    if (inbox.size > 0) throw new AccessError("desync", "unexpected data before TLS");
    yield { do: "secure" };
  }
  /** Like `command`, for a command that must succeed before the exchange continues. */
  function* allowed(line: string, code: string): Exchange<never> {
    try {
      yield* command(line, code);
    } catch (error) {
      if (!has.has("ignores refusals")) throw error;
    }
  }
  /** Sends a command that the server may have carried out even if its reply is missing. */
  function* settled(line: string): Exchange<never> {
    try {
      if (!has.has("believes itself")) return void (yield* command(line, "200"));
      yield { do: "send", octets: octetsOf(`${line}\r\n`) };
    } catch (cause) {
      if (!isAccessError(cause)) throw cause;
      throw new AccessError(cause.code, cause.message, { cause, retryable: has.has("tries again") });
    }
  }
  function* upload(on: "control" | "data"): Exchange<Event> {
    for (;;) {
      const pull: Pull = {};
      yield { do: "emit", event: pull };
      const { octets } = pull;
      if (octets === undefined) return;
      yield { do: "send", on, octets: has.has("cuts uploads") ? octets.subarray(1) : octets };
    }
  }
  function* farewell(): Exchange<never, true> {
    try {
      yield { do: "send", octets: octetsOf("BYE\r\n") };
      yield { do: "receive", phase: "farewell" };
    } catch {
      // Best effort: the reply does not matter.
    }
    return true;
  }
  yield* reply(has.has("any greeting") ? "" : "200");
  const { user = "", password = "" } = parseLogin(url, 4000);
  const tls = url.scheme === "x-dials";
  if (has.has("early login")) yield* command(`USER ${user} ${password}`, "200");
  if (tls) yield* begin();
  if (!has.has("early login")) yield* allowed(`USER ${user} ${password}`, "200");
  if (wish === "remove") {
    yield* settled("ERASE");
    return yield* farewell();
  }
  if (wish === "stat") {
    const size = (yield* command("SIZE", "202")).slice(4);
    const isSize = /^[0-9]{1,15}$/.test(size) || has.has("any size");
    yield { do: "emit", event: { kind: "file", ...(isSize && { size: Number(size) }) } };
    return yield* farewell();
  }
  if (wish === "send") {
    yield* allowed("MAIL", "100");
    yield* upload("control");
    yield* settled(".");
    return yield* farewell();
  }
  const offer = yield* command("PORT", "201");
  const [, host = "", port = ""] = offer.split(" ");
  const isPort = /^[0-9]{4,5}$/.test(port) && Number(port) >= 1024 && Number(port) <= 65_535;
  if (!isPort && !has.has("believes ports")) throw new AccessError("bounce-refused", "no port for data");
  const endpoint = {
    port: Number(port),
    tls,
    closeNotify: tls && !has.has("no close_notify"),
    ...(has.has("believes addresses") && { host }),
  };
  try {
    yield { do: "open", on: "data", endpoint };
  } catch (error) {
    if (!has.has("clear data")) throw error;
    yield { do: "open", on: "data", endpoint: { ...endpoint, tls: false } };
  }
  if (wish === "put") {
    yield* allowed("STORE", "100");
    yield* upload("data");
    yield { do: "end", on: "data" };
    if (!has.has("believes itself")) yield* reply("200");
    return yield* farewell();
  }
  yield* command(`SEND ${url.parts.name.replaceAll(/[\0\r\n]/g, "")}`, "100");
  yield { do: "emit", event: "begun" };
  for (;;) {
    const octets = yield { do: "receive", on: "data", phase: "body" };
    if (octets === undefined) break;
    yield { do: "emit", event: octets };
  }
  yield { do: "close", on: "data" };
  try {
    yield* reply("200");
  } catch (cause) {
    const isLoss = cause instanceof AccessError && !["timeout", "too-large"].includes(cause.code);
    if (!has.has("no final reply")) throw isLoss ? new AccessError("truncated", "half", { cause }) : cause;
  }
  return yield* farewell();
}

async function* entries(
  body: AsyncGenerator<Uint8Array>,
  url: DialUrl,
  { limits }: Context,
  has: ReadonlySet<Fault>,
): AsyncGenerator<Entry, void, void> {
  const inbox = new Inbox();
  const glues = has.has("glues URLs");
  const most = has.has("no maxEntries") ? Number.POSITIVE_INFINITY : limits.maxEntries;
  let all = 0;
  let count = 0;
  const entryOf = (octets: Uint8Array): Entry => {
    if (++count > most) throw new AccessError("too-large", "too many entries");
    const name = textOf(octets);
    const path = glues ? name : encodeText(name, PCHAR);
    const unsafe = !glues && (name === "" || name === "." || name === ".." || /[/\0\r\n]/.test(name));
    return { name, kind: "file", url: unsafe ? undefined : `${url.scheme}://${url.host}/pub/${path}` };
  };
  for await (const octets of body) {
    all += octets.length;
    if (all > limits.maxListing) throw new AccessError("too-large", "the listing exceeds the limit");
    inbox.push(octets);
    for (let line = inbox.takeLine(all); line !== undefined; line = inbox.takeLine(all)) yield entryOf(line);
  }
  if (inbox.size > 0) yield entryOf(inbox.take());
}
