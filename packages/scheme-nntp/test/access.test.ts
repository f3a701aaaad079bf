import { createServer, type Socket } from "node:net";
import { createClient } from "@anyurl/client";
import { AccessError, createRegistry, type Entry, type Source } from "@anyurl/core";
import { NNTP_FEATURES, type NntpServerOptions, newsLibrary, startNntpServer } from "@anyurl/servers";
import { planEqualsWire, reusedChunks } from "@anyurl/testkit";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { nntp } from "../src/index.ts";

type Options = Readonly<Record<string, unknown>>;
type Url = `nntp:${string}`;

const transport = nodeTransport();
const registry = createRegistry(nntp);
const client = createClient({ schemes: [nntp], transport });
const trusting = createClient({
  schemes: [nntp],
  transport,
  tls: { ca: SELF_SIGNED.cert },
  credentials: () => ({ user: "alice", password: "s3cr:t@/%" }),
});

async function drained(entries: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

/** In chunks of seven bytes, whose buffer is reused. */
function source(text: string): Source {
  return reusedChunks((text.match(/.{1,7}/gs) ?? []).map((part) => new TextEncoder().encode(part)));
}

const received = (server: { readonly received: readonly (readonly Uint8Array[])[] }) =>
  server.received.map((lines) => lines.map((line) => Buffer.from(line).toString()));

describe("plan and access send the same request", () => {
  const cases: readonly (readonly [path: string, operation: string, options?: Options])[] = [
    ["local.harbour/2", "get"],
    ["local.harbour/0002", "get", { part: "head" }],
    ["local.harbour/2", "get", { part: "body" }],
    ["local.harbour/2", "stat"],
    ["local.harbour", "stat"],
    // The server determines the numbers: this range exists on the server and in a plan.
    ["local.harbour", "list", { range: "2-3" }],
    ["local.harbour", "search", { range: "2-3" }],
    ["local.harbour", "get", { digest: true, range: "1-3" }],
  ];
  it.each(cases.map(([path, operation, options = {}]) => ({ path, operation, options })))(
    "$operation of $path: $options",
    async ({ path, operation, options }) => {
      await using server = await startNntpServer();
      const url = `nntp://127.0.0.1:${server.port}/${path}` as Url;
      const open = async () => {
        if (operation === "get") return (await client.get(url, { options })).bytes();
        if (operation === "stat") return client.stat(url, { options });
        return drained(
          operation === "list" ? client.list(url, { options }) : client.search(url, "x", { options }),
        );
      };
      const plan = { plan: (text: string) => registry.plan(text, operation, options) };
      await planEqualsWire({ registry: plan as never, url, operation, open, server });
    },
  );

  it("for posting, except the article", () => {
    const { steps } = registry.plan("nntp://news.example/local.test", "send");
    expect(steps.map((step) => ("text" in step ? step.text : step.do))).toEqual([
      ...["connect", "CAPABILITIES", "POST", "Newsgroups: local.test\r\n", "QUIT"],
    ]);
  });

  it("over TLS, with a hidden login", () => {
    const { steps } = registry.plan("nntp://alice:s3cret@news.example/local.test", "stat", {
      tls: "required",
    });
    expect(steps.map((step) => ("text" in step ? step.text : step.do))).toEqual([
      ...["connect", "CAPABILITIES", "STARTTLS", "secure", "CAPABILITIES", "AUTHINFO USER alice"],
      ...["AUTHINFO PASS ***", "CAPABILITIES", "GROUP local.test", "QUIT"],
    ]);
  });

  it("fails for the same URLs as opening", () => {
    for (const [url, code] of [
      ["nntp://alice:s3cret@news.example/local.test", "tls-required"],
      ["nntp://news.example/local.test/0", "not-found"],
      [`nntp://news.example/${"x".repeat(600)}`, "too-long"],
    ] as const) {
      expect(() => registry.plan(url, "stat")).toThrow(expect.objectContaining({ code }));
    }
  });
});

describe("an article", () => {
  it("is unchanged, dot for dot, with the metadata of its header", async () => {
    await using server = await startNntpServer();
    const url = `nntp://127.0.0.1:${server.port}/local.lines/1` as Url;
    const got = await client.get(url);
    expect(got).toMatchObject({ mediaType: "message/rfc822", modified: new Date("2001-02-03T04:05:06Z") });
    expect(await got.text()).toBe(String(articles("local.lines")[0]).replaceAll("\n", "\r\n"));
    expect(await got.complete).toBe(true);
  });

  it("is decoded by the option mime", async () => {
    await using server = await startNntpServer();
    const url = `nntp://127.0.0.1:${server.port}/local.harbour/3` as Url;
    const mime = async (
      head: { get(name: string): string | undefined },
      body: AsyncIterable<Uint8Array>,
    ) => ({
      mediaType: head.get("content-type"),
      body,
    });
    const got = await client.get(url, { options: { mime } });
    expect(got.mediaType).toBe("text/plain; charset=utf-8");
    expect(await got.text()).toBe("Die Mühle steht still, und grüßt doch.\r\n");
  });

  it("closes the connection if the reader cancels", async () => {
    await using server = await startNntpServer();
    const { body } = await client.get(`nntp://127.0.0.1:${server.port}/local.lines/3` as Url);
    await body.cancel();
    await expect.poll(() => server.live).toBe(0);
  });
});

function articles(group: string): readonly unknown[] {
  return newsLibrary()[group]!.articles as readonly unknown[];
}

describe("old and new servers", () => {
  const ages: readonly (readonly [name: string, options: NntpServerOptions])[] = [
    ["RFC 3977", {}],
    ["RFC 977", { features: [] }],
    ["RFC 2980", { features: ["XOVER", "LIST"] }],
    ["without OVER", { features: NNTP_FEATURES.filter((feature) => feature !== "OVER") }],
    ["without any overview", { features: ["CAPABILITIES", "LISTGROUP"] }],
    ["transit", { transit: true }],
  ];
  it.each(ages)("%s: list gives the same entries", async (_, options) => {
    await using server = await startNntpServer(options);
    await using proper = await startNntpServer();
    const said = async (port: number) =>
      (await drained(client.list(`nntp://127.0.0.1:${port}/local.harbour` as Url))).map(
        ({ name, url, modified, attributes }) => [
          name,
          url!.split("/").slice(3),
          modified,
          attributes!["from"],
        ],
      );
    expect(await said(server.port)).toEqual(await said(proper.port));
    const url = `nntp://127.0.0.1:${server.port}/local.gap/5` as Url;
    expect(await (await client.get(url)).text()).toContain("\r\n\r\nfive\r\n");
    expect((await drained(client.list(`nntp://127.0.0.1:${server.port}/local.gap` as Url))).length).toBe(2);
  });

  it("requests the existing numbers from a server with many gaps", async () => {
    const text = (id: string) => `Newsgroups: a.b\nMessage-ID: <${id}@b.example>\nSubject: ${id}\n\nx\n`;
    await using server = await startNntpServer({
      features: ["CAPABILITIES", "LISTGROUP"],
      newsgroups: {
        "a.b": { articles: { 1: text("one"), 50: text("fifty"), 9007199254740991: text("last") } },
      },
    });
    const url = `nntp://127.0.0.1:${server.port}/a.b` as Url;
    const options = { newest: Number.POSITIVE_INFINITY };
    expect((await drained(client.list(url, { options }))).map(({ name }) => name)).toEqual([
      "one",
      "fifty",
      "last",
    ]);
    expect(received(server)[0]).toContain("LISTGROUP a.b 1-9007199254740991");
  });
});

describe("TLS and logins", () => {
  const tls = SELF_SIGNED;

  it("starts TLS if it is required, and sends no login before", async () => {
    await using server = await startNntpServer({ tls, loginFor: "reading" });
    const url = `nntp://localhost:${server.port}/local.harbour/1` as Url;
    expect(await (await trusting.get(url, { options: { tls: "required" } })).text()).toContain("A light");
    expect(await (await trusting.get(url, { options: { tls: "preferred" } })).text()).toContain("A light");
    await expect(trusting.get(url)).rejects.toMatchObject({ code: "tls-required" });
    expect(received(server)[0]).toEqual([
      ...["CAPABILITIES", "STARTTLS", "CAPABILITIES", "GROUP local.harbour", "AUTHINFO USER alice"],
      ...["AUTHINFO PASS s3cr:t@/%", "CAPABILITIES", "GROUP local.harbour", "ARTICLE 1", "QUIT"],
    ]);
    expect(received(server)[2]).toEqual(["CAPABILITIES", "GROUP local.harbour"]);
  });

  it("uses TLS from the first byte for nntps:", async () => {
    await using server = await startNntpServer({ tls: { ...tls, implicit: true } });
    const url = `nntps://alice:s3cr%3At%40%2F%25@localhost:${server.port}/local.harbour/1` as const;
    expect(await (await trusting.get(url)).text()).toContain("A light");
    await expect(client.get(url)).rejects.toMatchObject({ code: "tls-failed" });
  });

  it("rejects an untrusted certificate", async () => {
    await using server = await startNntpServer({ tls });
    const url = `nntp://localhost:${server.port}/local.harbour/1` as Url;
    await expect(client.get(url, { options: { tls: "required" } })).rejects.toMatchObject({
      code: "tls-failed",
    });
  });

  it("never shows a password", async () => {
    await using server = await startNntpServer();
    const url = `nntp://alice:Swordfish42@localhost:${server.port}/local.harbour/1` as Url;
    const error = await client.get(url, { options: { clearTextLogin: true } }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "auth-failed", replyCode: 481 });
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain("Swordfish42");
  });
});

describe("a pooled connection", () => {
  it("serves the next call, and is replaced if it was closed", async () => {
    await using server = await startNntpServer();
    await using keeping = createClient({ schemes: [nntp], transport, connections: { idle: 60_000 } });
    const url = `nntp://127.0.0.1:${server.port}/local.harbour` as Url;
    for (const number of [1, 2, 3]) await (await keeping.get(`${url}/${number}`)).bytes();
    await drained(keeping.list(url));
    expect(received(server)).toEqual([
      [
        ...["CAPABILITIES", "GROUP local.harbour", "ARTICLE 1", "GROUP local.harbour", "ARTICLE 2"],
        ...["GROUP local.harbour", "ARTICLE 3", "GROUP local.harbour", "OVER 1-3"],
      ],
    ]);
  });
});

describe("posting", () => {
  const ARTICLE = "From: A <a@b.example>\r\nSubject: Tide\r\n\r\n.\r\n..two\r\nend";
  const url = (port: number, group = "local.empty") => `nntp://127.0.0.1:${port}/${group}` as Url;

  it("posts a confirmed article, dot for dot", async () => {
    await using server = await startNntpServer();
    const seen: string[] = [];
    const confirm = ({ octets, server: at }: { octets: Uint8Array; server: string }) => {
      seen.push(at, Buffer.from(octets).toString());
      return true;
    };
    await client.send(url(server.port), source(ARTICLE), { options: { confirm } });
    expect(seen).toEqual([`127.0.0.1:${server.port}`, `Newsgroups: local.empty\r\n${ARTICLE}\r\n`]);
    const text = await (await client.get(`${url(server.port)}/1`)).text();
    expect(text.endsWith("\r\n\r\n.\r\n..two\r\nend\r\n")).toBe(true);
  });

  it("accepts lines that end with LF, if all do", async () => {
    await using server = await startNntpServer();
    const options = { confirmed: true };
    await client.send(url(server.port), source(ARTICLE.replaceAll("\r\n", "\n")), { options });
    expect(await (await client.get(`${url(server.port)}/1`)).text()).toContain(
      "\r\n\r\n.\r\n..two\r\nend\r\n",
    );
  });

  it("posts nothing without confirmation", async () => {
    await using server = await startNntpServer();
    const send = (options: Options) => client.send(url(server.port), source(ARTICLE), { options });
    await expect(send({})).rejects.toMatchObject({ code: "bad-option" });
    await expect(send({ confirm: () => false })).rejects.toMatchObject({ code: "aborted" });
    await expect(send({ confirm: () => "yes" })).rejects.toMatchObject({ code: "aborted" });
    expect(server.received).toEqual([]);
  });

  it("sends what was confirmed, also if the callback changes the bytes it was shown", async () => {
    await using server = await startNntpServer();
    const confirm = ({ octets }: { octets: Uint8Array }) => octets.fill(0x21) !== undefined;
    await client.send(url(server.port), source(ARTICLE), { options: { confirm } });
    expect(await (await client.get(`${url(server.port)}/1`)).text()).toContain("Subject: Tide");
  });

  it("sends nothing if the callback confirm fails", async () => {
    await using server = await startNntpServer();
    const send = (fault: Error) => {
      const confirm = () => {
        throw fault;
      };
      return client.send(url(server.port), source(ARTICLE), { options: { confirm } });
    };
    const broken = new Error("the window is closed");
    await expect(send(broken)).rejects.toMatchObject({ code: "aborted", cause: broken });
    const refusal = new AccessError("permission-denied", "not during the night");
    await expect(send(refusal)).rejects.toMatchObject({
      code: "permission-denied",
      message: refusal.message,
    });
    expect(server.received).toEqual([]);
  });

  it("names an IPv6 server in brackets for the confirmation", async () => {
    const seen: string[] = [];
    const confirm = ({ server }: { server: string }) => seen.push(server) === 0;
    const sending = client.send("nntp://[::1]:1119/local.test", source(ARTICLE), { options: { confirm } });
    await expect(sending).rejects.toMatchObject({ code: "aborted" });
    expect(seen).toEqual(["[::1]:1119"]);
  });

  it("sends at most maxArticle bytes, counted over all chunks", async () => {
    await using server = await startNntpServer();
    const article = `Newsgroups: local.empty\r\n${ARTICLE}\r\n`;
    const send = (maxArticle: number) =>
      client.send(url(server.port), source(article), { options: { confirmed: true, maxArticle } });
    await expect(send(article.length - 1)).rejects.toMatchObject({ code: "too-large" });
    expect(server.received).toEqual([]);
    await send(article.length);
    expect(received(server).flat()).toContain("POST");
  });

  it("stops reading a source that exceeds maxArticle", async () => {
    let chunks = 0;
    async function* endless(): Source {
      for (; ; chunks++) yield new Uint8Array(10).fill(0x78);
    }
    const options = { confirmed: true, maxArticle: 100 };
    const sending = client.send("nntp://192.0.2.1/local.test", endless(), { options });
    await expect(sending).rejects.toMatchObject({ code: "too-large" });
    expect(chunks).toBe(10);
  });

  it("sends nothing if the source fails", async () => {
    await using server = await startNntpServer();
    const gone = new Error("the source has gone");
    async function* failing(): Source {
      yield new TextEncoder().encode(ARTICLE);
      throw gone;
    }
    const options = { confirmed: true };
    await expect(client.send(url(server.port), failing(), { options })).rejects.toBe(gone);
    expect(server.received).toEqual([]);
  });

  it.each(["an abort", "a timeout"])(
    "never ends an article that %s has cut off",
    { timeout: 60_000 },
    async (why) => {
      const controller = new AbortController();
      let posting: Socket | undefined;
      let end = (_: string) => {};
      const heard = new Promise<string>((resolve) => {
        end = resolve;
      });
      const server = createServer((socket) => {
        let text = "";
        socket.on("error", () => {}).on("close", () => end(text.slice(-100)));
        socket.write("200 ready\r\n");
        socket.on("data", (bytes) => {
          text += bytes.toString("latin1");
          if (text.endsWith("CAPABILITIES\r\n")) socket.write("101 here\r\nVERSION 2\r\nPOST\r\n.\r\n");
          else if (text.endsWith("POST\r\n")) {
            socket.write("340 go on\r\n");
            // After the first bytes of the article, read nothing until the client has aborted the call or timed out.
            socket.once("data", () => {
              posting = socket.pause();
              controller.abort(new Error("enough"));
            });
          }
        });
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as { readonly port: number };
      const article = `${ARTICLE}\r\n${`${"x".repeat(98)}\r\n`.repeat(300_000)}`;
      const options = { confirmed: true, maxArticle: 40_000_000 };
      const how = why === "an abort" ? { signal: controller.signal } : { limits: { replyTimeout: 1500 } };
      const chunks = reusedChunks([new TextEncoder().encode(article)]);
      await expect(client.send(url(port), chunks, { options, ...how })).rejects.toThrow();
      posting?.resume();
      expect(await heard).toMatch(/x+$|x\r\n?$/);
      await new Promise((resolve) => server.close(resolve));
    },
  );

  it("reports why a server rejects the article", async () => {
    await using closed = await startNntpServer({ posting: false });
    await using server = await startNntpServer();
    const options = { confirmed: true };
    await expect(client.send(url(closed.port), source(ARTICLE), { options })).rejects.toMatchObject({
      code: "permission-denied",
      replyCode: 440,
    });
    await expect(
      client.send(url(server.port, "local.notices"), source(ARTICLE), { options }),
    ).rejects.toMatchObject({ code: "permission-denied", replyCode: 441 });
  });
});
