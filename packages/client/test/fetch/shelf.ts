import {
  AccessError,
  type Completeness,
  checkHostport,
  defineOptions,
  defineScheme,
  type Entity,
  type Entry,
  type Operations,
  octetsOf,
  type Scheme,
  type Source,
  textOf,
  type Url,
  warnAboutControls,
} from "@anyurl/core";
import { type FetchOptions, toFetch, type UrlFetch } from "../../src/fetch/to-fetch.ts";
import { type Client, type ClientOptions, createClient } from "../../src/index.ts";
import { FakeTransport, ManualClock } from "../world.ts";

/** The content of a URL: a file is text, optionally with metadata; a directory is its entries. */
export type Thing = string | (Partial<Entity> & { readonly text?: string }) | readonly Entry[] | Error;

type Anything = Partial<Operations<Url<"x-shelf", object>>>;

/** `x-shelf://h/path`: files in memory with the operations of a test. */
class Shelf {
  readonly things: Map<string, Thing>;
  /** The requests, for example "get /a 3-7". */
  readonly log: string[] = [];
  /** The number of open bodies and listings. */
  open = 0;

  constructor(things: Readonly<Record<string, Thing>> = {}) {
    this.things = new Map(Object.entries(things));
  }

  readonly get: NonNullable<Anything["get"]> = async (url, { range }) => {
    this.log.push(`get ${url.path}${range === undefined ? "" : ` ${range.start}-${range.end ?? ""}`}`);
    const thing = this.#thing(url);
    if (isEntries(thing)) throw new AccessError("is-a-directory", "the target is a directory");
    const { text = "", body, ...known } = typeof thing === "string" ? { text: thing } : (thing as any);
    const start = range?.start ?? 0;
    return { ...known, start, body: body ?? this.#body(octetsOf(text).subarray(start)) };
  };

  readonly list: NonNullable<Anything["list"]> = (url) => {
    this.log.push(`list ${url.path}`);
    return this.#entries(url);
  };

  readonly stat: NonNullable<Anything["stat"]> = async (url) => {
    this.log.push(`stat ${url.path}`);
    const thing = this.#thing(url);
    if (isEntries(thing)) return { kind: "directory" };
    if (typeof thing === "string") return { kind: "file", size: octetsOf(thing).length };
    const { size, modified, mediaType } = thing as Partial<Entity>;
    return {
      kind: "file",
      ...(size !== undefined && { size }),
      ...(modified && { modified }),
      ...(mediaType !== undefined && { mediaType }),
    };
  };

  readonly put: NonNullable<Anything["put"]> = async (url, _, source) => {
    this.log.push(`put ${url.path}`);
    this.things.set(url.path, await textIn(source));
  };

  readonly append: NonNullable<Anything["append"]> = async (url, _, source) => {
    this.log.push(`append ${url.path}`);
    this.things.set(url.path, `${this.things.get(url.path) ?? ""}${await textIn(source)}`);
  };

  readonly send: NonNullable<Anything["send"]> = async (url, _, message) => {
    this.log.push(`send ${url.path} ${message === undefined ? "nothing" : await textIn(message)}`);
  };

  readonly remove: NonNullable<Anything["remove"]> = async (url) => {
    this.log.push(`remove ${url.path}`);
    this.#thing(url);
    this.things.delete(url.path);
  };

  readonly makeDirectory: NonNullable<Anything["makeDirectory"]> = async (url) => {
    this.log.push(`makeDirectory ${url.path}`);
    this.things.set(url.path, []);
  };

  #thing({ path }: Url): Thing {
    const thing = this.things.get(path);
    if (thing === undefined) throw new AccessError("not-found", "no such file");
    if (thing instanceof Error) throw thing;
    return thing;
  }

  async *#body(octets: Uint8Array): AsyncGenerator<Uint8Array, Completeness, void> {
    this.open++;
    try {
      for (let i = 0; i < octets.length; i += 4) yield octets.slice(i, i + 4);
      return true;
    } finally {
      this.open--;
    }
  }

  async *#entries(url: Url): AsyncGenerator<Entry, void, void> {
    const thing = this.#thing(url);
    if (!isEntries(thing)) throw new AccessError("not-a-directory", "the target is a file");
    this.open++;
    try {
      yield* thing;
    } finally {
      this.open--;
    }
  }
}

function isEntries(thing: Thing): thing is readonly Entry[] {
  return Array.isArray(thing);
}

async function textIn(source: Source): Promise<string> {
  let text = "";
  for await (const octets of source) text += textOf(octets);
  return text;
}

export type Operation = "get" | "list" | "stat" | "put" | "append" | "send" | "remove" | "makeDirectory";

/** Creates the scheme with these operations. */
function shelfScheme(shelf: Shelf, operations: readonly Operation[], more: Anything = {}): Scheme {
  return defineScheme({
    name: "x-shelf",
    cite: ["x-shelf"],
    parse(url, report) {
      checkHostport(url, report, { userinfo: true, cite: "x-shelf" });
      warnAboutControls(url, [url.offsets.pathStart, url.offsets.pathEnd], "path", report);
      return {};
    },
    format: () => "x-shelf://h/",
    options: defineOptions("x-shelf", { copies: { type: "integer", description: "how many" } }),
    isDirectory: ({ path }) => path.endsWith("/"),
    examples: [],
    access: async () => ({ ...Object.fromEntries(operations.map((name) => [name, shelf[name]])), ...more }),
  });
}

export interface SetUp {
  readonly shelf: Shelf;
  readonly client: Client;
  readonly clock: ManualClock;
  readonly fetch: UrlFetch;
}

/** Creates a `fetch` for the scheme. */
export function setUp(
  things: Readonly<Record<string, Thing>>,
  {
    can = ["get", "list"],
    more = {},
    schemes = [],
    client: clientOptions = {},
    ...options
  }: FetchOptions & {
    readonly can?: readonly Operation[];
    readonly more?: Anything;
    readonly schemes?: readonly Scheme[];
    readonly client?: Partial<ClientOptions<readonly Scheme[]>>;
  } = {},
): SetUp {
  const shelf = new Shelf(things);
  const clock = new ManualClock();
  const client = createClient({
    schemes: [shelfScheme(shelf, can, more), ...schemes] as readonly Scheme[],
    transport: new FakeTransport(),
    clock,
    ...clientOptions,
  }) as unknown as Client;
  return { shelf, client, clock, fetch: toFetch(client, { clock, ...options }) };
}
