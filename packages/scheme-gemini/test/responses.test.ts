import { createClient, Transcript } from "@anyurl/client";
import { DEFAULT_LIMITS, isAccessError, type Limits, octetsOf, parse, textOf } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { createRequest, transact } from "../src/exchange.ts";
import { gemini } from "../src/index.ts";

/** Responses by URL, at three servers. */
type Responses = Readonly<Record<string, string>>;

const [A, B] = ["gemini://127.0.0.1", "gemini://127.0.0.2"];

/** A server outside of the network of this machine. */
const PUBLIC = "gemini://93.184.216.34";

function worldOf(responses: Responses, limits: Partial<Limits> = {}) {
  const network = memoryTransport();
  const sent: string[] = [];
  for (const address of ["127.0.0.1", "127.0.0.2", "93.184.216.34"])
    network.listen(
      address,
      1965,
      async (peer) => {
        const octets = await peer.receive();
        const line = textOf(octets!).replace(/\r\n$/, "");
        sent.push(line);
        const response = responses[line] ?? "51 no such row";
        if (response !== "") await peer.send(octetsOf(response.replace(/^([^\n]*)(\n|$)/, "$1\r\n")));
        peer.end();
      },
      { tls: true },
    );
  const policy = { allowAddresses: ["127.0.0.0/8"] };
  const client = createClient({
    ...{ schemes: [gemini], transport: network, policy, limits, retry: { attempts: 0 } },
  });
  return { network, sent, client };
}

/** Performs a call. Returns what it gives, or the error. */
async function perform(operation: "get" | "stat" | "list", responses: Responses, limits?: Partial<Limits>) {
  const { network, sent, client } = worldOf(responses, limits);
  const url = `${A}/x` as const;
  let gives: unknown;
  try {
    if (operation === "get") {
      const { status, finalUrl, redirects, mediaType, framing, ...result } = await client.get(url);
      gives = { status, finalUrl, redirects, mediaType, framing, text: await result.text() };
    } else if (operation === "stat") gives = await client.stat(url);
    else {
      const names: string[] = [];
      for await (const { name } of client.list(url)) names.push(name);
      gives = names;
    }
  } catch (error) {
    if (!isAccessError(error)) throw error;
    const { code, message, hint, reply, replyCode, retryable } = error;
    gives = { code, message, hint, reply, replyCode, retryable };
  }
  expect(network.open).toBe(0);
  return { gives, sent };
}

/** An error, without the members that it does not have. */
const failure = (code: string, message: string, other: object = {}) => ({
  ...{ code, message, hint: undefined, reply: undefined, replyCode: undefined, retryable: false },
  ...other,
});

describe("a response to get", () => {
  it.each([20, 21, 25, 29])("with the status %i has a document", async (status) => {
    const { gives } = await perform("get", { [`${A}/x`]: `${status} text/plain\nhello\n` });
    expect(gives).toEqual({
      ...{ status, finalUrl: `${A}/x`, redirects: 0, mediaType: "text/plain" },
      ...{ framing: "close-notify", text: "hello\n" },
    });
  });

  it("can have no document", async () => {
    const { gives } = await perform("get", { [`${A}/x`]: "20 text/plain" });
    expect(gives).toMatchObject({ status: 20, text: "" });
  });

  it.each<[header: string, error: object]>([
    ["19 x", { code: "input-required", replyCode: 19, reply: "x" }],
    ["40 x", { code: "temporarily-unavailable", replyCode: 40, reply: "x" }],
    ["20 text", failure("protocol-error", "the server sent an invalid media type", { reply: "text" })],
    ["29 text", failure("protocol-error", "the server sent an invalid media type", { reply: "text" })],
    ["hello\x1b", failure("protocol-error", "not a response of a Gemini server", { reply: "hello\\x1b" })],
    ["", failure("truncated", "the server closed the connection before its response", { retryable: true })],
    [
      `20 ${"x".repeat(1025)}`,
      failure("too-large", "the server sent a line longer than 1027 bytes", {
        hint: "increase the limit maxLine",
      }),
    ],
  ])("%j is an error", async (header, error) => {
    const { gives, sent } = await perform("get", { [`${A}/x`]: header });
    expect(gives).toMatchObject(error);
    expect(sent.length).toBe(1);
  });

  it("has at most 1024 bytes after the status", async () => {
    const meta = `text/plain;${"a".repeat(1013)}`;
    expect((await perform("get", { [`${A}/x`]: `20 ${meta}\nhello` })).gives).toMatchObject({
      mediaType: meta,
    });
  });

  it("has a header of at most maxLine bytes", async () => {
    const response = { [`${A}/x`]: "20 text/plain\nhello" };
    expect((await perform("get", response, { maxLine: 13 })).gives).toMatchObject({ text: "hello" });
    expect((await perform("get", response, { maxLine: 12 })).gives).toMatchObject({ code: "too-large" });
  });

  it("has only a media type for stat, and lines for list", async () => {
    const gemtext = { [`${A}/x`]: "20 text/gemini\n# Title\n=> a\n" };
    expect((await perform("stat", gemtext)).gives).toEqual({ kind: "file", mediaType: "text/gemini" });
    expect((await perform("list", gemtext)).gives).toEqual(["# Title", "a"]);
    expect((await perform("list", { [`${A}/x`]: "20 text/plain\na\n" })).gives).toEqual(
      failure("unsupported", "a document of the type text/plain has no entries", { hint: "use get" }),
    );
  });
});

describe("a redirect", () => {
  it.each<[header: string, target: string]>([
    ["30 y", `${A}/y`],
    ["31 /y", `${A}/y`],
    ["39 ../y?z", `${A}/y?z`],
    ["35 /y#z", `${A}/y`],
    ["30 ?", `${A}/x?`],
    ["30 //127.0.0.2/y", `${B}/y`],
    ["30 //127.0.0.2", `${B}/`],
    ["30 //127.0.0.2?y", `${B}/?y`],
    ["30 gemini://127.0.0.2:1965/", `${B}:1965/`],
  ])("%j is followed to %s", async (header, target) => {
    const { gives, sent } = await perform("get", { [`${A}/x`]: header, [target]: "20 text/plain\nhere" });
    expect(sent).toEqual([`${A}/x`, target]);
    expect(gives).toMatchObject({ finalUrl: target, redirects: 1, text: "here" });
  });

  const refused = (where: string, reply: string, replyCode = 30) =>
    failure("redirect-refused", `the server redirects to ${where}, which is not followed`, {
      reply,
      replyCode,
    });
  const SCHEME = "s".repeat(64);

  it.each<[header: string, error: object]>([
    ["30 http://h.example/", refused("a URL of the scheme http", "http://h.example/")],
    ["39 mailto:a@h.example", refused("a URL of the scheme mailto", "mailto:a@h.example", 39)],
    [`30 ${SCHEME}:a`, refused(`a URL of the scheme ${SCHEME}`, `${SCHEME}:a`)],
    [`30 s${SCHEME}:a`, refused("an invalid URL", `s${SCHEME}:a`)],
    ["31 //u@127.0.0.2/", refused("a URL with a user, or without a host", "//u@127.0.0.2/", 31)],
    ["30 //@127.0.0.2/", refused("a URL with a user, or without a host", "//@127.0.0.2/")],
    ["30 gemini:///a", refused("a URL with a user, or without a host", "gemini:///a")],
    ["30 gemini:a", refused("a URL with a user, or without a host", "gemini:a")],
    ["30 http://[", refused("an invalid URL", "http://[")],
    ["30 a b", refused("an invalid URL", "a b")],
  ])("%j is refused", async (header, error) => {
    const { gives, sent } = await perform("get", { [`${A}/x`]: header });
    expect(gives).toEqual(error);
    expect(sent).toEqual([`${A}/x`]);
  });

  it("of a public server is not followed to an address of this network, which a user can open", async () => {
    const { client, network, sent } = worldOf({
      [`${PUBLIC}/x`]: `30 ${A}/y`,
      [`${A}/y`]: "20 text/plain\nhere",
    });
    expect(await (await client.get(`${A}/y`)).text()).toBe("here");
    await expect(client.get(`${PUBLIC}/x`)).rejects.toMatchObject({ code: "host-blocked" });
    expect(sent).toEqual([`${A}/y`, `${PUBLIC}/x`]);
    expect(network.open).toBe(0);
  });

  const TOO_MANY = failure("too-many-redirects", "the server redirects in a loop, or too often");

  it("to itself, or to a URL before, is a loop", async () => {
    for (const [responses, count] of [
      [{ [`${A}/x`]: "30 x" }, 1],
      [{ [`${A}/x`]: "30 " }, 1],
      [{ [`${A}/x`]: "30 y", [`${A}/y`]: `30 ${B}/z`, [`${B}/z`]: `30 ${A}/x` }, 3],
    ] as const) {
      const { gives, sent } = await perform("get", responses);
      expect(gives).toEqual(TOO_MANY);
      expect(sent.length).toBe(count);
    }
  });

  it.each<[limits: Partial<Limits>, most: number]>([
    [{}, 5],
    [{ maxRedirects: 20 }, 5],
    [{ maxRedirects: 5 }, 5],
    [{ maxRedirects: 2 }, 2],
    [{ maxRedirects: 0 }, 0],
  ])("with the limits %j is followed %i times", async (limits, most) => {
    const chain = (length: number): Responses =>
      Object.fromEntries(
        Array.from({ length: length + 1 }, (_, i) => [
          i === 0 ? `${A}/x` : `${A}/${i}`,
          i === length ? "20 text/plain\nend" : `30 /${i + 1}`,
        ]),
      );
    expect((await perform("get", chain(most), limits)).gives).toMatchObject({ redirects: most, text: "end" });
    const { gives, sent } = await perform("get", chain(most + 1), limits);
    expect(gives).toEqual(TOO_MANY);
    expect(sent.length).toBe(most + 1);
  });
});

describe("an answer to a question", () => {
  it("is sent once, and is not in the transcript", async () => {
    const { client, sent } = worldOf({
      [`${A}/x?a%20b`]: "30 y?c",
      [`${A}/y?c`]: "20 text/gemini\nfound\n",
    });
    const transcript = new Transcript();
    const names: string[] = [];
    for await (const { name } of client.search(`${A}/x?old`, "a b", { transcript })) names.push(name);
    expect([names, sent]).toEqual([["found"], [`${A}/x?a%20b`, `${A}/y?c`]]);
    const texts = transcript.entries.filter(({ kind }) => kind === "send").map(({ text }) => text?.trim());
    expect(texts).toEqual([expect.stringContaining(`${A}/x?***`), expect.stringContaining(`${A}/y?c`)]);
  });

  it.each<[url: string, isSecret: boolean, secret: readonly [number, number] | undefined]>([
    ["gemini://h.example/x?abc", true, [21, 24]],
    ["gemini://h.example/x?", true, [21, 21]],
    ["gemini://h.example/x", true, undefined],
    ["gemini://h.example/x?abc#d", true, [21, 24]],
    ["gemini://h.example/x?abc", false, undefined],
  ])("in %s (secret: %s) has the range %j", (url, isSecret, secret) => {
    const step = createRequest(parse(url), { isSecret });
    expect(step).toEqual({
      ...{ do: "send", octets: octetsOf(`${url.split("#", 1)[0]}\r\n`), cite: "Gemini, Requests" },
      ...(secret && { secret }),
    });
  });
});

describe("a request", () => {
  it("has at most 1024 bytes before its end", () => {
    const url = (length: number) => parse(`gemini://h/${"x".repeat(length - 11)}`);
    expect(createRequest(url(1024)).octets.length).toBe(1026);
    expect(() => createRequest(url(1025))).toThrow(
      expect.objectContaining({
        code: "too-long",
        message: "the URL exceeds the limit of 1024 bytes of Gemini; nothing was sent",
      }),
    );
  });
});

describe("the bytes of a response", () => {
  /** Runs the exchange with a server that sends these chunks, and then closes. */
  function run(...chunks: readonly string[]) {
    const exchange = transact(createRequest(parse("gemini://h/")), DEFAULT_LIMITS);
    const left = chunks.map((chunk) => octetsOf(chunk));
    const emitted: unknown[] = [];
    const steps: unknown[] = [];
    let received: Uint8Array | undefined;
    for (;;) {
      const { done, value } = exchange.next(received);
      if (done === true) return { emitted, steps, end: value };
      received = value.do === "receive" ? left.shift() : undefined;
      if (value.do === "emit")
        emitted.push(value.event instanceof Uint8Array ? textOf(value.event) : value.event);
      else if (value.do === "receive") steps.push(value);
    }
  }

  it.each<[status: number, hasBody: boolean]>([
    [19, false],
    [20, true],
    [29, true],
    [30, false],
    [51, false],
  ])("with the status %i have a document: %s", (status, hasBody) => {
    const header = { status, meta: "a/b" };
    const { emitted, end } = run(`${status} a/b\r\n`, "one", "two");
    expect(emitted).toEqual([header, ...(hasBody ? ["one", "two"] : [])]);
    expect(end).toBe(hasBody ? "unknown" : true);
  });

  it("can arrive in any chunks", () => {
    const header = { status: 20, meta: "a/b" };
    expect(run("20 a/", "b\r", "\none", "two").emitted).toEqual([header, "one", "two"]);
    expect(run("20 a/b\r\none\r\n").emitted).toEqual([header, "one\r\n"]);
    expect(run("20 a/b\r\n").emitted).toEqual([header]);
  });

  it("are borrowed for a document", () => {
    expect(run("20 a/b\r\n", "one").steps.at(-1)).toEqual({ do: "receive", phase: "body", onLoan: true });
  });
});
