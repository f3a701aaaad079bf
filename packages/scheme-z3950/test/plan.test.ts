import { createRegistry, type PlanStep } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type Z3950Options, z3950 } from "../src/index.ts";
import { presentResponse, record, records, searchResponse } from "./hostile-protocol.ts";
import { all, worldOf } from "./server.ts";

const urls = createRegistry(z3950);

/** The client's part of a message, as hexadecimal digits. */
const hex = (octets: Uint8Array) => Buffer.from(octets).toString("hex");

function written(step: PlanStep): string {
  if (step.do === "connect") return `connect ${step.host}:${step.port} (${step.cite})`;
  if (step.do !== "send") return step.do;
  return `${hex(step.octets)} (${step.cite})${step.part === undefined ? "" : `: ${step.part}`}`;
}

/* The bytes of messages (ISO 23950 §4.1). */

/** Versions 1 to 3, the services search and present, messages of 64 MiB, and the name of the client. */
const INIT = "b41d830200e0840200c0850404000000860404000000 9f6e06616e7975726c (ISO 23950 §3.2.1)";
const CLOSE = "bf30059f8153 0100 (ISO 23950 §3.2.11)";
/** The bounds, "replace", and the name of the result set. */
const BOUNDS = "8d0100 8e0101 8f0100 900101 9107 64656661756c74";
const BIB_1 = "06072a8648ce130301";

/** A Present of the first record in a syntax, the last arc of which is given. */
function present(arc: string, ...names: readonly string[]): string {
  return `9f1f0764656661756c74 9e0101 9d0101 ${names.join(" ")} 9f68072a8648ce1305${arc} (ISO 23950 §3.2.3)`;
}

const docid = (databases: string, length: string, rpn: string) =>
  `${BOUNDS} ${databases} b5${length}${rpn} (RFC 2056 §4): docid`;
/** Use 1032 and structure 104, and the term "x". */
const X = `a12a ${BIB_1} a01f bf661c bf2c15 3009 9f780101 9f79020408 3008 9f780104 9f790168 9f2d0178`;
/** Use 1016 and relation 103, and an empty term. */
const EVERY = `a129 ${BIB_1} a01e bf661b bf2c15 3009 9f780101 9f790203f8 3008 9f780102 9f790167 9f2d00`;

interface Row {
  readonly what: string;
  readonly url: string;
  readonly operation: "get" | "list" | "stat";
  readonly options?: Z3950Options;
  readonly steps: readonly string[];
}

const CONNECT = "connect h.example:210 (RFC 1729)";

const ROWS: readonly Row[] = [
  {
    what: "a record in the first syntax of the option",
    url: "z39.50r://h.example/a?x",
    operation: "get",
    steps: [
      CONNECT,
      INIT,
      `b649 ${docid("b204 9f690161", "2c", X)}`,
      `b81a ${present("0a")}`,
      "receive",
      CLOSE,
    ],
  },
  {
    what: "a record of two databases, with an element set and a syntax",
    url: "z39.50r://h.example:2110/a+b?x;esn=f;rs=nothing+xml+sutrs",
    operation: "get",
    steps: [
      "connect h.example:2110 (RFC 1729)",
      INIT,
      `b64d ${docid("b208 9f690161 9f690162", "2c", X)}`,
      `b820 ${present("6d0a", "b303 800166").replace("9f6807", "9f6808")}: recordSyntaxes[0]`,
      "receive",
      CLOSE,
    ],
  },
  {
    what: "a record of a session, with an element set",
    url: "z39.50s://h.example/a?x;esn=B",
    operation: "get",
    steps: [
      CONNECT,
      INIT,
      `b649 ${docid("b204 9f690161", "2c", X)}`,
      `b81f ${present("0a", "b303 800142")}: elementSetName`,
      "receive",
      CLOSE,
    ],
  },
  {
    what: "what a record says, with the options for its syntax and its element set",
    url: "z39.50r://h.example/a?x",
    operation: "stat",
    options: { recordSyntaxes: ["GRS-1", "sutrs"], elementSetName: "G" },
    steps: [
      CONNECT,
      INIT,
      `b649 ${docid("b204 9f690161", "2c", X)}`,
      `b81f ${present("69", "b303 800147")}`,
      "receive",
      CLOSE,
    ],
  },
  {
    what: "the records of a database",
    url: "z39.50s://h.example/a",
    operation: "list",
    steps: [
      CONNECT,
      INIT,
      `b648 ${BOUNDS} b204 9f690161 b52b ${EVERY} (ISO 23950 §3.2.2): databases[0]`,
      `b81a ${present("0a")}`,
      "receive",
      CLOSE,
    ],
  },
  {
    what: "the records of the database of the option, in a field",
    url: "z39.50s://h.example",
    operation: "list",
    options: { database: "b", searchUse: 4 },
    steps: [
      CONNECT,
      INIT,
      `b647 ${BOUNDS} b204 9f690162 b52a ${EVERY.replace("a129", "a128").replace("a01e bf661b bf2c15 3009", "a01d bf661a bf2c14 3008").replace("9f790203f8", "9f790104")} (ISO 23950 §3.2.2)`,
      `b81a ${present("0a")}`,
      "receive",
      CLOSE,
    ],
  },
  {
    what: "the name of the server's program",
    url: "z39.50s://h.example/a",
    operation: "stat",
    steps: [CONNECT, INIT, CLOSE],
  },
  {
    what: "a login, whose password is not shown",
    url: "z39.50s://h.example/a",
    operation: "stat",
    options: { user: "ada", clearTextLogin: true },
    steps: [
      CONNECT,
      `b42b ${INIT.slice(4).replace("9f6e06", `a70c 300a 8103616461 8203${"2a".repeat(3)} 9f6e06`)}`,
      CLOSE,
    ],
  },
  {
    what: "TLS",
    url: "z39.50s://h.example/a",
    operation: "stat",
    options: { tls: true, user: "ada" },
    steps: [
      CONNECT,
      `b42b ${INIT.slice(4).replace("9f6e06", `a70c 300a 8103616461 8203${"2a".repeat(3)} 9f6e06`)}`,
      CLOSE,
    ],
  },
];

/** Without the spaces between digits. */
const joined = (step: string) => step.replace(/^[0-9a-f ]+(?= \()/, (digits) => digits.replaceAll(" ", ""));

describe("a plan (ISO 23950 §4.1)", () => {
  it.each(ROWS)("of $operation $url has each message with its rule: $what", (row) => {
    const { steps } = urls.plan(row.url, row.operation, row.options);
    expect(steps.map(written)).toEqual(row.steps.map(joined));
  });

  it.each(ROWS.filter(({ options }) => options?.tls !== true))(
    "of $operation $url is what is sent: $what",
    async ({ operation, url, options = {} }) => {
      const { steps } = urls.plan(url, operation, options);
      const planned = steps.flatMap((step) => (step.do === "send" ? [hex(step.octets)] : []));
      const port = url.includes(":2110") ? 2110 : 210;
      const { client, clock, sent } = worldOf(
        {
          search: () => searchResponse(1),
          present: () => presentResponse(records(record(Uint8Array.of(0x78), "1.2.3"))),
        },
        { options, port, ask: async () => ({ password: "***" }) },
      );
      const here = url as "z39.50s:";
      if (operation === "get") await clock.until((async () => (await client.get(here)).text())());
      else if (operation === "stat") await clock.until(client.stat(here));
      else await clock.until(all(client.list(here)));
      expect(sent.map(hex)).toEqual(planned);
    },
  );

  it.each([
    ["z39.50r://h.example/a?x", "get"],
    ["z39.50s://h.example/a?x", "get"],
    ["z39.50r://h.example/a?x;esn=f", "get"],
    ["z39.50s://h.example/a", "list"],
    ["z39.50s://h.example", "list"],
  ])("of %s without an operation is that of %s", (url, operation) => {
    expect(urls.plan(url).operation).toBe(operation);
    expect(urls.plan(url)).toEqual(urls.plan(url, operation));
  });

  const NO_DOCID = {
    code: "bad-field",
    message: "the URL has no docid, so it names no record",
    hint: 'write "?DOCID" after the database, or use z39.50s: to search the database',
  };
  const CONTROLS = {
    code: "control-octet",
    message: "the URL contains NUL, CR, or LF; nothing was sent",
    hint: 'remove "%00", "%0D", and "%0A"',
  };
  const NO_SYNTAX = {
    code: "unsupported",
    message: "the URL names no known record syntax",
    hint: 'write ";rs=usmarc", ";rs=xml", ";rs=sutrs", or an OID',
  };

  it.each<[operation: string, url: string, error: object, options?: Z3950Options]>([
    ["get", "z39.50r://h.example/a", NO_DOCID],
    ["get", "z39.50r://h.example", NO_DOCID],
    ["stat", "z39.50r://h.example/a", NO_DOCID],
    ["list", "z39.50r://h.example/a", NO_DOCID],
    [
      "get",
      "z39.50s://h.example/a",
      {
        code: "is-a-directory",
        message: "the URL names a database, and not a record",
        hint: "use search or list, or open a session",
      },
    ],
    [
      "list",
      "z39.50r://h.example/a?x",
      { code: "not-a-directory", message: "the URL names a record, and not a database", hint: "use get" },
    ],
    ["list", "z39.50s://h.example/a?x", { code: "not-a-directory" }],
    ["get", "z39.50r://h.example/a%0A?x", CONTROLS],
    ["get", "z39.50r://h.example/a+b%00?x", CONTROLS],
    ["get", "z39.50r://h.example/a?%0D", CONTROLS],
    ["stat", "z39.50r://h.example/a?x;esn=%00", CONTROLS],
    ["list", "z39.50s://h.example/%0D", CONTROLS],
    ["get", "z39.50r://h.example/a?x;rs=nothing", NO_SYNTAX],
    ["get", "z39.50r://h.example/a?x;rs=no+1.2.3.", NO_SYNTAX],
    ["list", "z39.50s://h.example/;rs=nothing", NO_SYNTAX],
    [
      "get",
      "z39.50r://h.example/a?x",
      {
        code: "tls-required",
        message: "cannot send a password without TLS; nothing was sent",
        hint: "set the z39.50 option tls, if the server supports it, or clearTextLogin",
      },
      { user: "ada" },
    ],
    ["search", "z39.50s://h.example/a", { code: "unsupported", hint: "use get, list, stat" }],
    ["open", "z39.50s://h.example/a", { code: "unsupported", hint: "use get, list, stat" }],
  ])("of %s %s does not exist", (operation, url, error, options) => {
    expect(() => urls.plan(url, operation, options)).toThrow(expect.objectContaining(error));
  });

  it("has a search of up to the limit maxCommand", () => {
    const search = (length: number) => {
      const step = urls.plan(`z39.50r://h.example/a?${"x".repeat(length)}`).steps[2];
      return step?.do === "send" ? step.octets.length : 0;
    };
    const most = 8192 - search(4000) + 4000;
    expect(search(most)).toBe(8192);
    expect(() => search(most + 1)).toThrow(
      expect.objectContaining({
        code: "too-long",
        message: "the search request has 8193 bytes, more than the limit of 8192; it was not sent",
        hint: "use fewer words, or increase the limit maxCommand",
      }),
    );
  });
});
