import { type Entry, octetsOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { collect } from "./collect.ts";
import { curl } from "./curl.ts";
import { describePeer } from "./describe-peer.ts";
import { BIG_SIZE, bigHash, FTP_DOCUMENTS, LATIN1_NAME, seedFtpAndBig } from "./seeds.ts";
import { bytesOf, client, drain, fetchText } from "./world.ts";

const ALICE = "alice:s3cr%3At%40%2F%25";

const at = (path: string, user = "") => `ftp://${user === "" ? "" : `${user}@`}127.0.0.1:${peer.port}${path}`;

const peer = describePeer({ name: "vsftpd", seed: seedFtpAndBig }, () => {
  describe("returns the same bytes as curl", () => {
    it.each([
      ["/pub/lf.txt", "pub/lf.txt"],
      ["/pub/empty.txt", "pub/empty.txt"],
      ["/pub/bytes.bin", "pub/bytes.bin"],
      ["/pub/name%20with%20spaces.txt", "pub/name with spaces.txt"],
      ["/pub/%20leading%20space.txt", "pub/ leading space.txt"],
      ["/pub/100%25.txt", "pub/100%.txt"],
      ["/pub/semi%3Bcolon.txt", "pub/semi;colon.txt"],
      ["/pub/x%3Btype=a", "pub/x;type=a"],
      ["/pub/hash%23mark.txt", "pub/hash#mark.txt"],
      ["/pub/what%3F.txt", "pub/what?.txt"],
      ["/pub/-dash.txt", "pub/-dash.txt"],
      ["/pub/gr%C3%BC%C3%9Fe-%E6%97%A5%E6%9C%AC.txt", "pub/grüße-日本.txt"],
      ["/pub/dir%20with%20spaces/in%20it.txt", "pub/dir with spaces/in it.txt"],
      ["/pub/dir/sub/deep.txt", "pub/dir/sub/deep.txt"],
      ["/%2Fpub/lf.txt", "pub/lf.txt"],
      ["//pub/lf.txt", "pub/lf.txt"],
    ])("%s", async (path, document) => {
      const octets = Buffer.from(await bytesOf(at(path)));
      expect(octets).toEqual(Buffer.from(FTP_DOCUMENTS.get(document)!));
      expect(octets).toEqual(Buffer.from(await curl(at(path))));
    });
  });

  describe("follows RFC 1738 where curl does not", () => {
    it('treats "?" as a character of the name', async () => {
      expect(await fetchText(at("/pub/what?.txt"))).toBe("question\n");
    });
    it('changes to "dir/sub" with one CWD', async () => {
      expect(await fetchText(at("/pub/dir%2Fsub/deep.txt"))).toBe("deep\n");
    });
    it("accepts ;TYPE=A in any case", async () => {
      expect(await fetchText(at("/pub/lf.txt;TYPE=A"))).toBe("line one\r\nline two\r\nno end of line");
    });
  });

  it("sends text with CR LF for ;type=a, and the stored bytes for ;type=i", async () => {
    expect(await fetchText(at("/pub/lf.txt;type=a"))).toBe("line one\r\nline two\r\nno end of line");
    expect(await fetchText(at("/pub/lf.txt;type=i"))).toBe("line one\nline two\nno end of line");
    // curl converts line ends to those of the system. We return the bytes that were sent.
    const own = (await fetchText(at("/pub/lf.txt;type=a"))).replaceAll("\r\n", "\n");
    expect(own).toBe(Buffer.from(await curl(at("/pub/lf.txt;type=a"))).toString());
  });

  it("returns one name per line for ;type=d", async () => {
    expect(await fetchText(at("/pub/dir;type=d"))).toBe("dir/sub\r\n");
    expect((await fetchText(at("/;type=d"))).split("\r\n").sort()).toEqual(["", "home", "pub", "where.txt"]);
    expect(await fetchText(at("/pub/empty-dir/"))).toBe("");
  });

  it("distinguishes /where.txt from /%2Fwhere.txt, because alice does not start in the root", async () => {
    expect(await fetchText(at("/where.txt", ALICE))).toBe("home of alice\n");
    expect(await fetchText(at("/%2Fwhere.txt", ALICE))).toBe("root of the server\n");
  });

  it("reads a file whose name is not UTF-8, and lists it", async () => {
    expect(await fetchText(at("/pub/latin1-%E4.txt"))).toBe("latin-1\n");
    const entry = (await entriesOf("/pub/")).find(({ name }) => name.startsWith("latin1"))!;
    expect(Buffer.from(octetsOf(entry.name))).toEqual(LATIN1_NAME);
    expect(await fetchText(entry.url!)).toBe("latin-1\n");
  });

  it("lists a directory as entries, each with a URL that opens", async () => {
    const entries = await entriesOf("/pub/");
    const files = entries.filter(({ kind }) => kind === "file");
    const names = [...FTP_DOCUMENTS.keys()].flatMap((path) => /^pub\/([^/]+)$/.exec(path)?.[1] ?? []);
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(entries.find(({ name }) => name === "lf.txt")).toMatchObject({ kind: "file", size: 32 });
    expect(entries.find(({ name }) => name === "dir")).toMatchObject({
      kind: "directory",
      url: at("/pub/dir/"),
    });
    expect(entries.find(({ name }) => name === "link.txt")).toMatchObject({
      kind: "link",
      url: at("/pub/link.txt"),
    });
    for (const { name, url } of files) {
      const content = FTP_DOCUMENTS.get(`pub/${name}`);
      if (content !== undefined) expect(Buffer.from(await bytesOf(url!))).toEqual(Buffer.from(content));
    }
  });

  it.each([
    ["/pub/nosuch", "not-found"],
    ["/nosuch/x", "not-found"],
    ["/pub/lf.txt/x", "not-found"],
  ])("fails for %s with %s, and has the server's reply", async (path, code) => {
    await expect(client.get(at(path))).rejects.toMatchObject({
      name: "AccessError",
      code,
      scheme: "ftp",
      replyCode: 550,
      reply: expect.stringMatching(/^550 /),
    });
  });

  it("distinguishes a wrong password from a missing one", async () => {
    await expect(client.get(at("/where.txt", "alice:wrong"))).rejects.toMatchObject({ code: "auth-failed" });
    await expect(client.get(at("/where.txt", "alice"))).rejects.toMatchObject({ code: "auth-required" });
  });

  it("transfers 256 MiB with less than 64 MiB of memory", async () => {
    const most = 64 * 1024 * 1024;
    const { size, sha256, growth } = await drain(at("/pub/big.bin"), most);
    expect(size).toBe(BIG_SIZE);
    expect(sha256).toBe(bigHash());
    expect(growth).toBeLessThan(most);
  });

  it("starts a transfer at the requested offset (RFC 3659 §5.3)", async () => {
    const url = at("/pub/lf.txt;type=i");
    const whole = await (await client.get(url)).bytes();
    const { body, transcript } = await client.get(url, { range: { start: 3, end: 8 } });
    expect(await new Response(body).bytes()).toEqual(whole.slice(3, 8));
    expect(transcript.entries.map(({ text }) => text?.slice(0, 6))).toEqual(
      expect.arrayContaining(["REST 3", "350 Re"]),
    );
  });

  it("sends the planned commands", async () => {
    const url = at("/pub/dir/sub/deep.txt;type=i");
    const { transcript, ...resource } = await client.get(url);
    await resource.bytes();
    const sent = transcript.entries.filter(({ kind, on }) => kind === "send" && on === "control");
    const planned = client.registry.plan(url).steps.filter((step) => step.do === "send");
    expect(sent.map(({ text }) => text?.trimEnd())).toEqual(planned.map(({ text }) => text));
  });
});

async function entriesOf(path: string): Promise<readonly Entry[]> {
  return collect(client.list(at(path)));
}
