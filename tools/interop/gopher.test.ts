import type { Entry } from "@anyurl/core";
import { readCaps } from "@anyurl/scheme-gopher";
import { expect, it } from "vitest";
import { collect } from "./collect.ts";
import { curl } from "./curl.ts";
import { describePeer } from "./describe-peer.ts";
import { ALL_OCTETS, BIG_SIZE, bigHash, seedGopher } from "./seeds.ts";
import { bytesOf, client, drain, fetchText } from "./world.ts";

const at = (path: string) => `gopher://127.0.0.1:${peer.port}${path}`;

const peer = describePeer({ name: "gophernicus", seed: seedGopher }, () => {
  // The server sends text with CR LF, without a Lastline and without doubled dots.
  it.each([
    ["/0/text.txt", "line one\r\nline two\r\n"],
    ["/0/name%20with%20spaces.txt", "spaces\r\n"],
    ["/0/a+b.txt", "plus\r\n"],
    ["/0/sub/deep/deep.txt", "deep\r\n"],
    ["/0/empty.txt", ""],
    ["/0/dots.txt", "before\r\n.\r\nafter a dot\r\n..two\r\nend\r\n"],
  ])("a text: %s", async (path, text) => {
    expect(await fetchText(at(path))).toBe(text);
    expect(Buffer.from(await bytesOf(at(path)))).toEqual(Buffer.from(await curl(at(path))));
  });

  it("reads the same bytes of a binary file as curl", async () => {
    expect(Buffer.from(await bytesOf(at("/9/bytes.bin")))).toEqual(Buffer.from(ALL_OCTETS));
    expect(Buffer.from(await curl(at("/9/bytes.bin")))).toEqual(Buffer.from(ALL_OCTETS));
  });

  it("lists a menu as entries with URLs", async () => {
    const entries = await entriesOf("/");
    const named = (name: string) => entries.find((entry) => entry.name === name);
    expect(named("An information line")).toMatchObject({ kind: "information", url: undefined });
    expect(named("A text")).toMatchObject({
      kind: "file",
      url: `gopher://localhost:${peer.port}/0/text.txt`,
    });
    expect(named("A menu")).toMatchObject({
      kind: "directory",
      url: `gopher://localhost:${peer.port}/1/plain`,
    });
    expect(named("A search")).toMatchObject({ kind: "search" });
    expect(named("A telnet session")).toMatchObject({ kind: "session", url: "telnet://guest@localhost/" });
    expect(named("Elsewhere")).toMatchObject({ kind: "link", url: "http://localhost/x?y=1" });
    expect(named("Another port")).toMatchObject({ url: "gopher://localhost:7070/0/text.txt" });
    expect(await fetchText(named("A name with spaces")!.url!)).toBe("spaces\r\n");
  });

  it("reads the same menu lines as curl", async () => {
    expect(await fetchText(at("/1/plain"))).toContain("one.txt");
    expect(await fetchText(at("/1/plain"))).toBe(
      Buffer.from(await curl(at("/1/plain")))
        .toString()
        .replace(/^\.\r\n$/m, ""),
    );
  });

  it("searches for the words after %09", async () => {
    expect((await entriesOf("/7/cgi-bin/search%09blue%20whale")).map(({ name }) => name)).toContain(
      "query [blue whale]",
    );
  });

  it("reads the error text that this server sends for an unknown selector", async () => {
    expect(await fetchText(at("/0/nosuch.txt"))).toContain("Error: File or directory not found!");
    // It is not a menu line, so it cannot be distinguished from information.
    expect(await entriesOf("/1/nosuch")).toContainEqual(
      expect.objectContaining({ kind: "information", name: expect.stringContaining("not found") }),
    );
  });

  it("handles a server without Gopher+", async () => {
    // The server ignores the Gopher+ field and sends the item.
    expect(await fetchText(at("/0/text.txt%09%09+"))).toBe("line one\r\nline two\r\n");
    await expect(client.stat(at("/0/text.txt") as "gopher://h/")).rejects.toMatchObject({
      code: "unsupported",
    });
    // The server only responds to "$", with one invented item.
    expect(await entriesOf("/1%09%09$")).toEqual([
      expect.objectContaining({ name: "Main menu", url: `gopher://localhost:${peer.port}/` }),
    ]);
  });

  it("reads the caps file", async () => {
    const caps = readCaps(await fetchText(at("/0caps.txt")));
    expect(caps?.get("CapsVersion")).toBe("1");
    expect(caps?.get("PathDelimeter")).toBe("/");
  });

  it("transfers 256 MiB with less than 64 MiB of memory", async () => {
    const most = 64 * 1024 * 1024;
    const { size, sha256, growth } = await drain(at("/9/big.bin"), most);
    expect(size).toBe(BIG_SIZE);
    expect(sha256).toBe(bigHash());
    expect(growth).toBeLessThan(most);
  });
});

async function entriesOf(path: string): Promise<readonly Entry[]> {
  return collect(client.list(at(path)));
}
