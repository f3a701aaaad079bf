import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/** A server whose paths each show one behavior, for tests of `fetch`. */
export interface FetchServer extends AsyncDisposable {
  readonly origin: string;
  /** Number of requests for each path. */
  readonly count: ReadonlyMap<string, number>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>;

const ANSWERS: Readonly<Record<string, Answer>> = {
  /** The request as JSON. */
  async "/inspect"(request, response) {
    const body = await readAll(request);
    response.setHeader("content-type", "application/json");
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, body: body.toString("latin1") }));
  },
  /** The body as it arrives. */
  "/echo"(request, response) {
    response.setHeader("content-type", request.headers["content-type"] ?? "");
    request.pipe(response);
  },
  /** `?code=` and `?to=`; `?n=` redirects that many times. */
  "/redirect"(request, response, { searchParams }) {
    request.resume();
    const [code, n] = [Number(searchParams.get("code") ?? 302), Number(searchParams.get("n") ?? 1)];
    const to = searchParams.get("to") ?? "/inspect";
    const next = n > 1 ? `/redirect?${new URLSearchParams({ code: `${code}`, n: `${n - 1}`, to })}` : to;
    response.writeHead(code, { location: next });
    response.end("moved");
  },
  "/no-location": (_, response) => void response.writeHead(302).end("nowhere"),
  "/status": (request, response, { searchParams }) => {
    request.resume();
    const code = Number(searchParams.get("code"));
    response
      .writeHead(code, searchParams.get("text") ?? undefined)
      .end([204, 205, 304].includes(code) ? undefined : "body");
  },
  "/challenge": (request, response) => {
    request.resume();
    response.writeHead(401, { "www-authenticate": "Bearer realm=x" }).end("who?");
  },
  "/headers": (_, response) => {
    response.setHeader("x-two", ["one", "two"]);
    response.setHeader("x-latin", "caf\xe9");
    response.setHeader("x-empty", "");
    response.setHeader("content-language", "de");
    response.end("ok");
  },
  "/gzip": (_, response) =>
    void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("unpacked")),
  "/bad-gzip": (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("no gzip"),
  "/unknown-coding": (_, response) =>
    void response.writeHead(200, { "content-encoding": "x-none" }).end("as it is"),
  "/cut": (_, response) => {
    response.writeHead(200, { "content-length": 10 });
    response.write("12345", () => response.destroy());
  },
  "/never": () => {},
  "/hangs": (_, response) => {
    response.writeHead(200);
    response.write("begun");
  },
  "/trailers": (_, response) => {
    response.writeHead(200, { trailer: "x-after" });
    response.write("a");
    response.addTrailers({ "x-after": "b" });
    response.end();
  },
  "/early": (_, response) => void response.writeHead(413, { connection: "close" }).end("too much"),
  "/empty": (_, response) => void response.writeHead(200, { "content-length": 0 }).end(),
  "/form": (_, response) =>
    void response.writeHead(200, { "content-type": "application/x-www-form-urlencoded" }).end("a=1&b=%C3%BC"),
  "/json": (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('\ufeff{"a":[1]}'),
};

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function startFetchServer(): Promise<FetchServer> {
  const count = new Map<string, number>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://h.invalid");
    count.set(url.pathname, (count.get(url.pathname) ?? 0) + 1);
    const answer = ANSWERS[url.pathname];
    if (answer === undefined) response.writeHead(404).end("none");
    else Promise.resolve(answer(request, response, url)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    count,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
