import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, toFetch } from "@anyurl/client";
import { type Z3950Session, z3950 } from "@anyurl/scheme-z3950";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collect } from "./collect.ts";
import { missing, type Peer, startPeer } from "./start.ts";

let peer: Peer;
const record = (path: string) => `z39.50r://127.0.0.1:${peer.port}${path}` as const;
const session = (path: string) => `z39.50s://127.0.0.1:${peer.port}${path}` as const;

const client = createClient({ schemes: [z3950], transport: nodeTransport() });

async function textOf(path: string, marc?: "raw" | "text" | "xml"): Promise<string> {
  return (await client.get(record(path), marc === undefined ? {} : { options: { marc } })).text();
}

const noZtest = missing("yaz-ztest");

describe.skipIf(noZtest !== undefined)(`yaz-ztest${noZtest === undefined ? "" : `: ${noZtest}`}`, () => {
  beforeAll(async () => {
    peer = await startPeer("yaz-ztest", () => undefined);
  });
  afterAll(() => peer?.stop());

  it("returns a record in SUTRS, in elements of indefinite length", async () =>
    expect(await textOf("/Default?1x;rs=sutrs")).toBe("This is dummy SUTRS record number 1\n"));

  it("returns a MARC record as bytes, as text, and as the MARCXML that the server makes itself", async () => {
    expect(await textOf("/Default?1x;rs=marc")).toMatch(/^00366nam {2}22001698a 4500/);
    expect(await textOf("/Default?1x")).toContain(
      "Title:        How to program a computer\nAuthor:       Jack Collins\n",
    );
    const ours = await textOf("/Default?1x", "xml");
    expect(ours.replace(/^<\?xml.*\n/, "")).toBe(await textOf("/Default?1x;rs=xml"));
  });

  it("finds no record, or several", async () => {
    await expect(textOf("/Default?0x")).rejects.toMatchObject({ code: "not-found" });
    await expect(textOf("/Default?7")).rejects.toMatchObject({
      code: "protocol-error",
      message: expect.stringContaining("7 records"),
    });
    await expect(textOf("/nosuch?1x")).rejects.toMatchObject({ code: "not-found", replyCode: 109 });
    await expect(textOf("/Default?1x;rs=grs-1")).rejects.toMatchObject({ code: "unsupported" });
  });

  it("lists what a search finds, page by page", async () => {
    const found = await collect(
      client.search(session("/Default"), "30", { options: { pageSize: 7, maxRecords: 20 } }),
    );
    expect(found).toHaveLength(21);
    expect(found[0]).toMatchObject({
      name: "How to program a computer",
      attributes: { author: "Jack Collins" },
    });
    expect(found.at(-1)).toMatchObject({ name: "10 more records", kind: "information" });
  });

  it("has a session of several searches", async () => {
    await using opened = (await client.open(session("/Default"))) as unknown as Z3950Session;
    expect(opened.server).toMatch(/^GFS\/YAZ 5\./);
    expect(await opened.search("3")).toBe(3);
    expect((await opened.present(1, 3)).map(({ recordSyntax }) => recordSyntax)).toEqual([
      "usmarc",
      "usmarc",
      "usmarc",
    ]);
    expect(await opened.search({ term: "2", use: 4 })).toBe(2);
    await opened.write(new TextEncoder().encode("find 1\nshow 1\nquit\n"));
    let text = "";
    for await (const octets of opened.readable) text += Buffer.from(octets).toString();
    expect(text).toContain("1 record\n  1. How to program a computer / Jack Collins\n");
  });
});

const SEEDS = [
  ["Default", "r1", "Uniform locators", "Berners-Lee", "How a resource is found on a network."],
  ["Default", "r2", "Gopher protocol", "Anklesaria", "Menus and documents over a network."],
  ["Default", "r3", "News articles", "Kantor", "Articles and groups."],
  ["other", "o1", "In the other database", "Tester", "Nothing else."],
] as const;

function seedZebra(root: string): void {
  for (const [database, id, title, author, text] of SEEDS) {
    mkdirSync(join(root, database), { recursive: true });
    writeFileSync(
      join(root, database, `${id}.grs`),
      `<gils>\n<Title>${title}</Title>\n<Originator>${author}</Originator>\n<Abstract>${text}</Abstract>\n<Control-Identifier>${id}</Control-Identifier>\n</gils>\n`,
    );
  }
}

const noZebra = missing("zebra") ?? missing("zebra-tables");

describe.skipIf(noZebra !== undefined)(`zebra${noZebra === undefined ? "" : `: ${noZebra}`}`, () => {
  beforeAll(async () => {
    peer = await startPeer("zebra", seedZebra);
  });
  afterAll(() => peer?.stop());

  it("returns the record of a docid (RFC 2056 §4), in each syntax", async () => {
    expect(await textOf("/Default?r1")).toMatch(/^Title: {8}Uniform locators\n/);
    expect(await textOf("/Default?r1;rs=sutrs")).toContain("  title: Uniform locators\n");
    expect(await textOf("/Default?r1;rs=grs-1")).toContain("\ntitle: Uniform locators\n");
    expect(await textOf("/Default?r1;esn=f;rs=xml")).toContain("<Title>Uniform locators</Title>");
    expect(await textOf("/Default?r1", "xml")).toContain('<subfield code="a">Uniform locators</subfield>');
    expect(await client.stat(record("/Default?r1"))).toMatchObject({
      kind: "file",
      attributes: { title: "Uniform locators", identifier: "r1", recordSyntax: "usmarc" },
    });
  });

  it("lists every record of two databases, and each has a URL that opens it", async () => {
    const entries = await collect(client.list(session("/Default+other")));
    expect(entries.map(({ name }) => name).sort()).toEqual(SEEDS.map(([, , title]) => title).toSorted());
    for (const { name, url } of entries)
      expect(await (await client.get(url as "z39.50r://h/")).text()).toContain(name);
  });

  it("finds records with all words", async () => {
    const names = async (words: string) =>
      (await collect(client.search(session("/Default"), words))).map(({ name }) => name);
    expect(await names("network")).toHaveLength(2);
    expect(await names("network menus")).toEqual(["Gopher protocol"]);
    expect(await names("nothing")).toEqual([]);
  });

  it("reports a database and a docid that are missing", async () => {
    await expect(textOf("/nosuch?r1")).rejects.toMatchObject({
      code: "not-found",
      replyCode: 109,
      reply: "nosuch",
    });
    await expect(textOf("/Default?r9")).rejects.toMatchObject({ code: "not-found" });
  });

  it("has an HTTP front for a record", async () => {
    const response = await toFetch(client)(record("/Default?r2;rs=xml"));
    expect(response.headers.get("content-type")).toBe("text/xml");
    expect(await response.text()).toContain("Gopher protocol");
  });
});
