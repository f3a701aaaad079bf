/** What a row needs: a `fetch`, a server, and a second server, which is another origin. */
export interface RowContext {
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly at: (path: string) => string;
  readonly elsewhere: (path: string) => string;
}

/** A rule of the Fetch standard: what it is, what a program does, and what it sees. An error is seen by its name. */
export type Row = readonly [rule: string, run: (context: RowContext) => Promise<unknown>, seen: unknown];

const text = async (response: Promise<Response>) => (await response).text();
const inspect = async (response: Promise<Response>) =>
  (await response).json() as Promise<{
    method: string;
    url: string;
    headers: Record<string, string>;
    body: string;
  }>;
const streamOf = (...pieces: readonly string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
/** The option of streams, which the types of the DOM lack. */
const HALF = { duplex: "half" } as RequestInit;
const to = (path: string) => encodeURIComponent(path);

function method(name: string, body?: string): Row {
  return [
    `sends the method ${name}${body === undefined ? "" : " with a body"}`,
    async ({ fetch, at }) => {
      const sent = await inspect(
        fetch(at("/inspect"), { method: name, ...(body !== undefined && { body }) }),
      );
      return [sent.method, sent.body];
    },
    [/^(?:get|put|post|delete|options)$/.test(name) ? name.toUpperCase() : name, body ?? ""],
  ];
}

function bodyOf(
  kind: string,
  create: () => RequestInit,
  type: string | undefined,
  body: string,
  length?: string,
): Row {
  return [
    `sends ${kind} with its type and its length`,
    async ({ fetch, at }) => {
      const sent = await inspect(fetch(at("/inspect"), { method: "POST", ...create() }));
      return [sent.headers["content-type"], sent.headers["content-length"], sent.body];
    },
    [type, length, body],
  ];
}

/** The method and the body after a redirect with this status (Fetch, "HTTP-redirect fetch"). */
function redirect(status: number, name: string, next: string): Row {
  return [
    `follows ${status} of ${name} with ${next}`,
    async ({ fetch, at }) => {
      const body = name === "GET" || name === "HEAD" ? undefined : "data";
      const init = { method: name, ...(body && { body }) };
      const response = await fetch(at(`/redirect?code=${status}`), init);
      if (name === "HEAD") return [response.status, response.redirected, response.url === at("/inspect")];
      const sent = (await response.json()) as {
        method: string;
        body: string;
        headers: Record<string, string>;
      };
      return [sent.method, sent.body, sent.headers["content-type"] !== undefined, response.redirected];
    },
    name === "HEAD" ? [200, true, true] : [next, next === "GET" ? "" : "data", next !== "GET", true],
  ];
}

function status(code: number, content: string | null): Row {
  return [
    `returns the status ${code}`,
    async ({ fetch, at }) => {
      const response = await fetch(at(`/status?code=${code}&text=Some%20words`));
      const { status, ok, statusText, body } = response;
      return [status, ok, statusText, body === null ? null : await response.text()];
    },
    [code, code >= 200 && code < 300, "Some words", content],
  ];
}

function rejected(rule: string, run: (context: RowContext) => Promise<unknown>, name = "TypeError"): Row {
  return [rule, run, name];
}

const METHODS: readonly Row[] = [
  ...["GET", "DELETE", "OPTIONS", "PATCH", "PROPFIND", "put", "get", "post", "delete", "options"].map(
    (name) => method(name),
  ),
  ...["POST", "PUT", "PATCH", "DELETE", "REPORT"].map((name) => method(name, "data")),
  [
    "HEAD has headers and no body",
    async ({ fetch, at }) => {
      const response = await fetch(at("/json"), { method: "HEAD" });
      return [response.status, response.headers.get("content-type"), response.body, await response.text()];
    },
    [200, "application/json", null, ""],
  ],
  ...["CONNECT", "TRACE", "TRACK", "a b", ""].map((name) =>
    rejected(`rejects the method ${JSON.stringify(name)}`, ({ fetch, at }) =>
      fetch(at("/inspect"), { method: name }),
    ),
  ),
  ...["GET", "HEAD"].map((name) =>
    rejected(`rejects a body of ${name}`, ({ fetch, at }) =>
      fetch(at("/inspect"), { method: name, body: "x" }),
    ),
  ),
];

const BODIES: readonly Row[] = [
  bodyOf("a string", () => ({ body: "grün" }), "text/plain;charset=UTF-8", "gr\xc3\xbcn", "5"),
  bodyOf("an empty string", () => ({ body: "" }), "text/plain;charset=UTF-8", "", "0"),
  bodyOf("a Uint8Array", () => ({ body: Uint8Array.of(0, 255, 10) }), undefined, "\0\xff\n", "3"),
  bodyOf("an ArrayBuffer", () => ({ body: Uint8Array.of(1, 2).buffer }), undefined, "\x01\x02", "2"),
  bodyOf(
    "a DataView",
    () => ({ body: new DataView(Uint8Array.of(1, 2, 3).buffer, 1) }),
    undefined,
    "\x02\x03",
    "2",
  ),
  bodyOf("a Blob", () => ({ body: new Blob(["ab"], { type: "x/y" }) }), "x/y", "ab", "2"),
  bodyOf("a Blob without a type", () => ({ body: new Blob(["ab"]) }), undefined, "ab", "2"),
  bodyOf(
    "URLSearchParams",
    () => ({ body: new URLSearchParams({ a: "1 2", b: "ü" }) }),
    "application/x-www-form-urlencoded;charset=UTF-8",
    "a=1+2&b=%C3%BC",
    "14",
  ),
  bodyOf("no body", () => ({}), undefined, "", "0"),
  bodyOf("a stream", () => ({ body: streamOf("a", "b"), ...HALF }), undefined, "ab"),
  bodyOf(
    "a body with a type of the caller",
    () => ({ body: "{}", headers: { "content-type": "a/b" } }),
    "a/b",
    "{}",
    "2",
  ),
  [
    "sends a FormData as multipart",
    async ({ fetch, at }) => {
      const body = new FormData();
      body.append("name", "ü");
      body.append("file", new File(["data"], "a.txt", { type: "text/x" }));
      const sent = await inspect(fetch(at("/inspect"), { method: "POST", body }));
      const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(sent.headers["content-type"]!)![1]!;
      const parts = sent.body.split(`--${boundary}`).length;
      return [
        parts,
        sent.body.includes('filename="a.txt"'),
        sent.headers["content-length"] === `${sent.body.length}`,
      ];
    },
    [4, true, true],
  ],
  [
    "sends the body of a Request with its length",
    async ({ fetch, at }) => {
      const sent = await inspect(fetch(new Request(at("/inspect"), { method: "POST", body: "data" })));
      return [sent.method, sent.body, sent.headers["content-length"], sent.headers["content-type"]];
    },
    ["POST", "data", "4", "text/plain;charset=UTF-8"],
  ],
  [
    "sends a stream while the server responds",
    async ({ fetch, at }) => {
      const piece = "x".repeat(100_000);
      const pieces = Array.from({ length: 20 }, () => piece);
      return (await text(fetch(at("/echo"), { method: "POST", body: streamOf(...pieces), ...HALF }))).length;
    },
    2_000_000,
  ],
  rejected("rejects a stream without duplex", ({ fetch, at }) =>
    fetch(at("/inspect"), { method: "POST", body: streamOf("a") }),
  ),
  rejected("rejects a stream that was read", async ({ fetch, at }) => {
    const body = streamOf("a");
    await new Response(body).text();
    return fetch(at("/inspect"), { method: "POST", body, ...HALF });
  }),
  rejected("rejects a Request whose body was read", async ({ fetch, at }) => {
    const request = new Request(at("/inspect"), { method: "POST", body: "a" });
    await request.text();
    return fetch(request);
  }),
  [
    "takes the body of a Request",
    async ({ fetch, at }) => {
      const request = new Request(at("/inspect"), { method: "POST", body: "a" });
      await text(fetch(request));
      return request.bodyUsed;
    },
    true,
  ],
  rejected("rejects if the stream fails", ({ fetch, at }) => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new RangeError("own")) });
    return fetch(at("/inspect"), { method: "POST", body, ...HALF });
  }),
];

const REDIRECTS: readonly Row[] = [
  ...[301, 302, 303, 307, 308].map((code) => redirect(code, "GET", "GET")),
  ...[301, 302, 303].map((code) => redirect(code, "POST", "GET")),
  ...[307, 308].map((code) => redirect(code, "POST", "POST")),
  ...[301, 302, 307, 308].map((code) => redirect(code, "PUT", "PUT")),
  redirect(303, "PUT", "GET"),
  redirect(303, "DELETE", "GET"),
  redirect(301, "PATCH", "PATCH"),
  ...[301, 303, 307].map((code) => redirect(code, "HEAD", "HEAD")),
  ...[300, 304, 305, 306].map(
    (code): Row => [
      `does not follow ${code}`,
      async ({ fetch, at }) => (await fetch(at(`/redirect?code=${code}`))).status,
      code,
    ],
  ),
  ["follows 20 redirects", async ({ fetch, at }) => (await fetch(at("/redirect?n=20"))).status, 200],
  rejected("rejects 21 redirects", ({ fetch, at }) => fetch(at("/redirect?n=21"))),
  rejected("rejects an endless loop", ({ fetch, at }) =>
    fetch(at(`/redirect?to=${to(`/redirect?to=${to("/redirect")}`)}&n=30`)),
  ),
  [
    "returns a redirect without a target",
    async ({ fetch, at }) => {
      const response = await fetch(at("/no-location"));
      return [response.status, response.redirected, await response.text()];
    },
    [302, false, "nowhere"],
  ],
  rejected("rejects a target of another kind", ({ fetch, at }) =>
    fetch(at(`/redirect?to=${to("mailto:a@b.example")}`)),
  ),
  rejected("rejects a target with data", ({ fetch, at }) => fetch(at(`/redirect?to=${to("data:,x")}`))),
  rejected("rejects a target that is no URL", ({ fetch, at }) =>
    fetch(at(`/redirect?to=${to("http://:0:/")}`)),
  ),
  rejected('rejects every redirect with redirect: "error"', ({ fetch, at }) =>
    fetch(at("/redirect"), { redirect: "error" }),
  ),
  [
    'returns a redirect with redirect: "manual"',
    async ({ fetch, at }) => {
      const { status, redirected, url, headers } = await fetch(at("/redirect"), { redirect: "manual" });
      return [status, redirected, url === at("/redirect"), headers.get("location")];
    },
    [302, false, true, "/inspect"],
  ],
  [
    "uses the redirect of a Request",
    async ({ fetch, at }) => (await fetch(new Request(at("/redirect"), { redirect: "manual" }))).status,
    302,
  ],
  rejected("rejects an unknown redirect mode", ({ fetch, at }) =>
    fetch(at("/inspect"), { redirect: "never" as RequestRedirect }),
  ),
  [
    "sends a body again to another origin after 307",
    async ({ fetch, at, elsewhere }) => {
      const url = at(`/redirect?code=307&to=${to(elsewhere("/inspect"))}`);
      const sent = await inspect(fetch(url, { method: "POST", body: "data", headers: { "x-own": "1" } }));
      return [sent.method, sent.body, sent.headers["x-own"]];
    },
    ["POST", "data", "1"],
  ],
  [
    "does not send credentials to another origin",
    async ({ fetch, at, elsewhere }) => {
      const url = at(`/redirect?to=${to(elsewhere("/inspect"))}`);
      return (await inspect(fetch(url, { headers: { authorization: "Bearer x" } }))).headers["authorization"];
    },
    undefined,
  ],
  [
    "sends credentials to the same origin",
    async ({ fetch, at }) =>
      (await inspect(fetch(at("/redirect"), { headers: { authorization: "Bearer x" } }))).headers[
        "authorization"
      ],
    "Bearer x",
  ],
  [
    "sends the body of a Request again after 307",
    async ({ fetch, at }) =>
      (await inspect(fetch(new Request(at("/redirect?code=307"), { method: "POST", body: "data" })))).body,
    "data",
  ],
  rejected("does not send a stream again after 307", ({ fetch, at }) =>
    fetch(at("/redirect?code=307"), { method: "POST", body: streamOf("a"), ...HALF }),
  ),
  [
    "drops a stream after 303",
    async ({ fetch, at }) =>
      (await inspect(fetch(at("/redirect?code=303"), { method: "POST", body: streamOf("a"), ...HALF })))
        .method,
    "GET",
  ],
  [
    "keeps a fragment out of the URL",
    async ({ fetch, at }) => (await fetch(at(`/redirect?to=${to("/inspect#there")}#here`))).url.includes("#"),
    false,
  ],
];

const RESPONSES: readonly Row[] = [
  ...[200, 201, 202, 203, 206, 226, 400, 403, 404, 410, 418, 429, 451, 500, 503, 599].map((code) =>
    status(code, "body"),
  ),
  ...[204, 205, 304].map((code) => status(code, null)),
  [
    "returns 401 of an unknown challenge",
    async ({ fetch, at }) => {
      const response = await fetch(at("/challenge"));
      return [response.status, response.headers.get("www-authenticate"), await response.text()];
    },
    [401, "Bearer realm=x", "who?"],
  ],
  [
    "combines headers of one name",
    async ({ fetch, at }) => (await fetch(at("/headers"))).headers.get("X-Two"),
    "one, two",
  ],
  [
    "keeps bytes of headers",
    async ({ fetch, at }) => (await fetch(at("/headers"))).headers.get("x-latin"),
    "caf\xc3\xa9",
  ],
  ["keeps empty headers", async ({ fetch, at }) => (await fetch(at("/headers"))).headers.get("x-empty"), ""],
  ...(["append", "set", "delete"] as const).map(
    (name): Row => [
      `has immutable headers: ${name}`,
      async ({ fetch, at }) => (await fetch(at("/headers"))).headers[name]("x-two", "x"),
      "TypeError",
    ],
  ),
  [
    "has a type, and is not redirected",
    async ({ fetch, at }) => {
      const { type, redirected, url, bodyUsed } = await fetch(at("/json?a#b"));
      return [type, redirected, url === at("/json?a"), bodyUsed];
    },
    ["basic", false, true, false],
  ],
  [
    "has clones with the same URL and body",
    async ({ fetch, at }) => {
      const response = await fetch(at("/redirect?to=/json"));
      const clone = response.clone();
      return [
        clone.url === at("/json"),
        clone.redirected,
        clone.type,
        (await clone.text()) === (await response.text()),
      ];
    },
    [true, true, "basic", true],
  ],
  [
    "reads JSON, without its byte order mark",
    async ({ fetch, at }) => (await fetch(at("/json"))).json(),
    { a: [1] },
  ],
  [
    "reads a form",
    async ({ fetch, at }) => [...(await (await fetch(at("/form"))).formData())],
    [
      ["a", "1"],
      ["b", "ü"],
    ],
  ],
  [
    "reads a Blob with its type",
    async ({ fetch, at }) => {
      const { type, size } = await (await fetch(at("/json"))).blob();
      return [type, size];
    },
    ["application/json", 12],
  ],
  ["reads bytes", async ({ fetch, at }) => (await (await fetch(at("/gzip"))).arrayBuffer()).byteLength, 8],
  ["decodes gzip", async ({ fetch, at }) => text(fetch(at("/gzip"))), "unpacked"],
  [
    "returns an unknown content coding unchanged",
    async ({ fetch, at }) => text(fetch(at("/unknown-coding"))),
    "as it is",
  ],
  rejected("fails to read a body with an invalid coding", ({ fetch, at }) => text(fetch(at("/bad-gzip")))),
  rejected("fails to read a body that was cut off", ({ fetch, at }) => text(fetch(at("/cut")))),
  rejected("fails to read a body twice", async ({ fetch, at }) => {
    const response = await fetch(at("/json"));
    await response.text();
    return response.text();
  }),
  [
    "has an empty body for an empty response",
    async ({ fetch, at }) => {
      const response = await fetch(at("/empty"));
      return [response.body === null, await response.text()];
    },
    [false, ""],
  ],
  [
    "streams the body",
    async ({ fetch, at }) => {
      const reader = (await fetch(at("/hangs"))).body!.getReader();
      const { value } = await reader.read();
      await reader.cancel();
      return new TextDecoder().decode(value);
    },
    "begun",
  ],
  ["reads a body with trailers", async ({ fetch, at }) => text(fetch(at("/trailers"))), "a"],
  [
    "returns a response before the whole body was sent",
    async ({ fetch, at }) => {
      const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024)) });
      return (await fetch(at("/early"), { method: "POST", body, ...HALF })).status;
    },
    413,
  ],
];

const REQUESTS: readonly Row[] = [
  [
    "sends headers with their values",
    async ({ fetch, at }) => {
      const { headers } = await inspect(
        fetch(at("/inspect"), {
          headers: [
            ["X-A", "1"],
            ["x-a", " 2 "],
            ["x-e", ""],
          ],
        }),
      );
      return [headers["x-a"], headers["x-e"]];
    },
    ["1, 2", ""],
  ],
  [
    "sends bytes in headers",
    async ({ fetch, at }) =>
      (await inspect(fetch(at("/inspect"), { headers: { "x-a": "caf\xe9" } }))).headers["x-a"],
    "caf\xe9",
  ],
  [
    "sends Accept and Accept-Language by default",
    async ({ fetch, at }) => {
      const { headers } = await inspect(fetch(at("/inspect")));
      return [headers["accept"], typeof headers["accept-language"], typeof headers["user-agent"]];
    },
    ["*/*", "string", "string"],
  ],
  [
    "sends headers of the caller in place of the defaults",
    async ({ fetch, at }) => {
      const own = {
        accept: "a/b",
        "accept-language": "de",
        "user-agent": "mine",
        "accept-encoding": "identity",
      };
      const { headers } = await inspect(fetch(at("/inspect"), { headers: own }));
      return [
        headers["accept"],
        headers["accept-language"],
        headers["user-agent"],
        headers["accept-encoding"],
      ];
    },
    ["a/b", "de", "mine", "identity"],
  ],
  [
    "requests a range without a content coding",
    async ({ fetch, at }) =>
      (await inspect(fetch(at("/inspect"), { headers: { range: "bytes=0-1" } }))).headers["accept-encoding"],
    "identity",
  ],
  [
    "sends no cookies and no origin",
    async ({ fetch, at }) => {
      const { headers } = await inspect(fetch(at("/inspect")));
      return [headers["cookie"], headers["origin"]];
    },
    [undefined, undefined],
  ],
  ...[{ "a b": "c" }, { "x-a": "a\nb" }, { "x-a": "€" }, { "x-a": "a\0" }].map((headers) =>
    rejected(`rejects the headers ${JSON.stringify(headers)}`, ({ fetch, at }) =>
      fetch(at("/inspect"), { headers: headers as unknown as Record<string, string> }),
    ),
  ),
  ["takes a URL", async ({ fetch, at }) => (await fetch(new URL(at("/json")))).status, 200],
  [
    "takes a URL with characters that it escapes",
    async ({ fetch, at }) => (await inspect(fetch(new URL(at("/inspect?a b=ü"))))).url,
    "/inspect?a%20b=%C3%BC",
  ],
  [
    "sends the query, and no fragment",
    async ({ fetch, at }) => (await inspect(fetch(at("/inspect?a=%41&b#c")))).url,
    "/inspect?a=%41&b",
  ],
  [
    "prefers init to a Request",
    async ({ fetch, at }) => {
      const request = new Request(at("/inspect"), { method: "POST", body: "one", headers: { "x-a": "1" } });
      const sent = await inspect(fetch(request, { method: "PUT", body: "two", headers: { "x-b": "2" } }));
      return [sent.method, sent.body, sent.headers["x-a"], sent.headers["x-b"]];
    },
    ["PUT", "two", undefined, "2"],
  ],
  rejected("rejects a login in the URL", ({ fetch, at }) => fetch(at("/inspect").replace("//", "//u:p@"))),
  rejected("rejects an empty host", ({ fetch }) => fetch("http://:/")),
  rejected("rejects a relative URL", ({ fetch }) => fetch("/inspect")),
  rejected("rejects a blocked port", ({ fetch }) => fetch("http://127.0.0.1:25/")),
  rejected("rejects if there is no server", ({ fetch }) => fetch("http://127.0.0.1:9999/")),
  [
    "accepts a matching integrity",
    async ({ fetch, at }) =>
      text(fetch(at("/form"), { integrity: "sha256-0fV6ac3FYO2Jchsj8H4RwadI58kNPDNJU3weUWVisy8=" })),
    "a=1&b=%C3%BC",
  ],
  rejected("rejects another integrity", ({ fetch, at }) =>
    text(fetch(at("/form"), { integrity: "sha256-AAAA" })),
  ),
  [
    "ignores an unknown integrity",
    async ({ fetch, at }) => text(fetch(at("/form"), { integrity: "md5-AAAA" })),
    "a=1&b=%C3%BC",
  ],
];

const ABORTS: readonly Row[] = [
  rejected(
    "rejects at once with an aborted signal",
    ({ fetch, at }) => fetch(at("/json"), { signal: AbortSignal.abort() }),
    "AbortError",
  ),
  rejected(
    "rejects with the reason of the abort",
    ({ fetch, at }) => fetch(at("/json"), { signal: AbortSignal.abort(new RangeError()) }),
    "RangeError",
  ),
  rejected(
    "rejects with the signal of a Request",
    ({ fetch, at }) => fetch(new Request(at("/json"), { signal: AbortSignal.abort() })),
    "AbortError",
  ),
  rejected(
    "rejects when it is aborted before the response",
    async ({ fetch, at }) => {
      const controller = new AbortController();
      const response = fetch(at("/never"), { signal: controller.signal });
      setImmediate(() => controller.abort());
      return response;
    },
    "AbortError",
  ),
  rejected(
    "aborts the body",
    async ({ fetch, at }) => {
      const controller = new AbortController();
      const response = await fetch(at("/hangs"), { signal: controller.signal });
      controller.abort(new RangeError());
      return response.text();
    },
    "RangeError",
  ),
  [
    "keeps a response that was read before the abort",
    async ({ fetch, at }) => {
      const controller = new AbortController();
      const response = await fetch(at("/json"), { signal: controller.signal });
      const body = await response.text();
      controller.abort();
      return [response.status, body.length > 0];
    },
    [200, true],
  ],
  rejected("rejects a signal that is not an AbortSignal", ({ fetch, at }) =>
    fetch(at("/json"), { signal: {} as AbortSignal }),
  ),
];

export const ROWS: readonly Row[] = [
  ...METHODS,
  ...BODIES,
  ...REDIRECTS,
  ...RESPONSES,
  ...REQUESTS,
  ...ABORTS,
];
