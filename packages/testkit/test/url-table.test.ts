import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Part, Scheme } from "@anyurl/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADVICE, createUrlRow, describeUrlTable, type Result, type UrlRow } from "../src/index.ts";
import { collectingRunner } from "./collecting-runner.ts";
import { type EchoUrl, echoScheme, good } from "./echo.ts";

const HOST = "host 9-10 'h': a host name (RFC 3986 §3.2.2)";
const TEXT = "text 11-12 'a': the text to echo (RFC 862)";
const PASSWORD = "deprecated-password warning userinfo 11-13: the URL contains a password (RFC 3986 §3.2.1)";
const QUERY = "query-not-allowed error query 12-14: an x-echo URL has no query (RFC 862)";

const PLAIN: UrlRow = { url: "x-echo://h/a", parts: [HOST, TEXT] };
const INVALID: UrlRow = { url: "x-echo://h/a?b", problems: [QUERY] };
const NORMAL: UrlRow = {
  url: "x-echo://H:7/%61",
  normal: "x-echo://h/a",
  parts: [
    HOST,
    "port 11-12 '7': the scheme's default port (RFC 3986 §3.2.3)",
    "text 13-16 'a': the text to echo (RFC 862)",
  ],
};
const LOGIN: UrlRow = {
  url: "x-echo://u:pw@h/",
  problems: [`${PASSWORD}; remove it; you are asked for it when needed`],
  parts: [
    "user 9-10 'u': the name to log in with (RFC 1738 §3.1)",
    "password 11-13 '***' (secret): a password in plain text (RFC 1738 §3.1)",
    "host 14-15 'h': a host name (RFC 3986 §3.2.2)",
    "text 16-16 '': the text to echo (RFC 862)",
  ],
};
const ROWS = [PLAIN, INVALID, NORMAL, LOGIN];

// The table of a healthy scheme, which must pass.
describeUrlTable(echoScheme(), ROWS, { rule: "RFC 862" });

async function examine(rows: readonly UrlRow[], scheme: Scheme = echoScheme()): Promise<string> {
  const runner = collectingRunner();
  describeUrlTable(scheme, rows, { runner });
  return [...(await runner.failures()).values()].join("\n");
}

describe("describeUrlTable", () => {
  it("accepts rows that agree, also with what could be left out", async () => {
    expect(await examine(ROWS)).toBe("");
    const full = { ...PLAIN, problems: [], normal: PLAIN.url, identity: PLAIN.url };
    expect(await examine([full, { ...INVALID, parts: [] }])).toBe("");
  });

  it.each([
    ["code", QUERY.replace("query-not-allowed", "bad-path")],
    ["severity", QUERY.replace("error", "warning")],
    ["component", QUERY.replace("error query", "error path")],
    ["start", QUERY.replace("12-", "13-")],
    ["end", QUERY.replace("-14", "-13")],
    ["message", QUERY.replace("has no", "cannot have a")],
    ["cite", QUERY.replace("862", "863")],
    ["hint", `${QUERY}; remove it`],
  ])("reports a problem with another %s", async (_, wrong) => {
    const told = await examine([{ ...INVALID, problems: [wrong] }]);
    expect(told).toContain(`missing problem: ${wrong}\nunexpected problem: ${QUERY}\n`);
  });

  it("reports a problem that is missing", async () => {
    const told = await examine([{ ...INVALID, problems: [QUERY, PASSWORD] }]);
    expect(told).toMatch(/^missing problem: deprecated-password .*\nThe row is now:\n/);
  });

  it("reports a problem that the row does not have", async () => {
    expect(await examine([{ url: INVALID.url }])).toMatch(
      /^unexpected problem: query-not-allowed .*\nThe row is now:\n/,
    );
  });

  it("reports a problem that occurs twice, and another order", async () => {
    const twice: typeof good.parse = (url, report) => good.parse(url, (each) => [report(each), report(each)]);
    expect(await examine([INVALID], echoScheme({ parse: twice }))).toMatch(
      /^unexpected problem: query-not-allowed .*\nThe row is now:\n/,
    );
    const told = await examine([{ ...PLAIN, parts: [TEXT, HOST] }]);
    expect(told).toMatch(/^the parts are in another order\n/);
  });

  it("reports another normal form", async () => {
    expect(await examine([{ ...NORMAL, normal: "x-echo://h/A" }])).toContain(
      "normal form: expected x-echo://h/A, found x-echo://h/a\n",
    );
    const { normal: _, ...without } = NORMAL;
    expect(await examine([without])).toContain(
      "normal form: expected x-echo://H:7/%61, found x-echo://h/a\n",
    );
    expect(await examine([{ ...PLAIN, normal: "x-echo://h/b" }])).toContain(
      "normal form: expected x-echo://h/b, found x-echo://h/a\n",
    );
  });

  it("reports another identity", async () => {
    const scheme = echoScheme({ identify: ({ host }) => `x-echo://${host}` });
    expect(await examine([{ ...NORMAL, identity: "x-echo://h" }], scheme)).toBe("");
    expect(await examine([NORMAL], scheme)).toContain(
      "identity: expected the normal form, found x-echo://h\n",
    );
  });

  it.each([
    ["name", TEXT.replace("text 11", "word 11")],
    ["start", TEXT.replace("11-", "10-")],
    ["end", TEXT.replace("-12", "-13")],
    ["value", TEXT.replace("'a'", "'b'")],
    ["secrecy", TEXT.replace("'a'", "'a' (secret)")],
    ["meaning", TEXT.replace("the text", "a text")],
    ["cite", TEXT.replace("862", "863")],
  ])("reports a part with another %s", async (_, wrong) => {
    const told = await examine([{ ...PLAIN, parts: [HOST, wrong] }]);
    expect(told).toContain(`missing part: ${wrong}\nunexpected part: ${TEXT}\n`);
  });

  it("leaves out the part of the scheme only if it has its usual description", async () => {
    const changed = (change: (parts: readonly Part[]) => readonly Part[]) =>
      examine([PLAIN], echoScheme({ describe: (url: EchoUrl) => change(good.describe(url)) }));
    const told = await changed(([first, ...rest]) => [{ ...first!, meaning: "an echo" }, ...rest]);
    expect(told).toContain("unexpected part: scheme 0-6 'x-echo': an echo (RFC 3986 §3.1)\n");
    expect(await changed(([, ...rest]) => rest)).toContain("the first described part must be the scheme");
  });

  it("parses with the profile of the row", async () => {
    const row: UrlRow = { url: "x-echo://h/a~", profile: "rfc1738" };
    const message =
      'unsafe-character error path 12-13: "~" is not allowed in the path (RFC 1738 §5); write it';
    expect(await examine([row])).toContain(`unexpected problem: ${message}`);
    const parts = [HOST, "text 11-13 'a~': the text to echo (RFC 862)"];
    expect(await examine([{ url: row.url, parts }])).toBe("");
  });

  it("shows the complete row of a URL, which then passes, and advice", async () => {
    const told = await examine([{ url: LOGIN.url }]);
    const [, json = "", advice] = /\nThe row is now:\n(\{.*\n\})\n→ (.*)$/s.exec(told) ?? [];
    expect(JSON.parse(json)).toEqual(LOGIN);
    expect(advice).toBe(ADVICE["url-row"]);
    expect(createUrlRow(echoScheme(), LOGIN.url)).toEqual(LOGIN);
  });

  it("shows no keys that have their default, and the profile of the row", () => {
    const scheme = echoScheme({ describe: (url) => good.describe(url).slice(0, 1) });
    expect(createUrlRow(scheme, PLAIN.url)).toStrictEqual({ url: PLAIN.url });
    const invalid = { ...INVALID, profile: "rfc3986" } as const;
    expect(createUrlRow(scheme, INVALID.url, "rfc3986")).toStrictEqual(invalid);
  });

  it("names tests and results by the rule and the URL, without its password", async () => {
    const runner = collectingRunner();
    const results: Result[] = [];
    const rows: readonly UrlRow[] = [{ ...INVALID, profile: "rfc3986" }, { url: LOGIN.url }];
    describeUrlTable(echoScheme(), rows, { rule: "RFC 862", runner, onResult: (each) => results.push(each) });
    expect([...(await runner.failures()).keys()]).toEqual(["x-echo: URLs > RFC 862: x-echo://u:***@h/"]);
    expect(results.map(({ section, name, rule, outcome }) => ({ section, name, rule, outcome }))).toEqual([
      ...[
        { section: "URLs", name: "RFC 862: x-echo://h/a?b by rfc3986", rule: "RFC 862", outcome: "passed" },
      ],
      ...[{ section: "URLs", name: "RFC 862: x-echo://u:***@h/", rule: "RFC 862", outcome: "failed" }],
    ]);
  });

  it("skips a table without rows", () => {
    const runner = collectingRunner();
    describeUrlTable(echoScheme(), [], { runner });
    expect([...runner.skips]).toEqual([
      ["x-echo: URLs > rows", 'there are no URLs: add a row such as { "url": "…" }'],
    ]);
  });
});

describe("the file of describeUrlTable", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "anyurl-testkit-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function declare(text: string): number {
    const file = join(folder, "urls.json");
    writeFileSync(file, text);
    const runner = collectingRunner();
    describeUrlTable(echoScheme(), file, { runner });
    return runner.count;
  }

  it("has a test for each row", () => {
    expect(declare(JSON.stringify(ROWS))).toBe(4);
  });

  it.each([
    ["{}", "invalid urls.json: expected an array of rows"],
    ["[1]", "invalid row 0 of urls.json: expected an object with url"],
    ["[null]", "invalid row 0 of urls.json: expected an object with url"],
    ["[[]]", "invalid row 0 of urls.json: expected an object with url"],
    ['[{ "problems": [] }]', "missing url in row 0 of urls.json"],
    ['[{ "url": 1 }]', "invalid url in row 0 of urls.json: expected a string"],
    ['[{ "url": "a:", "normal": null }]', "invalid normal in row 0 of urls.json: expected a string"],
    ['[{ "url": "a:" }, { "url": "b:", "part": [] }]', 'unknown key "part" in row 1 of urls.json'],
    [
      '[{ "url": "a:", "profile": "rfc2396" }]',
      'invalid profile in row 0 of urls.json: expected "rfc3986" or "rfc1738"',
    ],
    [
      '[{ "url": "a:", "problems": "bad-path" }]',
      "invalid problems in row 0 of urls.json: expected an array of strings",
    ],
    [
      '[{ "url": "a:", "problems": ["bad-path 1-2: m (RFC 1)"] }]',
      'invalid problems in row 0 of urls.json: expected "code severity component start-end: message (cite); hint", ' +
        'found "bad-path 1-2: m (RFC 1)"',
    ],
    [
      '[{ "url": "a:", "parts": ["host 2-3 h: a host (RFC 1)"] }]',
      "invalid parts in row 0 of urls.json: expected \"name start-end 'value': meaning (cite)\", " +
        'found "host 2-3 h: a host (RFC 1)"',
    ],
    ['[{ "url": "a:" }, { "url": "a:" }]', "duplicate URL in row 1 of urls.json: row 0 has a:, too"],
    [
      '[{ "url": "a://u:pw@h" }, { "url": "a://u:pw@h", "profile": "rfc3986" }]',
      "duplicate URL in row 1 of urls.json: row 0 has a://u:***@h, too",
    ],
  ])("is rejected: %s", (text, message) => {
    expect(() => declare(text)).toThrow(new TypeError(message));
  });

  it("is rejected if it is not JSON, and can have a URL once for each profile", () => {
    expect(() => declare("[")).toThrow(SyntaxError);
    expect(declare('[{ "url": "a:" }, { "url": "a:", "profile": "rfc1738" }]')).toBe(2);
  });
});
