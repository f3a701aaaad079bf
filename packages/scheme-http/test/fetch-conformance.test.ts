import { readFileSync } from "node:fs";
import { createClient, toFetch } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { http } from "../src/index.ts";
import { ROWS, type Row, type RowContext } from "./fetch-rows.ts";
import { type FetchServer, startFetchServer } from "./fetch-server.ts";

const ours = toFetch(createClient({ schemes: [http], transport: nodeTransport() }));
let server: FetchServer;
let other: FetchServer;

beforeAll(async () => {
  [server, other] = await Promise.all([startFetchServer(), startFetchServer()]);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

/** Rows that fail with the `fetch` of Node 22: an abort of the body has its own error there, not the reason. */
const NEWER_THAN_22: ReadonlySet<string> = new Set(["aborts the body"]);
const IS_NODE_22: boolean = process.versions.node.startsWith("22.");

/** What a program sees: the result, or the name of the error. */
async function outcome(run: Row[1], fetch: RowContext["fetch"]): Promise<unknown> {
  const at = (path: string) => `${server.origin}${path}`;
  const elsewhere = (path: string) => `${other.origin}${path}`;
  try {
    const seen = await run({ fetch, at, elsewhere });
    return seen instanceof Response ? seen.status : seen;
  } catch (error) {
    return (error as Error).name;
  }
}

it("the READMEs have the number of rules", () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
  expect(read("../../../README.md")).toContain(`\`fetch\` passes ${ROWS.length} of ${ROWS.length} rules`);
  expect(read("../../client/README.md")).toContain(`Of the ${ROWS.length} rules of the Fetch standard`);
});

describe.each(ROWS)("fetch: %s", (title, run, seen) => {
  it("of anyurl", async () => expect(await outcome(run, ours)).toEqual(seen));
  it.skipIf(IS_NODE_22 && NEWER_THAN_22.has(title))("of the runtime", async () =>
    expect(await outcome(run, fetch)).toEqual(seen),
  );
});
