import { readdirSync, readFileSync } from "node:fs";
import { displayText, type Entry, octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import {
  createArticleFilter,
  createGroupFilter,
  fetchArticleAttributes,
  fetchGroupAttributes,
  fetchServerAttributes,
  getArticle,
  getDigest,
  listArticleEntries,
  listGroupEntries,
  listNewsEntries,
  type NewsContext,
  type NewsServer,
  parseServerMessageId,
  sendArticle,
} from "../src/operations/index.ts";
import { createTableServer, type TableServerInit, written } from "./table-server.ts";

/*
 * Tables of what replies of a server lead to. Each row has calls, what each of them gives, and the commands that the server
 * got for it.
 */

interface Row extends TableServerInit {
  readonly rule: string;
  readonly calls: readonly (readonly [operation: string, name: string, words?: string])[];
  /** "user" or "user:password". */
  readonly login?: string;
  readonly tls?: boolean;
  /** The results of the calls. */
  readonly gives: readonly (string | readonly string[])[];
  readonly sends?: readonly string[];
  readonly posted?: readonly string[];
}

function serverOf({ login, tls = false }: Row): NewsServer {
  const [user, password] = login?.split(":") ?? [];
  return { scheme: "nntp", hostname: "news.example", port: 119, tls, login: { user, password } };
}

/** "1@b", or "a.b/1". */
function articleOf(name: string) {
  const [newsgroupName = "", articleNumber] = name.split("/");
  return articleNumber === undefined ? { messageId: name } : { newsgroupName, articleNumber };
}

function perform(
  server: NewsServer,
  context: NewsContext,
  [operation, name, words]: Row["calls"][number],
): Promise<string | readonly string[]> {
  switch (operation) {
    case "get":
      return gotten(() => getArticle(server, articleOf(name), context));
    case "digest":
      return gotten(() => getDigest(server, name, context, 50));
    case "list":
      return listed(
        listArticleEntries(
          server,
          {
            newsgroupName: name,
            named: ({ number }) => ({ url: `nntp:${number}` }),
            ...(words !== undefined && { filter: createArticleFilter(words), newest: 1_000 }),
          },
          context,
        ),
      );
    case "groups":
      return listed(
        listGroupEntries(
          server,
          name,
          (group) => `news:${group}`,
          context,
          words === undefined ? undefined : createGroupFilter(words),
        ),
      );
    case "news":
      return listed(
        listNewsEntries(
          server,
          name,
          new Date(words!),
          (id) => {
            const found = parseServerMessageId(id);
            return "unsafe" in found ? found : { url: `news:${found.messageId}` };
          },
          context,
        ),
      );
    case "stat":
      return shown(
        name === ""
          ? fetchServerAttributes(server, context)
          : /[@/]/.test(name)
            ? fetchArticleAttributes(server, articleOf(name), context)
            : fetchGroupAttributes(server, name, context),
      );
    default:
      return shown(
        sendArticle(
          server,
          name === "" ? undefined : name,
          words === undefined ? undefined : source(words),
          context,
        ).then(() => ({})),
      );
  }
}

async function* source(text: string): AsyncGenerator<Uint8Array, void, void> {
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) yield octetsOf(line);
}

/** The text of an entity, with its boundary as "=_", and its facts. */
async function gotten(get: () => ReturnType<typeof getArticle>): Promise<string> {
  let text = "";
  try {
    const { body, mediaType, modified } = await get();
    let next = await body.next();
    for (; next.done !== true; next = await body.next()) text += textOf(next.value);
    const facts = [mediaType, modified?.toISOString(), next.value === true ? undefined : "incomplete"];
    return [`"${text}"`, ...facts.filter((each) => each !== undefined)]
      .join(", ")
      .replace(/=_[0-9a-f]{32}/g, "=_");
  } catch (error) {
    return `${text === "" ? "" : `"${text}", then `}${written(error)}`.replace(/=_[0-9a-f]{32}/g, "=_");
  }
}

async function listed(entries: AsyncIterable<Entry>): Promise<readonly string[]> {
  const all: string[] = [];
  try {
    for await (const { kind, name, url, unsafe, size, modified, attributes } of entries)
      all.push(
        [
          `${kind} "${displayText(name)}"`,
          ...[url, unsafe && "unsafe", size, modified?.toISOString()].filter((each) => each !== undefined),
          ...Object.entries(attributes ?? {}).map(([key, value]) => `${key}=${value}`),
        ].join(", "),
      );
  } catch (error) {
    all.push(written(error));
  }
  return all;
}

async function shown(result: Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await result);
  } catch (error) {
    return written(error);
  }
}

const FOLDER = new URL("replies/", import.meta.url);

for (const file of readdirSync(FOLDER)) {
  const rows = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as readonly Row[];
  describe(`the replies in ${file}`, () => {
    it.each(rows)("$rule", async (row) => {
      const server = createTableServer(row);
      const gives: Row["gives"][number][] = [];
      for (const call of row.calls) gives.push(await perform(serverOf(row), server.context, call));
      expect({ gives, sends: server.sent, ...(row.posted && { posted: server.posted }) }).toEqual({
        gives: row.gives,
        sends: row.sends ?? server.sent,
        ...(row.posted && { posted: row.posted }),
      });
      expect(server.live).toBe(0);
    });
  });
}
