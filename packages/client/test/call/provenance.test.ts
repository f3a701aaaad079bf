import {
  defineScheme,
  type Entity,
  type Entry,
  type HostOptions,
  octetsOf,
  parseLogin,
  type Scheme,
  type Url,
} from "@anyurl/core";
import type { Context, CredentialRequest } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import {
  type CallOptions,
  type CredentialQuestion,
  createClient,
  entryWithUrl,
  type PolicyOptions,
} from "../../src/index.ts";
import { FakeConnection, FakeTransport } from "../world.ts";

const PUBLIC = "93.184.216.34";

/** `x-menu://host/…`: the server names the URLs of `menu`, and gives its own address as a document. */
function menuScheme(menu: readonly string[], opened: string[]): Scheme<"x-menu", object, object, any> {
  const connect = async (url: Url, context: Context) => {
    const { hostname, port, password } = parseLogin(url, 4000);
    const connection = await context.connect({ host: hostname, port });
    opened.push(password === undefined ? url.href : `${url.href} (${password})`);
    return connection;
  };
  async function* list(url: Url, context: Context): AsyncGenerator<Entry, void, void> {
    const connection = await connect(url, context);
    for (const [i, own] of menu.entries())
      yield { name: `item${i}`, kind: own.endsWith("/") ? "directory" : "file", url: own };
    connection.close();
  }
  const get = async (url: Url, context: Context): Promise<Entity> => {
    const connection = await connect(url, context);
    if (url.path === "/private") {
      const { hostname: host, port, user } = parseLogin(url, 4000);
      const given = await context.ask({ scheme: "x-menu", host, port, user, wanted: "password" });
      opened.push(`password ${given?.password}`);
    }
    return {
      body: (async function* () {
        yield octetsOf(connection.remote.address);
        connection.close();
        return true as const;
      })(),
    };
  };
  const put = async (_url: Url, _context: Context, source: AsyncIterable<Uint8Array>) => {
    for await (const _ of source);
  };
  return defineScheme({
    name: "x-menu",
    defaultPort: 4000,
    ports: { reserved: "any" },
    cite: ["x-menu"],
    parse: () => ({}),
    format: () => "x-menu://h/",
    examples: [],
    access: async () => ({ list, get, put, makeDirectory: async () => {} }),
  });
}

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

interface Init {
  readonly policy?: PolicyOptions;
  readonly credentials?: (question: CredentialQuestion) => { readonly password: string } | undefined;
  readonly idle?: number;
  readonly idna?: HostOptions;
  /** Addresses of names that are looked up, in turn. */
  readonly answers?: readonly (readonly string[])[];
}

function world(menu: readonly string[], { answers, idle = 0, ...init }: Init = {}) {
  const network = new FakeTransport();
  network.answer = async ({ address, port }) => new FakeConnection(address, port);
  if (answers !== undefined) network.answers = answers.map((each) => [...each]);
  const opened: string[] = [];
  const client = createClient({
    schemes: [menuScheme(menu, opened), file],
    transport: network,
    connections: { idle },
    ...init,
  });
  const first = async (url = `x-menu://${PUBLIC}/`): Promise<Entry> => {
    for await (const entry of client.list(url as "x-menu://h/")) return entry;
    throw new Error("no entry");
  };
  return { client, network, opened, first };
}

const failing = (code: string) => expect.objectContaining({ name: "AccessError", code });

async function all<T>(sequence: AsyncIterable<T>): Promise<T[]> {
  const things: T[] = [];
  for await (const thing of sequence) things.push(thing);
  return things;
}

describe("an entry that a server outside named", () => {
  it.each([
    ["host-blocked", "x-menu://127.0.0.1:6379/"],
    ["host-blocked", "x-menu://localhost/"],
    ["host-blocked", "x-menu://10.0.0.5/"],
    ["host-blocked", "x-menu://192.168.1.1/"],
    ["host-blocked", "x-menu://100.64.0.1/"],
    ["host-blocked", "x-menu://[::1]/"],
    ["host-blocked", "x-menu://[fd00::1]/"],
    ["host-blocked", "x-menu://[::ffff:127.0.0.1]/"],
    ["host-blocked", "x-menu://169.254.169.254/"],
    ["host-blocked", "x-menu://[fe80::1]/"],
    ["port-blocked", `x-menu://${PUBLIC}:25/`],
    ["redirect-refused", "file:///etc/passwd"],
    ["redirect-refused", "x-menu://root:toor@93.184.216.35/"],
    ["redirect-refused", "x-menu://root@93.184.216.35/"],
  ])("fails with %s: %s", async (code, url) => {
    const policy = {
      allowPorts: ["x-menu:*"],
      allowAddresses: ["0.0.0.0/0", "::/0"],
      files: { roots: ["/"] },
    };
    const { client, network, first } = world([url], { policy });
    const entry = await first();
    const before = network.connections.length;
    await expect(client.get(entry)).rejects.toEqual(failing(code));
    await expect(client.get(url as "x-menu://h/", { namedBy: entry })).rejects.toEqual(failing(code));
    await expect(async () => all(client.list(entry))).rejects.toEqual(failing(code));
    expect(network.connections).toHaveLength(before);
  });

  it("is rejected if its name resolves to an inner address", async () => {
    const { client, network, first } = world(["x-menu://inner.example/"], { answers: [["10.0.0.7"]] });
    await expect(client.get(await first())).rejects.toEqual(failing("host-blocked"));
    expect(network.connections).toHaveLength(1);
  });

  it("is opened on an outer address, and on the port of its server", async () => {
    const menu = ["x-menu://93.184.216.35/", `x-menu://${PUBLIC}:6667/`];
    const { client, first } = world(menu, { policy: { allowPorts: ["x-menu:6667"] } });
    expect(await (await client.get(await first())).text()).toBe("93.184.216.35");
    const [, own] = await all(client.list(`x-menu://${PUBLIC}:6667/`));
    expect(await (await client.get(own!)).text()).toBe(PUBLIC);
  });

  it("passes its provenance on to its own entries", async () => {
    const { client, first } = world(["x-menu://93.184.216.35/", "x-menu://127.0.0.1/"]);
    const [, inner] = await all(client.list(await first()));
    await expect(client.get(inner!)).rejects.toEqual(failing("host-blocked"));
  });

  it("does not use a pooled connection of a URL that the user chose", async () => {
    const { client, network, first } = world(["x-menu://inner.example/"], {
      idle: 60_000,
      answers: [["10.0.0.7"], ["10.0.0.7"]],
    });
    const entry = await first();
    await (await client.get("x-menu://inner.example/")).text();
    await expect(client.get(entry)).rejects.toEqual(failing("host-blocked"));
    expect(network.connections).toHaveLength(2);
  });

  it("is trusted as a user's URL if passed as a string", async () => {
    const { client, first } = world(["x-menu://127.0.0.1/"]);
    const { url } = await first();
    expect(await (await client.get(url as "x-menu://h/")).text()).toBe("127.0.0.1");
  });

  it("counts as named outside by a copy, unless entryWithUrl made it", async () => {
    const { client, first } = world(["x-menu://10.0.0.5/a"]);
    const inner = await first("x-menu://10.0.0.4/");
    expect(await (await client.get(inner)).text()).toBe("10.0.0.5");
    await expect(client.get({ ...inner })).rejects.toEqual(failing("host-blocked"));
    const other = entryWithUrl(inner, "x-menu://10.0.0.5/b");
    expect(await (await client.get(other)).text()).toBe("10.0.0.5");
    expect(other).toEqual({ ...inner, url: "x-menu://10.0.0.5/b" });
  });

  it("without a URL fails with unsupported", async () => {
    const { client } = world([]);
    const entry: Entry = { name: "a note", kind: "information", url: undefined };
    await expect(async () => client.get(entry)).rejects.toEqual(failing("unsupported"));
  });
});

describe("a URL in a response", () => {
  it("is named by the server of the response", async () => {
    const { client } = world([]);
    const outside = await client.get(`x-menu://${PUBLIC}/`);
    const inside = await client.get("x-menu://10.0.0.4/");
    const link = "x-menu://10.0.0.5/";
    await expect(client.get(link, { namedBy: outside })).rejects.toEqual(failing("host-blocked"));
    await expect(client.get(link, { namedBy: "server" })).rejects.toEqual(failing("host-blocked"));
    expect(await (await client.get(link, { namedBy: inside })).text()).toBe("10.0.0.5");
  });
});

describe("the login of a listing", () => {
  const LIST = `x-menu://alice:PW@${PUBLIC}/`;

  it("goes to entries of the same user, scheme, host and port", async () => {
    const { client, opened, first } = world([`x-menu://alice@${PUBLIC}/a`]);
    const entry = await first(LIST);
    await (await client.get(entry)).text();
    expect(opened).toEqual([`${LIST} (PW)`, `x-menu://alice:PW@${PUBLIC}/a (PW)`]);
    // Nothing of it is in the entry.
    expect(JSON.stringify(entry)).not.toContain("PW");
    expect(Object.getOwnPropertySymbols(entry)).toEqual([]);
  });

  it.each([
    ["another user", `x-menu://bob@${PUBLIC}/a`],
    ["another host", "x-menu://alice@93.184.216.35/a"],
    ["another port", `x-menu://alice@${PUBLIC}:4001/a`],
  ])("does not go to %s", async (_, url) => {
    const { client, opened, first } = world([url]);
    const entry = await first(LIST);
    await expect(client.get(entry)).rejects.toEqual(failing("redirect-refused"));
    expect(opened).toEqual([`${LIST} (PW)`]);
  });

  it("goes to every directory of walk and every file of copyTree", async () => {
    const menu = [`x-menu://alice@${PUBLIC}/a`, `x-menu://alice@${PUBLIC}/b/`];
    const { client, opened } = world(menu);
    await all(client.walk(LIST as "x-menu://h/"));
    const directories = [`${LIST} (PW)`, `x-menu://alice:PW@${PUBLIC}/b/ (PW)`];
    expect(opened).toEqual(directories);
    opened.length = 0;
    const copied = await all(client.copyTree(LIST as "x-menu://h/", "x-menu://10.0.0.4/to/"));
    expect(copied.map(({ did, entry }) => `${did} ${entry.url}`)).toContain(`copied ${menu[0]}`);
    expect(opened).toContain(`x-menu://alice:PW@${PUBLIC}/a (PW)`);
  });

  it("is requested with elsewhere if another server is named", async () => {
    const questions: CredentialQuestion[] = [];
    const credentials = (question: CredentialQuestion) => {
      questions.push(question);
      return undefined;
    };
    const { client, first } = world(["x-menu://93.184.216.35/private"], { credentials });
    await (await client.get(await first(LIST))).text();
    expect(questions).toEqual([expect.objectContaining({ host: "93.184.216.35", elsewhere: true })]);
    await (await client.get("x-menu://93.184.216.35/private")).text();
    expect(questions[1]).toMatchObject({ elsewhere: false });
  });
});

describe("a login that a scheme asks for", () => {
  const asking = (request: Partial<CredentialRequest>): Scheme<"x-ask", object, object, any> =>
    defineScheme({
      name: "x-ask",
      defaultPort: 4000,
      cite: ["x-ask"],
      parse: () => ({}),
      format: () => "x-ask://h/",
      examples: [],
      access: async () => ({
        get: async (_url: Url, context: Context): Promise<Entity> => {
          await context.connect({ host: "10.0.0.9", port: 4001 });
          const own = {
            scheme: "x-ask",
            host: "h.example",
            port: 4000,
            user: undefined,
            wanted: "user",
          } as const;
          const given = await context.ask({ ...own, ...request });
          return {
            body: (async function* () {
              yield octetsOf(String(given?.user));
              return true as const;
            })(),
          };
        },
      }),
    });
  const get = async (request: Partial<CredentialRequest>) => {
    const network = new FakeTransport();
    network.answer = async ({ address, port }) => new FakeConnection(address, port);
    const scheme = asking(request);
    const client = createClient({
      schemes: [scheme],
      transport: network,
      credentials: () => ({ user: "alice", password: "BANKPW" }),
    });
    return (await client.get("x-ask://h.example/")).text();
  };

  it.each([
    ["the URL's own server", {}],
    ["the same, in other letters", { scheme: "X-Ask", host: "H.Example" }],
    ["a server that the call has a connection to", { host: "10.0.0.9", port: 4001 }],
  ])("is returned for %s", async (_, request) => {
    expect(await get(request)).toBe("alice");
  });

  it.each([
    ["another scheme", { scheme: "ftp" }],
    ["another host", { host: "bank.example" }],
    ["another port", { port: 21 }],
    ["another port of a server that it is connected to", { host: "10.0.0.9" }],
  ])("is not returned for %s", async (_, request) => {
    await expect(get(request)).rejects.toEqual(failing("plugin-fault"));
  });
});

describe("walk", () => {
  const menu = [
    `x-menu://${PUBLIC}/a`,
    `X-MENU://${PUBLIC}:4000/b/`,
    "x-menu://127.0.0.1:6379/FLUSHALL/",
    "x-menu://93.184.216.35/c/",
    `x-menu://${PUBLIC}:4001/d`,
    "file:///etc/",
    "not a URL/",
  ];

  it("stays on the initial scheme, host and port, and reports why it skips an entry", async () => {
    const { client, opened } = world(menu);
    const walked = await all(client.walk(`x-menu://${PUBLIC}/`));
    expect(opened).toEqual([`x-menu://${PUBLIC}/`, `X-MENU://${PUBLIC}:4000/b/`]);
    expect(walked.slice(0, 7).map(({ localPath, unsafe }) => unsafe ?? localPath)).toEqual([
      ["item0"],
      ["item1"],
      "it is on a different server: 127.0.0.1:6379",
      "it is on a different server: 93.184.216.35:4000",
      `it is on a different server: ${PUBLIC}:4001`,
      "it has a different scheme: file",
      "its URL is not valid",
    ]);
  });

  it("compares a host in percent-encoded UTF-8 by its A-labels", async () => {
    const toAscii = (host: string) => host.replaceAll("m\u00fcnchen", "xn--mnchen-3ya");
    const hosts = ["xn--mnchen-3ya.example", "m%C3%BCnchen.example"];
    const { client, opened } = world(
      hosts.map((host, i) => `x-menu://${host}/${i}/`),
      { idna: { toAscii }, answers: [["93.184.216.34"], ["93.184.216.34"], ["93.184.216.34"]] },
    );
    const walked = await all(client.walk(`x-menu://${hosts[1]}/`));
    expect(walked.filter(({ unsafe }) => unsafe?.includes("another server"))).toEqual([]);
    expect(opened).toEqual(["", "0/", "1/"].map((path) => `x-menu://${hosts[0]}/${path}`));
  });

  it("visits other servers with span: hosts, but never inner ones", async () => {
    const { client, opened } = world(["x-menu://93.184.216.35/c/"]);
    await all(client.walk(`x-menu://${PUBLIC}/`, { span: "hosts" }));
    expect(opened).toEqual([`x-menu://${PUBLIC}/`, "x-menu://93.184.216.35/c/"]);
    const inner = world(["x-menu://127.0.0.1:6379/FLUSHALL/"]);
    const walked = await all(inner.client.walk(`x-menu://${PUBLIC}/`, { span: "hosts" }));
    expect(walked.map(({ localPath, unsafe }) => [localPath, unsafe])).toEqual([
      [["item0"], undefined],
      [undefined, expect.stringContaining("to a private address")],
    ]);
    expect(inner.opened).toEqual([`x-menu://${PUBLIC}/`]);
  });

  it("makes copyTree report a file on an inner server", async () => {
    const { client } = world(["x-menu://127.0.0.1:6379/FLUSHALL", "x-menu://93.184.216.35/c"]);
    const copied = await all(
      client.copyTree(`x-menu://${PUBLIC}/`, "x-menu://10.0.0.4/to/", { span: "hosts" }),
    );
    expect(copied).toMatchObject([
      { did: "failed", error: { code: "host-blocked" } },
      { did: "copied", to: "x-menu://10.0.0.4/to/item1" },
    ]);
  });

  it("rejects a span that is neither a host nor hosts", () => {
    const { client } = world([]);
    const options = { span: "all" } as unknown as CallOptions;
    expect(() => client.walk(`x-menu://${PUBLIC}/`, options)).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
  });
});
