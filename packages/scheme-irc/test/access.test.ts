import { createClient } from "@anyurl/client";
import { type Entry, octetsOf, textOf } from "@anyurl/core";
import { startIrcServer } from "@anyurl/servers";
import { memoryTransport } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { type IrcSession, irc } from "../src/index.ts";

type Options = Parameters<typeof startIrcServer>[0];
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(options?: Options) {
  const server = await startIrcServer(options);
  ends.push(() => server.close());
  const client = createClient({
    ...{
      schemes: [irc],
      transport: nodeTransport(),
      policy: { allowAddresses: ["127.0.0.0/8"], allowPorts: ["irc:*"] },
    },
  });
  const lines = () => server.received.map((each) => each.map(textOf));
  return { server, client, lines, url: (path: string) => `${server.origin}${path}` };
}

describe("get", () => {
  it("gives topic and users of a channel without joining it", async () => {
    const { client, url, lines } = await start();
    const { body } = await client.get(url("/%23anyurl"));
    expect(await new Response(body).text()).toBe(
      "#anyurl\r\nTopic: URLs of any scheme\r\nUsers: 2\r\n@keeper\r\ngull\r\n",
    );
    expect(lines()[0]!.filter((line) => line.startsWith("JOIN"))).toEqual([]);
  });

  it("joins a channel with its key, and fails without it", async () => {
    const { client, url } = await start();
    await expect(client.get(url("/%23keyed"))).rejects.toMatchObject({ code: "auth-failed", replyCode: 475 });
    const { body } = await client.get(url("/%23keyed?key=s3cr3t"));
    expect(await new Response(body).text()).toContain("Topic: Behind a key\r\n");
  });

  it("gives the message of the day of a server, also if it has none", async () => {
    const first = await start();
    expect(await new Response((await first.client.get(first.url("/"))).body).text()).toContain(
      "Be kind.\r\n",
    );
    const second = await start({ motd: [] });
    expect(await new Response((await second.client.get(second.url("/"))).body).text()).toBe("");
  });

  it("asks for a user, and reports one that does not exist", async () => {
    const { client, url } = await start();
    const { body } = await client.get(url("/guest,isuser"));
    expect(await new Response(body).text()).toContain("guest!guest@127.0.0.1");
    await expect(client.get(url("/nobody,isuser"))).rejects.toMatchObject({ code: "not-found" });
  });

  it("sends the password of the URL, and reports a missing one (RFC 2812 §3.1.1)", async () => {
    const { client, url, lines } = await start({ password: "pw" });
    await expect(client.get(url("/"))).rejects.toMatchObject({ code: "auth-failed" });
    await client.get(url("/").replace("//", "//bob:pw@"));
    expect(lines()[1]!.slice(0, 3)).toEqual(["PASS pw", "NICK bob", "USER bob 0 * :anyurl"]);
  });

  it("tries other nicknames, and then stops (433)", async () => {
    const { client, url, lines } = await start({ taken: ["guest"] });
    await client.get(url("/"));
    expect(lines()[0]![2]).toMatch(/^NICK guest[0-9]{5}$/);
    const transport = memoryTransport();
    transport.listen("127.0.0.1", 6667, async (peer) => {
      for (let sent = 0; (await peer.receive()) !== undefined && sent < 4; sent++)
        await peer.send(":s 433 * x :in use\r\n");
      peer.end();
    });
    const other = createClient({ schemes: [irc], transport, policy: { allowAddresses: ["127.0.0.0/8"] } });
    await expect(other.get("irc://127.0.0.1/")).rejects.toMatchObject({ code: "busy" });
  });

  it("answers a PING before the welcome (RFC 2812 §3.7.2)", async () => {
    const { client, url, lines } = await start({ pings: true });
    const { body } = await client.get(url("/"));
    await new Response(body).text();
    expect(lines()[0]).toContain("PONG :are you there");
  });

  it.each(["%23a%20b", "%23a%0D%0AQUIT", "%23a%07b", "%23a%2C%23b", "%3Ax,isuser"])(
    "sends nothing for /%s, which would be several parameters (RFC 2812 §2.3.1)",
    async (path) => {
      const { client, url, server } = await start();
      await expect(client.get(url(`/${path}`))).rejects.toMatchObject({ code: "control-octet" });
      expect(server.received).toEqual([]);
    },
  );

  it("does not look up the name of a network", async () => {
    const { client, url } = await start();
    await expect(client.get(url("/chan,isnetwork"))).rejects.toMatchObject({ code: "unsupported" });
  });
});

describe("list", () => {
  it("lists channels with users and topic, each with its URL", async () => {
    const { client, url, server } = await start();
    const entries: Entry[] = [];
    for await (const entry of client.list(url("/"))) entries.push(entry);
    expect(entries.map(({ name, attributes }) => [name, attributes])).toEqual([
      ["#anyurl", { users: "2", topic: "URLs of any scheme" }],
      ["#keyed", { users: "1", topic: "Behind a key" }],
    ]);
    expect(entries[0]!.url).toBe(`${server.origin}/%23anyurl`);
  });
});

describe("send", () => {
  it("says lines in a channel, and nothing else: an option msg is not sent", async () => {
    const { client, url, lines } = await start();
    await client.send(url("/%23anyurl?msg=no"), octetsOf("hello\r\n\r\nworld"));
    const said = lines()[0]!.filter((line) => line.startsWith("PRIVMSG"));
    expect(said).toEqual(["PRIVMSG #anyurl :hello", "PRIVMSG #anyurl :world"]);
  });

  it("splits a long line between characters", async () => {
    const { client, url, lines } = await start();
    await client.send(url("/%23anyurl"), "é".repeat(500));
    const said = lines()[0]!
      .filter((line) => line.startsWith("PRIVMSG"))
      .map((line) => line.split(":")[1]);
    expect(said.join("")).toBe("é".repeat(500));
    expect(Math.max(...said.map((text) => octetsOf(text!).length))).toBeLessThanOrEqual(400);
  });

  it("reports what the server refuses", async () => {
    const { client, url } = await start();
    await expect(client.send(url("/nobody,isuser"), "hello")).rejects.toMatchObject({ code: "not-found" });
  });

  it.each([
    ["no text", "/%23anyurl", "\r\n", "bad-argument"],
    ["more lines than maxLines", "/%23anyurl", "x\n".repeat(11), "bad-argument"],
    ["a server", "/", "hello", "unsupported"],
  ])("refuses %s before it connects", async (_, path, text, code) => {
    const { client, url, server } = await start();
    await expect(client.send(url(path), text)).rejects.toMatchObject({ code });
    expect(server.received).toEqual([]);
  });
});

describe("open", () => {
  it("carries a conversation in a channel", async () => {
    const { client, url } = await start();
    const [joe, ann] = [
      await client.open(url("/%23anyurl").replace("//", "//joe@")),
      await client.open(url("/%23anyurl").replace("//", "//ann@")),
    ];
    const heard = reader(joe);
    await heard("* Users: @keeper gull joe");
    const other = reader(ann);
    await other("* Users: @keeper gull joe ann");
    await heard("* ann joined #anyurl");
    await ann.write(octetsOf("hello\n/me waves\n//slash\n"));
    await heard("<ann> hello");
    await heard("* ann waves");
    await heard("<ann> /slash");
    await ann.write(octetsOf("/PRIVMSG joe :psst\n"));
    await heard("[ann] psst");
    await ann.write(octetsOf("/NOSUCH\n"));
    await other("* NOSUCH Unknown command");
    await Promise.all([joe[Symbol.asyncDispose](), ann[Symbol.asyncDispose]()]);
  });

  it("tells listeners of each message, knows its nickname, and ends", async () => {
    const { client, url } = await start({ taken: ["guest"] });
    const session = (await client.open(url("/%23anyurl"))) as IrcSession;
    const commands: string[] = [];
    const stop = session.onMessage(({ command }) => commands.push(command));
    await reader(session)("* Topic: URLs of any scheme");
    stop();
    expect(commands).toContain("332");
    expect(session.nick).toMatch(/^guest[0-9]{5}$/);
    await expect(session.write(octetsOf("x".repeat(9000)))).rejects.toMatchObject({ code: "too-long" });
    await session[Symbol.asyncDispose]();
    await expect(session.write(octetsOf("hello\n"))).rejects.toMatchObject({ code: "truncated" });
  });

  it("ends with the connection of the server", async () => {
    const { client, url, server } = await start();
    const session = await client.open(url("/"));
    const read = (async () => {
      for await (const _ of session.readable);
    })();
    await server.close();
    await expect(read).resolves.toBeUndefined();
  });

  it("refuses to list a channel, and a nickname with a space", async () => {
    const { client, url } = await start();
    const entries = client.list(url("/%23anyurl"));
    await expect(entries[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "not-a-directory" });
    const options = { nick: "a b" };
    await expect(client.get(url("/"), { options })).rejects.toMatchObject({ code: "bad-option" });
  });

  it("shows no control characters, and does not answer CTCP", async () => {
    const transport = memoryTransport();
    const sent: string[] = [];
    transport.listen("127.0.0.1", 6667, async (peer) => {
      await peer.send(":s 001 guest :hi\r\n:s 422 guest :none\r\n");
      await peer.send(
        ":m!m@h PRIVMSG guest :\x0304,01red\x0f \x1b[2J\u202Egnp\r\n:m!m@h PRIVMSG guest :\x01VERSION\x01\r\n",
      );
      for (let bytes = await peer.receive(); bytes !== undefined; bytes = await peer.receive())
        sent.push(textOf(bytes));
    });
    const client = createClient({ schemes: [irc], transport, policy: { allowAddresses: ["127.0.0.0/8"] } });
    const session = await client.open("irc://127.0.0.1/");
    const heard = reader(session);
    await heard("[m] red \\x1b[2J\\u202egnp");
    await heard("* m sent a CTCP request, which was not answered: VERSION");
    expect(sent.join("")).not.toContain("NOTICE");
    await session[Symbol.asyncDispose]();
  });
});

/** Returns a function that reads up to a line, and fails if the session ends before it. */
function reader({ readable }: { readonly readable: AsyncIterable<Uint8Array> }) {
  const pieces = readable[Symbol.asyncIterator]();
  return async (wanted: string) => {
    for (;;) {
      const { done, value } = await pieces.next();
      if (done === true) throw new Error(`the session ended before: ${wanted}`);
      if (textOf(value).trimEnd() === wanted) return;
    }
  };
}

describe("hostile servers", () => {
  const WELCOME = ":s 001 guest :hi\r\n:s 422 guest :none\r\n";

  /** A server that welcomes, sends a text after each later line, and then perhaps repeats a line without an end. */
  async function hostile(text: string, endless?: string) {
    const transport = memoryTransport();
    transport.listen("127.0.0.1", 6667, async (peer) => {
      await peer.receive();
      await peer.send(WELCOME);
      await peer.receive();
      await peer.send(text);
      while (endless !== undefined && peer.open) await peer.send(endless.repeat(100));
      peer.end();
    });
    const limits = { maxEntries: 1000, maxListing: 100_000, maxReply: 10_000, maxReplyLines: 50 };
    return createClient({ schemes: [irc], transport, limits, policy: { allowAddresses: ["127.0.0.0/8"] } });
  }
  const listAll = async (client: Awaited<ReturnType<typeof hostile>>) => {
    let count = 0;
    for await (const _ of client.list("irc://127.0.0.1/")) count++;
    return count;
  };

  it.each([
    ["channels without end", ":s 322 guest #c 1 :x\r\n"],
    ["PINGs without end", "PING x\r\n"],
    ["notices without end", ":s NOTICE guest :hello\r\n"],
    ["a line without end", "x".repeat(1000)],
  ])("%s: are too large", async (_, line) => {
    await expect(listAll(await hostile("", line))).rejects.toMatchObject({ code: "too-large" });
  });

  it("a close in the middle of a list is an error", async () => {
    await expect(listAll(await hostile(":s 322 guest #c 1 :x\r\n"))).rejects.toMatchObject({
      code: "truncated",
    });
  });

  it("the name of a channel cannot lead elsewhere", async () => {
    const client = await hostile(
      ":s 322 guest #a,#b 1 :x\r\n:s 322 guest #\x07 1 :x\r\n:s 323 guest :end\r\n",
    );
    const entries: Entry[] = [];
    for await (const entry of client.list("irc://127.0.0.1/")) entries.push(entry);
    expect(entries.map(({ url, unsafe }) => [url, unsafe])).toEqual([
      [undefined, expect.any(String)],
      [undefined, expect.any(String)],
    ]);
  });

  it("a message counts as sent only after the server has answered the PING after it", async () => {
    const client = await hostile(":s 366 guest #c :end\r\n");
    await expect(client.send("irc://127.0.0.1/%23c", "hello")).rejects.toMatchObject({ code: "truncated" });
    const refused = await hostile(":s 366 guest #c :end\r\n:s 404 guest #c :no\r\n");
    await expect(refused.send("irc://127.0.0.1/%23c", "hello")).rejects.toMatchObject({
      code: "permission-denied",
    });
  });
});
