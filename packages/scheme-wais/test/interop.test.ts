import type { Entry } from "@anyurl/core";
import { formatMessage } from "@anyurl/protocol-wais";
import { describe, expect, it } from "vitest";
import { type Answer, all, worldOf } from "./memory-server.ts";
import { framesOf } from "./recorded.ts";

/** The recorded server: it accepts only the recorded requests, byte for byte, and any Init. */
function recordedServer(name: string): Answer {
  const frames = framesOf(name);
  const init = framesOf("gif")[1]!.octets;
  return ({ header, body }) => {
    if (body[2] === 20) return init;
    const asked = Buffer.from(formatMessage(body, header));
    const at = frames.findIndex(({ from, octets }) => from === "client" && asked.equals(octets));
    return at < 0 ? undefined : frames[at + 1]?.octets;
  };
}

/** The searches in the exchanges between freeWAIS-sf's own client and server, and the numbers of results. */
const SEARCHES: readonly (readonly [name: string, database: string, words: string, found: number])[] = [
  ["search-retrieve", "harbour", "tide keeper", 4],
  ["gif", "charts", "chart", 1],
  ["notices", "notices", "buoy", 2],
  ["latin", "harbour", "quay", 1],
  ["nohits", "harbour", "zzzz", 0],
];

describe("requests equal those of freeWAIS-sf's own client", () => {
  it.each(SEARCHES)("%s: a search in %s for %j", async (name, database, words, found) => {
    const { client } = worldOf(recordedServer(name));
    const hits = await all(client.search(`wais://h.example/${database}`, words));
    expect(hits).toHaveLength(found);
    const query = `?${encodeURIComponent(words)}`;
    expect(await all(client.list(`wais://h.example/${database}${query}`))).toEqual(hits);
  });

  it.each([
    ["search-retrieve", "harbour", "tide keeper", [0, 3], [130, 23_546]],
    ["gif", "charts", "chart", [0], [43]],
    ["notices", "notices", "buoy", [0, 1], [47, 102]],
    ["latin", "harbour", "quay", [0], [63]],
  ] as const)("%s: retrieves its documents", async (name, database, words, which, sizes) => {
    const { client, asked } = worldOf(recordedServer(name));
    const hits = await all(client.search(`wais://h.example/${database}`, words));
    const opened = which.map((i) => hits[i]!);
    for (const [i, hit] of opened.entries()) {
      const document = await client.get(hit.url! as "wais://h.example/x/y/z");
      expect(document.size).toBe(hit.size);
      expect((await document.bytes()).length).toBe(sizes[i]);
      expect(await document.complete).toBe(true);
    }
    // All requests are recorded ones, without repetition.
    const requests = framesOf(name).filter(({ from }) => from === "client").length;
    expect(asked.filter(({ body }) => body[2] === 22)).toHaveLength(requests - 1);
  });

  it("shows results with the server's metadata", async () => {
    const { client } = worldOf(recordedServer("search-retrieve"));
    const hits: readonly Entry[] = await all(client.search("wais://h.example/harbour", "tide keeper"));
    expect(hits[0]).toEqual({
      name: "Gulls of the outer rocks",
      kind: "file",
      url:
        "wais://h.example/harbour/TEXT/130/1=wais.example.org%3A210;2=/srv/wais/db/harbour;" +
        "3=0%20130%20/srv/wais/docs/gulls.txt;4=wais.example.org%3A210;5=/srv/wais/db/harbour;" +
        "6=0%20130%20/srv/wais/docs/gulls.txt;7=%00;",
      size: 130,
      mediaType: "text/plain",
      attributes: { type: "TEXT", score: "287", lines: "3", source: "/srv/wais/db/harbour" },
    });
  });

  it("lists the description of a database, with the described database", async () => {
    const { client } = worldOf(recordedServer("help"), {}, { sources: true });
    const entries = await all(client.list("wais://h.example/harbour"));
    expect(entries.map(({ kind, name }) => [kind, name])).toEqual([
      ["file", "Information on database: harbour"],
      ["search", "harbour"],
      ["file", "Catalog for database: harbour"],
    ]);
    expect(entries[1]).toMatchObject({
      url: "wais://wais.example.org/harbour",
      attributes: { maintainer: "root@wais.example.org", cost: "0.00", costUnit: "free", keywords: "the" },
    });
  });

  it("requests smaller chunks if the server has negotiated a smaller size", async () => {
    const frames = framesOf("buffer-negotiation");
    const document = "%02%14%2Fsrv%2Fwais%2Fdb%2Fharbour%03%1E0%2023546%20%2Fsrv%2Fwais%2Fdocs%2Flog.txt";
    const { client, asked } = worldOf(({ body }) => (body[2] === 20 ? frames[1]!.octets : undefined));
    const opened = client.get(`wais://h.example/harbour/TEXT/${document}`);
    await expect(opened).rejects.toMatchObject({ code: "truncated" });
    const text = Buffer.from(asked[1]!.body).toString("latin1");
    const end = Number(/wb rl ig ig ig ig-.([0-9]+)/s.exec(text)?.[1]);
    expect(end).toBeGreaterThan(1_500);
    expect(end + 54 + 100).toBeLessThanOrEqual(2_000);
  });
});
