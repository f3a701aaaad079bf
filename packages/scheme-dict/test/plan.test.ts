import { createClient } from "@anyurl/client";
import { createRegistry, type PlanStep } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type DictOptions, dict } from "../src/index.ts";
import PLANS from "./plans.json" with { type: "json" };
import { ADDRESS, startTableServer } from "./replies/table-server.ts";

const urls = createRegistry(dict);

function written(step: PlanStep): string {
  const { cite } = step;
  if (step.do === "send") return `${step.text} (${cite})${step.part === undefined ? "" : `: ${step.part}`}`;
  return step.do === "connect" ? `connect ${step.host}:${step.port} (${cite})` : step.do;
}

/** A server that has every word three times, and every database. */
const EVERYTHING = {
  DEFINE: `150 3 found\n${'151 "w" db "d"\na text\n.\n'.repeat(3)}250 ok`,
  MATCH: `152 3 found\n${'db "w"\n'.repeat(3)}.\n250 ok`,
  "SHOW DB": '110 1\ndb "d"\n.\n250 ok',
  "SHOW STRAT": '111 1\nexact "e"\n.\n250 ok',
  "SHOW INFO wn": "112 info\nA text\n.\n250 ok",
  "SHOW SERVER": "114 info\nA text\n.\n250 ok",
};

async function perform(operation: string, url: string, options: DictOptions): Promise<readonly string[]> {
  const network = memoryTransport();
  const sent = startTableServer(network, EVERYTHING);
  const client = createClient({
    ...{ schemes: [dict] as const, transport: network, options: { dict: options } },
    policy: { allowAddresses: ["127.0.0.0/8"] },
    credentials: ({ wanted }) => (wanted === "user" ? { user: "user" } : { password: "pw" }),
  });
  const here = url.replace(/h\.example(?::\d+)?/, ADDRESS) as "dict:";
  if (operation === "get") await (await client.get(here)).text();
  else if (operation === "stat") await client.stat(here);
  else for await (const _ of client.list(here));
  await client.close();
  return sent;
}

describe("a plan", () => {
  it.each(PLANS)(
    "of $operation $url has each command with its rule, and its part of the URL: $what",
    (row) => {
      const { steps } = urls.plan(row.url, row.operation, row.options as DictOptions);
      expect(steps.map(written)).toEqual(row.steps);
    },
  );

  it.each(PLANS)("of $operation $url is what is sent: $what", async ({ operation, url, options = {} }) => {
    const { steps } = urls.plan(url, operation, options as DictOptions);
    const planned = steps.flatMap((step) => (step.do === "send" ? [step.text] : []));
    const sent = await perform(operation, url, options as DictOptions);
    expect(sent.map((line) => line.replace(/^(AUTH .+) [0-9a-f]{32}$/, "$1 ***"))).toEqual(planned);
  });

  it.each([
    ["dict://h.example/d:w", "get"],
    ["dict://h.example/m:w", "list"],
    ["dict://h.example/", "list"],
  ])("of %s without an operation is that of %s", (url, operation) => {
    expect(urls.plan(url).operation).toBe(operation);
    expect(urls.plan(url)).toEqual(urls.plan(url, operation));
  });

  it.each([
    ["put", "dict://h.example/d:w", "unsupported"],
    ["search", "dict://h.example/", "unsupported"],
    ["get", "dict://h.example/", "is-a-directory"],
    ["get", "dict://u;SASLAUTH=x@h.example/d:w", "unsupported"],
    ["get", "dict://u%0A@h.example/d:w", "control-octet"],
    ["list", "dict://h.example/m:w:d:%7F", "control-octet"],
    ["list", "dict://h.example/m:w:%1F", "control-octet"],
  ])("of %s %s does not exist: %s", (operation, url, code) => {
    expect(() => urls.plan(url, operation)).toThrow(expect.objectContaining({ code }));
  });

  it("has commands of up to 1,024 bytes with CRLF (§2.3)", () => {
    const { steps } = urls.plan(`dict://h.example/m:${"w".repeat(1012)}`);
    expect(steps.map((step) => (step.do === "send" ? step.octets.length : 0))).toContain(1024);
    expect(() => urls.plan(`dict://h.example/m:${"w".repeat(1013)}`)).toThrow(
      expect.objectContaining({ code: "too-long" }),
    );
  });
});
