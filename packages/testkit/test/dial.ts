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
 * A protocol made up for these tests: one reply of one line for each command, a body over a further connection, and a
 * reply that it was all. `Fault` is what a careless client of it gets wrong.
 */

export type Fault =
  /** It goes on in the clear where TLS is refused. */
  | "falls back"
  /** Its further connection is in the clear where TLS fails. */
  | "clear data"
  /** It logs in before it begins TLS. */
  | "early login"
  /** The end of TLS is taken for the end of the data, with a close_notify or without. */
  | "no close_notify"
  /** A line may have any length. */
  | "no maxLine"
  /** What waits when a command is sent is taken for its reply. */
  | "no desync"
  /** The greeting may be anything. */
  | "any greeting"
  /** A body that ends is whole, whatever is said after it. */
  | "no final reply"
  /** The address that the server names is dialled. */
  | "believes addresses"
  /** Any port is as good as another. */
  | "believes ports"
  /** An entry's URL is its name behind the directory's. */
  | "glues URLs"
  /** An error without a code. */
  | "plain errors"
  /** The password is in the message. */
  | "shows passwords"
  /** What is written is done as soon as it is sent. */
  | "believes itself"
  /** Who was not let in goes on as if they were. */
  | "ignores refusals"
  /** What may have been done may be done again, it says. */
  | "tries again"
  /** What is to be written is not ended when it fails. */
  | "forgets the source"
  /** What is to be written is read as a whole, and then sent. */
  | "reads the source first"
  /** The last octet is not sent. */
  | "cuts uploads"
  /** A size is whatever the server says. */
  | "any size";

interface Parts {
  readonly name: string;
}
type Name = "x-dial" | "x-dials";
type DialUrl = Url<Name, Parts>;

/** The exchange needs the next octets, which are put in before it goes on. */
interface Pull {
  octets?: Uint8Array | undefined;
}

type Event = Uint8Array | "begun" | Pull | Attributes;

/** What is wanted beside logging in. */
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

/** The same, with TLS to be begun. */
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

/** A server that answers one line with a text, and closes. */
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

/** The scheme, with these faults. */
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
        yield* entries(bodyFromExchange(await start(url, context)), url, context, has.has("glues URLs"));
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
        throw new AccessError("protocol-error", "nothing was found out");
      },
      open: (url: DialUrl, context: Context) => session(url, context),
    }),
  });
}

function parse(url: Url, report: Report): Parts {
  checkHostport(url, report, { userinfo: true, cite: CITE });
  return { name: decodeText(url.path) };
}

/** Answers each Pull with what is to be written next. */
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

/** A connection, and nothing else. */
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
    if (line.startsWith("500 ")) throw new AccessError("unsupported", "the server does not do this");
    if (code !== "" && !line.startsWith(`${code} `))
      throw new AccessError(
        "protocol-error",
        has.has("shows passwords") ? `not for ${url.href}` : "not this",
      );
    return line;
  }
  function* command(line: string, code: string): Exchange<never, string> {
    if (inbox.size > 0 && !has.has("no desync")) throw new AccessError("desync", "nobody has asked for this");
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
    if (inbox.size > 0) throw new AccessError("desync", "somebody speaks before TLS is up");
    yield { do: "secure" };
  }
  /** As `command`, for what must not be gone on without. */
  function* allowed(line: string, code: string): Exchange<never> {
    try {
      yield* command(line, code);
    } catch (error) {
      if (!has.has("ignores refusals")) throw error;
    }
  }
  /** What may have been done when its reply does not come. */
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
      // It is said, heard or not.
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
  glues: boolean,
): AsyncGenerator<Entry, void, void> {
  const inbox = new Inbox();
  let all = 0;
  const entryOf = (octets: Uint8Array): Entry => {
    const name = textOf(octets);
    const path = glues ? name : encodeText(name, PCHAR);
    const unsafe = !glues && (name === "" || name === "." || name === ".." || /[/\0\r\n]/.test(name));
    return { name, kind: "file", url: unsafe ? undefined : `${url.scheme}://${url.host}/pub/${path}` };
  };
  for await (const octets of body) {
    all += octets.length;
    if (all > limits.maxListing) throw new AccessError("too-large", "too much of a listing");
    inbox.push(octets);
    for (let line = inbox.takeLine(all); line !== undefined; line = inbox.takeLine(all)) yield entryOf(line);
  }
  if (inbox.size > 0) yield entryOf(inbox.take());
}
