import { createClient } from "@anyurl/client";
import { textOf } from "@anyurl/core";
import { folder, startFtpServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { ftp } from "../src/index.ts";

const TIME = new Date(Date.UTC(2001, 1, 3, 4, 5, 6, 789));

/** Uploads a file with a time, and returns what the server received and the time that it then reports. */
async function upload(name: string, modified: Date | undefined, options: object = {}) {
  await using server = await startFtpServer({ writable: "everybody", root: folder({}), ...options });
  const client = createClient({ schemes: [ftp], transport: nodeTransport() });
  const url = `${server.origin}/${name}` as const;
  await client.put(url, "text", modified === undefined ? {} : { modified });
  const sent = server.received
    .flat()
    .map(textOf)
    .filter((line) => /^(?:MFMT|MDTM \d)/.test(line));
  const found = await client.stat(url);
  client.close();
  return { sent, time: found.modified?.toISOString(), size: found.size };
}

describe("the modification time of an upload", () => {
  it("is set by MFMT, in UTC and whole seconds, if FEAT lists it (draft-somers-ftp-mfxx §3)", async () => {
    expect(await upload("a%20b.txt", TIME)).toEqual({
      ...{ sent: ["MFMT 20010203040506 a b.txt"], time: "2001-02-03T04:05:06.000Z", size: 4 },
    });
  });

  it("is not set by MDTM, which other servers read as a name", async () => {
    const { sent, time } = await upload("a", TIME, { features: ["MDTM", "MLSD", "SIZE", "UTF8"] });
    expect(sent).toEqual([]);
    expect(time).not.toBe("2001-02-03T04:05:06.000Z");
  });

  it("is not set if the caller gives none, or if it has no place in the command", async () => {
    expect((await upload("a", undefined)).sent).toEqual([]);
    expect((await upload("a", new Date(Date.UTC(12_000, 0)))).sent).toEqual([]);
    expect((await upload("a", new Date(-1e14))).sent).toEqual([]);
  });
});
