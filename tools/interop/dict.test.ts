import { createClient } from "@anyurl/client";
import { dict } from "@anyurl/scheme-dict";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { collect } from "./collect.ts";
import { describePeer } from "./describe-peer.ts";

describePeer({ name: "dictd" }, (peer) => {
  const client = createClient({
    ...{ schemes: [dict], transport: nodeTransport(), credentials: () => ({ password: "s3cr3t" }) },
    policy: { allowAddresses: ["127.0.0.1"], allowPorts: ["dict:*"] },
  });
  const url = (path: string, login = ""): `dict:${string}` => `dict://${login}127.0.0.1:${peer.port}${path}`;
  const text = async (path: string, login = "") => (await client.get(url(path, login))).text();
  const list = async (path: string) => collect(client.list(url(path)));

  it("gives definitions, and one of them by its number", async () => {
    expect(await text("/d:sun:*")).toMatch(
      /From The demo dictionary \[demo\]:[\s\S]*by day[\s\S]*a second[\s\S]*\[other\]:[\s\S]*a newspaper/,
    );
    expect(await text("/d:sun:demo:2")).toContain("a second definition of the same word");
    await expect(text("/d:sun:demo:3")).rejects.toMatchObject({ code: "not-found" });
  });

  it("knows words with spaces and in UTF-8", async () => {
    expect(await text("/d:sun%20bear")).toContain("Helarctos malayanus");
    expect(await text("/d:stra%C3%9Fe")).toContain("a street");
  });

  it("doubles only a dot that is a whole line", async () => {
    expect(await text("/d:dots::1")).toBe("dots\r\n.\r\n.two\r\n   the end\r\n");
  });

  it("lists databases, matches, and definitions", async () => {
    expect((await list("/")).map(({ name, attributes }) => [name, attributes?.["description"]])).toEqual([
      ["demo", "The demo dictionary"],
      ["other", "The other dictionary"],
    ]);
    expect((await list("/m:sun:*:prefix")).map((entry) => entry.url)).toEqual(
      ["/d:sun:demo", "/d:sun%20bear:demo", "/d:sun:other"].map((path) => url(path)),
    );
    expect((await list("/d:sun:*")).length).toBe(3);
  });

  it("has strategies, and information on a database", async () => {
    expect((await client.stat(url("/"))).attributes?.["strategies"]).toContain("prefix");
    expect((await client.stat(url("/d:sun:demo"))).attributes?.["information"]).toContain("Made for tests.");
  });

  it("reports what it does not have", async () => {
    await expect(text("/d:nothing")).rejects.toMatchObject({ code: "not-found", replyCode: 552 });
    await expect(text("/d:sun:nothing")).rejects.toMatchObject({ code: "not-found", replyCode: 550 });
    await expect(text("/m:sun::nothing")).rejects.toMatchObject({ code: "unsupported", replyCode: 551 });
  });

  it("accepts a login", async () => {
    expect(await text("/d:shortcake", "alice;AUTH@")).toContain("a cake");
    await expect(text("/d:shortcake", "bob;AUTH@")).rejects.toMatchObject({ code: "auth-failed" });
  });
});
