import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import zlib, { brotliCompressSync } from "node:zlib";
import { getOptionSet } from "@anyurl/core";
import { SCHEME_LOADERS } from "anyurl/lazy";
import { describe, expect, test } from "vitest";
import { FLAGGED_OPTIONS } from "../../src/verbs/common/scheme-flags.ts";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";
import { serveHttp } from "../serve-http.ts";

interface Asked extends Pick<IncomingMessage, "method" | "headers"> {
  readonly body: string;
}

const here = scratchDirectory({ forAll: true });
const asked: Asked[] = [];

const origin = serveHttp(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  asked.push({ method: request.method, headers: request.headers, body });
  if (request.url === "/none") response.statusCode = 404;
  if (request.url === "/private" && request.headers.authorization !== `Basic ${btoa("alice:se:cret")}`) {
    response.statusCode = 401;
    response.setHeader("www-authenticate", 'Basic realm="x"');
  }
  if (request.url?.startsWith("/moved?") === true) {
    response.statusCode = 302;
    response.setHeader("location", request.url.slice("/moved?".length));
  }
  response.setHeader("content-type", "text/plain");
  response.setHeader("x-odd", "a\x1b[31m".replace("\x1b", "\u009b"));
  if (request.headers["accept-encoding"] === "br") {
    response.setHeader("content-encoding", "br");
    response.end(brotliCompressSync("small\n"));
  } else response.end("hello\n");
});

/** Node 22 has brotli in DecompressionStream since 22.20, and zstd in zlib since 22.15. */
const CODINGS = ["gzip", "deflate", "br", "zstd"].filter((coding) => {
  if (coding === "zstd") return "createZstdDecompress" in zlib;
  if (coding !== "br") return true;
  try {
    return new DecompressionStream("brotli" as CompressionFormat) !== undefined;
  } catch {
    return false;
  }
});

const get = (...argv: readonly string[]) => run(["get", "--any-port", ...argv]);

describe("anyurl get", () => {
  test("sends header fields with -H, and keeps the statuses of get", async () => {
    const { status, out } = await get("-H", "Accept: text/x", "-H", "X-One: 1", `${origin()}/`);
    expect({ status, out }).toEqual({ status: 0, out: "hello\n" });
    expect(asked.at(-1)).toMatchObject({ method: "GET", headers: { accept: "text/x", "x-one": "1" } });
    expect((await get("-H", "X-One: 1", `${origin()}/none`)).status).toBe(5);
    expect((await get("-H", "X-One: a\r\nEvil: 1", `${origin()}/`)).status).not.toBe(0);
    expect((await get("-H", "Host: evil.example", `${origin()}/`)).status).not.toBe(0);
  });

  test("rejects -H for a scheme without header fields", async () => {
    const { status, err } = await get("-H", "X-One: 1", "ftp://127.0.0.1/a");
    expect(status).toBe(2);
    expect(err).toContain("-H does not apply to ftp URLs");
  });

  test("repeats --option fields", async () => {
    await get("--option", "fields=X-One: 1", "--option", "fields=X-Two: 2", `${origin()}/`);
    expect(asked.at(-1)?.headers).toMatchObject({ "x-one": "1", "x-two": "2" });
  });

  test("posts a form with -d, and a file with -d @FILE", async () => {
    const { status, out, err } = await get("-d", "a=1", "-d", "b=2", `${origin()}/`);
    expect({ status, out, err }).toEqual({ status: 0, out: "hello\n", err: "anyurl: status 200 OK\n" });
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect(asked.at(-1)).toMatchObject({ method: "POST", body: "a=1&b=2", headers: form });
    const file = here("data");
    writeFileSync(file, "{}");
    await get("-X", "PUT", "-H", "Content-Type: application/json", "-d", `@${file}`, `${origin()}/`);
    expect(asked.at(-1)).toMatchObject({
      method: "PUT",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect((await get("-d", "@/nonexistent", `${origin()}/`)).status).toBe(9);
  });

  test("reads data as curl does: -d @FILE without line ends, the others in the order of the command line", async () => {
    const file = here("lines");
    writeFileSync(file, "a=1\r\n&b=\0 2\n");
    await get("-d", `@${file}`, `${origin()}/`);
    expect(asked.at(-1)?.body).toBe("a=1&b= 2");
    await get("--data-binary", `@${file}`, `${origin()}/`);
    expect(asked.at(-1)?.body).toBe("a=1\r\n&b=\0 2\n");
    await get("--data-urlencode", "q=a b&ü", "-d", "x", "--data-urlencode", `f@${file}`, `${origin()}/`);
    expect(asked.at(-1)?.body).toBe("q=a%20b%26%C3%BC&x&f=a%3D1%0D%0A%26b%3D%00%202%0A");
    await get(
      "--data-urlencode",
      "a=b",
      "--data-urlencode",
      "=c=d",
      "--data-urlencode",
      "e f",
      `${origin()}/`,
    );
    expect(asked.at(-1)?.body).toBe("a=b&c%3Dd&e%20f");
  });

  test.each([
    ["-u", "alice:se:cret"],
    ["-u", "alice"],
  ])("logs in with %s %s, and asks for a password that is not given", async (...login) => {
    const prompts: string[] = [];
    const askSecret = async (prompt: string) => {
      prompts.push(prompt);
      return "se:cret";
    };
    const world = { env: { HOME: here() }, askSecret, askLine: async () => "n" };
    const { status, out } = await run(["get", "--any-port", ...login, `${origin()}/private`], world);
    expect({ status, out }).toEqual({ status: 0, out: "hello\n" });
    expect(asked.at(-1)?.headers.authorization).toBe(`Basic ${btoa("alice:se:cret")}`);
    expect(prompts).toHaveLength(login[1] === "alice" ? 1 : 0);
  });

  test("does not send the login of -u to another server, or again after a rejection", async () => {
    const before = asked.length;
    expect((await get("-u", "alice:wrong", `${origin()}/private`)).status).toBe(6);
    expect(asked.slice(before).filter(({ headers }) => headers.authorization !== undefined)).toHaveLength(1);
    const elsewhere = origin().replace("127.0.0.1", "localhost");
    await get("-u", "alice:se:cret", `${elsewhere}/moved?${origin()}/private`);
    expect(asked.at(-1)?.headers.authorization).toBeUndefined();
    expect((await get("-u", ":x", `${origin()}/`)).status).toBe(2);
  });

  test("shows only the header with -I, and header and content with -i, whatever the status", async () => {
    const head = await get("-I", `${origin()}/`);
    expect(head.out).toMatch(/^200 OK\n[\s\S]*content-type: text\/plain\n[\s\S]*\n\n$/);
    expect(asked.at(-1)?.method).toBe("HEAD");
    const both = await get("-i", `${origin()}/none`);
    expect(both).toMatchObject({ status: 0, err: "" });
    expect(both.out).toMatch(/^404 Not Found\n[\s\S]*\n\nhello\n$/);
    expect(both.out).not.toMatch(/[\x1b\x80-\x9f]/);
  });

  test("shows names of fields in color", async () => {
    const { out } = await run(["get", "--any-port", "-i", `${origin()}/`], { terminal: true });
    expect(out).toContain("\x1b[36mcontent-type\x1b[39m: text/plain");
  });

  test("accepts every coding that the runtime can decode, as plan shows", async () => {
    const codings = CODINGS.join(", ");
    expect((await get(`${origin()}/`)).out).toBe("hello\n");
    expect(asked.at(-1)?.headers["accept-encoding"]).toBe(codings);
    await get("-d", "a", `${origin()}/`);
    expect(asked.at(-1)?.headers["accept-encoding"]).toBe(codings);
    expect((await run(["plan", "http://h.example/"])).out).toContain(`accept-encoding: ${codings}`);
    const own = await run(["plan", "--option", "acceptEncoding=identity", "http://h.example/"]);
    expect(own.out).toContain("accept-encoding: identity");
    await get("--range", "0-2", `${origin()}/`);
    expect(asked.at(-1)?.headers["accept-encoding"]).toBe("identity");
  });

  test("saves the response of a request, and returns it as JSON", async () => {
    const file = here("saved");
    await get("-d", "a", "-q", "-o", file, `${origin()}/`);
    expect(readFileSync(file, "utf8")).toBe("hello\n");
    const { out } = await get("-X", "PATCH", "--json", `${origin()}/none`);
    expect(JSON.parse(out)).toMatchObject({ status: 404, text: "hello\n", reason: "Not Found" });
  });

  test("rejects a request of its own for a scheme without requests, and with a range", async () => {
    expect((await get("-X", "POST", "ftp://127.0.0.1/a")).status).toBe(4);
    expect((await get("-i", "--range", "0-1", `${origin()}/`)).status).toBe(2);
  });

  test.skipIf(!supportsBrotli())("decodes brotli if it was requested", async () => {
    const { out } = await get("--option", "acceptEncoding=br", `${origin()}/`);
    expect(out).toBe("small\n");
  });
});

test("get has the letters that schemes declare, and no others", async () => {
  const declared = new Set<string>();
  for (const load of new Set(SCHEME_LOADERS.values()))
    for (const { flag } of Object.values<{ readonly flag?: string }>(getOptionSet(await load()).declarations))
      if (flag !== undefined) declared.add(flag);
  expect(Object.values(FLAGGED_OPTIONS).map(({ short }) => short)).toEqual([...declared]);
});

function supportsBrotli(): boolean {
  try {
    new DecompressionStream("brotli" as CompressionFormat);
    return true;
  } catch {
    return false;
  }
}
