import { readdirSync, readFileSync } from "node:fs";
import { type Client, createClient } from "@anyurl/client";
import { isAccessError, type Limits, octetsOf, textOf } from "@anyurl/core";
import type { Credentials } from "@anyurl/core/exchange";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type FtpOptions, ftp } from "../../src/index.ts";
import { ADDRESS, startTableServer, type TableServerInit } from "./table-server.ts";

/*
 * Tables of what replies of a server lead to. Each row has the calls of a client, which keeps its connections, what each
 * of them gives, and the commands that the server got for it.
 */

interface Row extends TableServerInit {
  readonly rule: string;
  readonly calls: readonly Call[];
  readonly login?: string;
  readonly credentials?: Credentials;
  readonly options?: FtpOptions;
  readonly limits?: Partial<Limits>;
  /** Does a pool keep idle connections for the next call? Default true. */
  readonly keeps?: boolean;
  /** The results of the calls. */
  readonly gives: readonly (string | readonly string[])[];
  readonly sends?: readonly string[];
  readonly stored?: readonly string[];
}

type Call = readonly [operation: string, path: string, how?: How];

interface How {
  readonly range?: { readonly start: number };
  readonly source?: readonly string[];
  readonly modified?: string;
  readonly to?: string;
}

type FtpText = `ftp://${string}`;
type FtpClient = Client<typeof ftp>;

async function perform(client: FtpClient, place: string, call: Call): Promise<string | readonly string[]> {
  const [operation, path, { range, source = [], modified, to = "" } = {}] = call;
  const url = `${place}${path}` as FtpText;
  if (operation === "list") {
    const entries: string[] = [];
    try {
      for await (const { kind, name, size, url: own } of client.list(url))
        entries.push([kind, name, size, own && shortUrl(own)].filter((each) => each !== undefined).join(" "));
    } catch (error) {
      entries.push(written(error));
    }
    return entries;
  }
  let text = "";
  try {
    switch (operation) {
      case "get": {
        const got = await client.get(url, range && { range });
        for await (const octets of got.body) text += textOf(octets);
        const { size, mediaType } = got;
        const facts = {
          size,
          modified: got.modified?.toISOString(),
          mediaType: mediaType === undefined ? undefined : mediaType,
        };
        return [
          `"${text}"`,
          ...Object.entries(facts).flatMap(([name, value]) =>
            value === undefined ? [] : [`${name} ${value}`],
          ),
        ].join(", ");
      }
      case "stat": {
        const { kind, size, modified, modifiedPrecision, modifiedZone } = await client.stat(url);
        const facts = { size, modified: modified?.toISOString(), modifiedPrecision, modifiedZone };
        return [kind, ...Object.values(facts).filter((each) => each !== undefined)].join(" ");
      }
      case "put":
      case "append": {
        const how = {
          ...(range && { range }),
          ...(modified !== undefined && { modified: new Date(modified) }),
        };
        await (operation === "put"
          ? client.put(url, octets(source), how)
          : client.append(url, octets(source)));
        return "done";
      }
      case "remove":
        await client.remove(url);
        return "done";
      case "makeDirectory":
        await client.makeDirectory(url);
        return "done";
      default:
        await client.rename(url, (to.startsWith("/") ? `${place}${to}` : to) as FtpText);
        return "done";
    }
  } catch (error) {
    return `${text === "" ? "" : `"${text}", then `}${written(error)}`;
  }
}

/** The URL without its scheme and its host. */
function shortUrl(url: string): string {
  return url.replace(/^ftps?:\/\//, "").replace(ADDRESS, "");
}

async function* octets(texts: readonly string[]): AsyncGenerator<Uint8Array, void, void> {
  for (const text of texts) yield octetsOf(text);
}

/** Writes an error as its code, the code of its reply, and what else a program can ask about it. */
function written(error: unknown): string {
  if (!isAccessError(error)) return String(error);
  const { code, replyCode, retryable, target, hint } = error;
  const isUncertain = hint?.startsWith("check the result") === true;
  return [
    replyCode === undefined ? code : `${code} ${replyCode}`,
    ...(retryable ? ["retryable"] : []),
    ...(target === undefined ? [] : [`target ${target}`]),
    ...(isUncertain ? ["uncertain"] : []),
  ].join(", ");
}

const FOLDER = new URL(".", import.meta.url);

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json"))) {
  const rows = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as readonly Row[];
  describe(`the replies in ${file}`, () => {
    it.each(rows)("$rule", async (row) => {
      const network = memoryTransport();
      const server = startTableServer(network, row);
      const scheme = row.tls === true ? "ftps" : "ftp";
      const client = createClient({
        schemes: [ftp] as const,
        transport: network,
        connections: { idle: row.keeps === false ? 0 : 60_000 },
        retry: { attempts: 0 },
        limits: row.limits ?? {},
        credentials: () => row.credentials,
        options: { ftp: row.options ?? {}, ftps: row.options ?? {} },
      });
      const place = `${scheme}://${row.login ?? ""}${ADDRESS}`;
      const gives: Row["gives"][number][] = [];
      for (const call of row.calls) gives.push(await perform(client, place, call));
      await client.close();
      expect({ gives, sends: server.sent, ...(row.stored && { stored: server.stored }) }).toEqual({
        gives: row.gives,
        sends: row.sends ?? server.sent,
        ...(row.stored && { stored: row.stored }),
      });
      expect(network.open).toBe(0);
      expect(network.faults).toEqual([]);
    });
  });
}
