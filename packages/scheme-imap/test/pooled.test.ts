import { createClient } from "@anyurl/client";
import { octetsOf, textOf } from "@anyurl/core";
import type { CredentialRequest, Credentials } from "@anyurl/core/exchange";
import { type ImapServerOptions, startImapServer } from "@anyurl/servers";
import { memoryTransport } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { type ImapOptions, imap } from "../src/index.ts";

const PASSWORD = "s3cr:t@/%";
const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(options?: ImapServerOptions) {
  const server = await startImapServer(options);
  ends.push(() => server.close());
  const asked: CredentialRequest[] = [];
  const world = { answer: { password: PASSWORD } as Credentials | undefined };
  const client = createClient({
    ...{ schemes: [imap], transport: nodeTransport(), connections: { idle: 60_000 } },
    policy: { allowAddresses: ["127.0.0.0/8"] },
    credentials: (request) => {
      asked.push(request);
      return world.answer;
    },
  });
  ends.push(() => client.close());
  const get = async (login: string, uid: number, given: ImapOptions = {}) => {
    const url = `${server.origin.replace("//", `//${login}`)}/INBOX/;UID=${uid}` as "imap:";
    return (await client.get(url, { options: { clearTextLogin: true, ...given } })).text();
  };
  /** The commands of each connection, without arguments. */
  const commands = () =>
    server.received.map((lines) => lines.map((line) => textOf(line).replace(/^(\S+ (?:UID )?\S+).*/, "$1")));
  return { server, client, get, commands, asked, world };
}

const LOGIN = "a1 AUTHENTICATE";
const FIRST = [LOGIN, "a2 EXAMINE", "a3 UID FETCH"];
const SECOND = ["a4 EXAMINE", "a5 UID FETCH"];

describe("a pooled connection", () => {
  it("is used by the next call with the same login, which neither connects nor logs in", async () => {
    const { get, commands, asked, client, server } = await start();
    expect(await get("alice@", 1)).toContain("Welcome");
    expect(await get("alice@", 2)).toContain("Subject");
    expect(commands()).toEqual([[...FIRST, ...SECOND]]);
    expect(asked).toHaveLength(1);
    await client.close();
    await expect.poll(() => server.live).toBe(0);
  });

  it("tells each call what the mailbox has now", async () => {
    const { client, server, get } = await start();
    await get("", 1);
    const names: string[] = [];
    for await (const { name } of client.list(`${server.origin}/INBOX` as "imap:")) names.push(name);
    expect(names).toHaveLength(3);
    expect(await client.stat(`${server.origin}/INBOX` as "imap:")).toMatchObject({
      attributes: { messages: "3" },
    });
  });

  it.each<[what: string, login: string, options: ImapOptions]>([
    ["another user", "bob@", {}],
    ["no user", "", {}],
    ["another mechanism", "alice;AUTH=LOGIN@", {}],
    ["another option of the login", "alice@", { email: "me@example.org" }],
    ["TLS if the server has it", "alice@", { tls: "preferred" }],
  ])("is not used by a call with %s", async (_, login, options) => {
    const { get, commands } = await start({ accounts: { alice: PASSWORD, bob: PASSWORD } });
    await get("alice@", 1);
    await get(login, 1, options);
    expect(commands()).toHaveLength(2);
  });

  it("of a user whom the URL does not name is used if the caller names the same user again", async () => {
    const { get, commands, world } = await start({ accounts: { alice: PASSWORD, bob: PASSWORD } });
    world.answer = { user: "alice", password: PASSWORD };
    for (const uid of [1, 2]) await get("", uid, { login: "ask" });
    expect(commands()).toEqual([[...FIRST, ...SECOND]]);
    world.answer = { user: "bob", password: PASSWORD };
    await get("", 3, { login: "ask" });
    expect(commands()).toEqual([
      [...FIRST, ...SECOND],
      [...FIRST, "a4 LOGOUT"],
    ]);
    world.answer = undefined;
    await expect(get("", 3, { login: "ask" })).rejects.toMatchObject({ code: "auth-required" });
  });

  it("is not kept after a failed call", async () => {
    const { get, commands } = await start();
    await expect(get("", 9)).rejects.toMatchObject({ code: "not-found" });
    await get("", 1);
    expect(commands()).toHaveLength(2);
  });
});

describe("a pooled connection that the server closes", () => {
  /** A server that answers the first two calls, with this in place of the EXAMINE of the second one. */
  async function closing(end: string) {
    const network = memoryTransport();
    let connections = 0;
    network.listen("127.0.0.1", 143, async (peer) => {
      const isFirst = connections++ === 0;
      const say = (text: string) => peer.send(octetsOf(text.replaceAll("\n", "\r\n")));
      await say("* PREAUTH [CAPABILITY IMAP4rev1] ready\n");
      let examined = 0;
      for (let octets = await peer.receive(); octets !== undefined; octets = await peer.receive()) {
        const [tag, verb] = textOf(octets).split(" ");
        if (verb === "EXAMINE" && examined++ === 1 && isFirst) {
          if (end !== "") await say(end);
          return peer.end();
        }
        if (verb === "EXAMINE") await say(`* 1 EXISTS\n${tag} OK done\n`);
        else await say(`* 1 FETCH (UID 1 BODY[] {2}\nhi)\n${tag} OK done\n`);
      }
    });
    const client = createClient({ schemes: [imap], transport: network, connections: { idle: 60_000 } });
    ends.push(() => client.close());
    const get = async () => (await client.get("imap://127.0.0.1/INBOX/;UID=1")).text();
    expect(await get()).toBe("hi");
    return { get, count: () => connections };
  }

  it.each(["", "* BYE idle for too long\n"])(
    "is replaced by a new one: %j (RFC 3501 §7.1.5)",
    async (end) => {
      const { get, count } = await closing(end);
      expect(await get()).toBe("hi");
      expect(count()).toBe(2);
    },
  );

  it("is not replaced after another reply", async () => {
    const { get, count } = await closing("a3 NO [NONEXISTENT] no\n");
    await expect(get()).rejects.toMatchObject({ code: "not-found" });
    expect(count()).toBe(1);
  });
});
