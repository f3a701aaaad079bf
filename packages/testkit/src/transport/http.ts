import type { HttpField, PlatformResponse } from "@anyurl/core/exchange";
import { bytes, type DeclareTest, MAX_BUFFER, never, type TransportExam } from "./exam.ts";
import { failure, isEqual, isTrue } from "./expectations.ts";

interface Asked {
  readonly method?: string;
  readonly fields?: readonly HttpField[];
  readonly body?: readonly string[];
  readonly signal?: AbortSignal;
}

/** HTTP by the client of the platform. */
export function declareHttp(test: DeclareTest): void {
  test("sends a method, a target, fields, and a body unchanged", async (exam) => {
    const fields: readonly HttpField[] = [
      ["x-told", "a b"],
      ["content-type", "text/x-told"],
    ];
    const asked = { method: "PUT", fields, body: ["one ", "", "two"] };
    const said = JSON.parse(await readText(await request(exam, "/echo?a=%2F&b", asked)));
    const { method, url, headers, body } = said;
    isEqual({ method, url, body }, { method: "PUT", url: "/echo?a=%2F&b", body: "one two" }, "the request");
    isEqual([headers["x-told"], headers["content-type"]], ["a b", "text/x-told"], "the fields");
  });

  test("gives any status as a response", async (exam) => {
    for (const status of [200, 404, 413, 500]) {
      const response = await request(exam, `/${status}`);
      isEqual([response.status, await readText(response)], [status, "said"], "the response");
    }
  });

  test("follows no redirect", async (exam) => {
    try {
      const response = await request(exam, "/redirect");
      const location = response.fields.find(([name]) => name === "location")?.[1];
      isEqual([response.status, location], [302, "/echo"], "the response");
      await response.body.return();
    } catch (error) {
      // A browser hides the target.
      isEqual((error as { code?: unknown }).code, "redirect-refused", "the code of the error");
    }
  });

  test("sends no cookie that a server has set", async (exam) => {
    await readText(await request(exam, "/echo"));
    const { headers } = JSON.parse(await readText(await request(exam, "/echo")));
    isEqual(headers.cookie ?? "none", "none", "the cookie");
  });

  test("names no coding that it has decoded", async (exam) => {
    const response = await request(exam, "/gzip");
    const named = response.fields.filter(([name]) => /^content-(?:encoding|length)$/.test(name));
    isEqual([await readText(response), named], ["hello", []], "the content and its fields");
  });

  test("does not take a part of the content for the whole", async (exam) => {
    const reading = request(exam, "/cut").then(readText);
    await failure(reading, "half of the content");
  });

  test("fails if no server listens", async ({ transport, peers }) => {
    const url = `http://${peers.address}:${peers.closed}/`;
    await failure(transport.http!({ url, method: "GET", fields: [] }, never()), "a request");
  });

  test("sends nothing after an abort", async (exam) => {
    const signal = AbortSignal.abort(new Error("no"));
    await failure(request(exam, "/200", { signal }), "a request");
  });

  test("ends the content at an abort", async (exam) => {
    const controller = new AbortController();
    const { body } = await request(exam, "/slow", { signal: controller.signal });
    isEqual((await body.next()).value?.length, 5, "the bytes before the abort");
    const rest = body.next();
    rest.catch(() => {});
    controller.abort(new Error("enough"));
    await failure(rest, "the rest");
  });
}

/** A transport that has only HTTP refuses everything else clearly. */
export function declareNoSockets(test: DeclareTest): void {
  test("refuses a TCP connection with a code and a hint", async ({ transport, peers }) => {
    const endpoint = { address: peers.address, port: peers.echo, maxBuffer: MAX_BUFFER };
    isClear(await failure(transport.connect(endpoint, never()), "a connect"));
  });

  test("refuses to look up a name with a code and a hint", async ({ transport }) => {
    isClear(await failure(transport.resolve("h.example", never()), "a lookup"));
  });

  test("offers no files, datagrams, and TLS", async ({ transport }) => {
    const { files, datagram, awaitPeer, secure } = transport;
    isTrue(
      [files, datagram, awaitPeer, secure].every((each) => each === undefined),
      "the transport has a method that it cannot perform",
    );
  });
}

function isClear(error: Error & { readonly code?: unknown; readonly hint?: unknown }): void {
  isEqual(error.code, "unsupported", "the code");
  isTrue(typeof error.hint === "string", "the error has no hint");
}

function request(
  { transport, peers }: TransportExam,
  path: string,
  { method = "GET", fields = [], body, signal = never() }: Asked = {},
): Promise<PlatformResponse> {
  const url = `http://${peers.address}:${peers.http}${path}`;
  return transport.http!({ url, method, fields, ...(body && { body: chunksOf(body) }) }, signal);
}

async function* chunksOf(texts: readonly string[]): AsyncGenerator<Uint8Array, void, void> {
  for (const text of texts) yield bytes(text);
}

async function readText({ body }: PlatformResponse): Promise<string> {
  const decoder = new TextDecoder();
  let all = "";
  for await (const chunk of body) all += decoder.decode(chunk, { stream: true });
  return all;
}
