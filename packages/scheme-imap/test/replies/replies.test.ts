import { readdirSync, readFileSync } from "node:fs";
import { type Client, createClient } from "@anyurl/client";
import { type ByteRange, isAccessError, type Limits, textOf } from "@anyurl/core";
import type { Credentials } from "@anyurl/core/exchange";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type ImapOptions, imap } from "../../src/index.ts";
import { ADDRESS, startTableServer, type TableServerInit } from "./table-server.ts";

/*
 * Tables of what replies of a server lead to. Each row has the calls of a client, which keeps its connections, what each
 * of them gives, and the lines that the server got for it.
 */

interface Row extends TableServerInit {
  readonly rule: string;
  readonly calls: readonly Call[];
  readonly login?: string;
  /** Of a list, each question gets the next one, and then always the last. */
  readonly credentials?: Credentials | readonly Credentials[];
  readonly options?: ImapOptions;
  readonly limits?: Partial<Limits>;
  /** The results of the calls. */
  readonly gives: readonly (string | readonly string[])[];
  readonly sends?: readonly string[];
}

type Call = readonly [operation: string, path: string, how?: How];

interface How {
  readonly range?: ByteRange;
  readonly words?: string;
}

type ImapText = `imap://${string}`;
type ImapClient = Client<typeof imap>;

async function perform(client: ImapClient, place: string, call: Call): Promise<string | readonly string[]> {
  const [operation, path, { range, words } = {}] = call;
  const url = `${place}${path}` as ImapText;
  if (operation === "list" || operation === "search") {
    const entries: string[] = [];
    try {
      const found = operation === "list" ? client.list(url) : client.search(url, words!);
      for await (const { kind, name, size, url: own, modified, mediaType, attributes, unsafe } of found) {
        const where = own === undefined ? undefined : `<${shortUrl(own)}>`;
        const facts = [kind, name, size, where, modified?.toISOString(), mediaType, unsafe];
        entries.push([...facts, ...pairs(attributes)].filter((each) => each !== undefined).join(" "));
      }
    } catch (error) {
      entries.push(written(error));
    }
    return entries;
  }
  let text = "";
  try {
    if (operation === "get") {
      const got = await client.get(url, range && { range });
      for await (const octets of got.body) text += textOf(octets);
      const { size, mediaType } = got;
      const facts = { size, modified: got.modified?.toISOString(), mediaType };
      return [`"${text}"`, ...pairs(facts)].join(", ");
    }
    const { kind, size, modified, mediaType, attributes } = await client.stat(url);
    return [kind, ...pairs({ size, modified: modified?.toISOString(), mediaType, ...attributes })].join(", ");
  } catch (error) {
    return `${text === "" ? "" : `"${text}", then `}${written(error)}`;
  }
}

function pairs(facts: object = {}): readonly string[] {
  return Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
}

/** The URL without its scheme and its host. */
function shortUrl(url: string): string {
  return url.replace(/^imaps?:\/\//, "").replace(ADDRESS, "");
}

/** Writes an error as its code, the reply that led to it, and its hint. */
function written(error: unknown): string {
  if (!isAccessError(error)) return String(error);
  const { code, message, reply, retryable, hint } = error;
  const more = pairs({ reply, hint, ...(retryable && { retryable }) });
  return [`${code}: ${message}`, ...more].join("; ");
}

const FOLDER = new URL(".", import.meta.url);

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json"))) {
  const rows = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as readonly Row[];
  describe(`the replies in ${file}`, () => {
    it.each(rows)("$rule", async (row) => {
      const network = memoryTransport();
      const server = startTableServer(network, row);
      const { credentials } = row;
      const answers = Array.isArray(credentials) ? [...credentials] : [credentials];
      const client = createClient({
        schemes: [imap] as const,
        transport: network,
        connections: { idle: 60_000 },
        retry: { attempts: 0 },
        limits: row.limits ?? {},
        credentials: () => (answers.length > 1 ? answers.shift() : answers[0]),
        options: { imap: row.options ?? {}, imaps: row.options ?? {} },
      });
      const place = `${row.tls === true ? "imaps" : "imap"}://${row.login ?? ""}${ADDRESS}`;
      const gives: Row["gives"][number][] = [];
      for (const call of row.calls) gives.push(await perform(client, place, call));
      await client.close();
      expect({ gives, sends: server.sent }).toEqual({ gives: row.gives, sends: row.sends ?? server.sent });
      expect(network.open).toBe(0);
      expect(network.faults).toEqual([]);
    });
  });
}
