import { createClient } from "@anyurl/client";
import { octetsOf, textOf } from "@anyurl/core";
import { irc } from "@anyurl/scheme-irc";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { collect } from "./collect.ts";
import { describePeer } from "./describe-peer.ts";

describePeer({ name: "ngircd" }, (peer) => {
  const client = createClient({
    schemes: [irc],
    transport: nodeTransport(),
    policy: { allowAddresses: ["127.0.0.1"], allowPorts: ["irc:*"] },
  });
  const url = (path: string) => `irc://127.0.0.1:${peer.port}${path}`;
  const text = async (path: string) => new Response((await client.get(url(path))).body).text();

  it("gives the message of the day, and the topic of a channel", async () => {
    expect(await text("/")).toContain("hello");
    expect(await text("/%23anyurl")).toContain("Topic: URLs of any scheme\r\n");
  });

  it("admits to a channel with a key only with the key", async () => {
    await expect(text("/%23keyed")).rejects.toMatchObject({ code: "auth-failed", replyCode: 475 });
    expect(await text("/%23keyed?key=s3cr3t")).toMatch(/^#keyed\r\n/);
  });

  it("says that a channel and a user do not exist", async () => {
    await expect(text("/%23nothing")).rejects.toMatchObject({ code: "not-found" });
    await expect(text("/nobody,isuser")).rejects.toMatchObject({ code: "not-found" });
  });

  it("lists its channels", async () => {
    const entries = await collect(client.list(url("/")));
    expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(["#anyurl", "#keyed"]));
  });

  it("carries a message from one client to the session of another", async () => {
    await using session = await client.open(url("/%23anyurl").replace("//", "//joe@"));
    await client.send(url("/%23anyurl").replace("//", "//ann@"), octetsOf("hello from ann\n"));
    const lines: string[] = [];
    for await (const line of session.readable) {
      lines.push(textOf(line).trimEnd());
      if (lines.at(-1) === "<ann> hello from ann") break;
    }
    expect(lines).toContain("* ann joined #anyurl");
  });
});
