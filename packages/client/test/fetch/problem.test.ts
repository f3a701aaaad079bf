import { AccessError, defineScheme } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type Operation, setUp } from "./shelf.ts";

async function failing(error: Error, options: Parameters<typeof setUp>[1] = {}) {
  const { fetch } = setUp({ "/a": error }, options);
  const response = await fetch("x-shelf://u:secret@h/a");
  return { response, problem: await response.json() };
}

describe("an error as a response of toFetch", () => {
  it("becomes a problem (RFC 9457)", async () => {
    const { response, problem } = await failing(
      new AccessError("not-found", "the server has nothing of that name", {
        reply: "550 no such file",
        replyCode: 550,
        hint: "list the directory",
      }),
    );
    expect([response.status, response.ok, response.url]).toEqual([404, false, "x-shelf://u:***@h/a"]);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(problem).toEqual({
      type: "about:blank",
      title: "not-found",
      status: 404,
      detail: "the server has nothing of that name",
      scheme: "x-shelf",
      operation: "get",
      hint: "list the directory",
      reply: "550 no such file",
      replyCode: 550,
      retryable: false,
    });
  });

  it("sets Retry-After in whole seconds (RFC 9110 §10.2.3)", async () => {
    const { response, problem } = await failing(
      new AccessError("temporarily-unavailable", "not now", { retryable: true, retryAfter: 1_500 }),
    );
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(problem).toMatchObject({ retryable: true, retryAfter: 1_500 });
  });

  it("has a correct Content-Length", async () => {
    const { fetch } = setUp({ "/a": new AccessError("not-found", "nichts für dich") });
    const response = await fetch("x-shelf://h/a");
    const length = Number(response.headers.get("content-length"));
    expect((await response.arrayBuffer()).byteLength).toBe(length);
  });

  it("links to the page of the option problems", async () => {
    const { problem } = await failing(new AccessError("not-found", "no"), {
      problems: "https://h.example/errors",
    });
    expect(problem.type).toBe("https://h.example/errors#not-found");
  });

  it("shows no password from any part of the error", async () => {
    const secret = new AccessError("auth-failed", "secret is wrong", {
      reply: "530 secret c2VjcmV0",
      hint: "not secret",
    });
    const { response, problem } = await failing(secret);
    expect(response.status).toBe(401);
    // No challenge is known, so none is sent.
    expect(response.headers.has("www-authenticate")).toBe(false);
    expect(JSON.stringify(problem)).not.toMatch(/secret|c2VjcmV0/);
    for (const text of ["x-shelf://u:secret@h /", "x-shelf://u:sec ret@h/", "x-shelf://u:secret@h:99999/"]) {
      const bad = await setUp({}).fetch(text);
      expect(bad.status).toBe(400);
      expect(`${await bad.text()}${bad.url}`).not.toMatch(/sec|ret@/);
    }
  });

  it.each([
    ["x-shelf://h/a b", 400, "illegal-character"],
    ["x-shelf://h/%0A", 400, "control-octet"],
    ["x-shelf://u:***@h/", 400, "bad-userinfo"],
    ["ftp://h/", 501, "scheme-not-installed"],
    ["x-nobody://h/", 501, "unknown-scheme"],
  ])("%s is %i %s", async (url, status, title) => {
    const response = await setUp({}).fetch(url);
    expect([response.status, await response.json()]).toMatchObject([status, { status, title }]);
  });

  it("is 414 if the URL is too long for the client", async () => {
    const text = `x-shelf://h/${"a".repeat(70_000)}`;
    expect((await setUp({}).fetch(text)).status).toBe(414);
    const { fetch } = setUp({ [text.slice(11)]: "x" }, { client: { limits: { maxUrlLength: 80_000 } } });
    expect((await fetch(text)).status).toBe(200);
  });

  it("states the position in the text of the URL", async () => {
    const response = await setUp({}).fetch("x-shelf://h/a b");
    expect(await response.json()).toMatchObject({
      start: 13,
      end: 14,
      cite: expect.stringContaining("RFC 3986"),
    });
  });

  it("of a policy is 403", async () => {
    const { fetch } = setUp({ "/a": "x" }, { client: { policy: { allowSchemes: [] } } });
    expect((await fetch("x-shelf://h/a")).status).toBe(403);
  });

  it("is 502 for a scheme's own code, and 500 for a plugin error", async () => {
    expect((await failing(new AccessError("x-odd", "odd"))).response.status).toBe(502);
    expect((await failing(new Error("secret"))).response.status).toBe(500);
  });

  it.each([
    ["PUT", [], 501],
    ["POST", [], 501],
    ["DELETE", [], 501],
    ["MKCOL", [], 501],
    ["GET", ["put"], 501],
    ["HEAD", ["put"], 501],
  ] satisfies [string, Operation[], number][])(
    "%s is 501 if the scheme does not support it",
    async (method, can) => {
      expect((await setUp({}, { can }).fetch("x-shelf://h/a", { method })).status).toBe(501);
    },
  );
});

it("reports a scheme whose access module is broken or fails to load", async () => {
  const access = () => Promise.reject(new Error("no such module"));
  const broken = defineScheme({
    name: "x-broken",
    cite: ["x"],
    format: () => "x-broken:x",
    examples: [],
    access,
  });
  const { fetch } = setUp({}, { can: [], more: { get: "none" as never }, schemes: [broken] });
  for (const method of ["GET", "HEAD", "PUT"])
    expect((await fetch("x-broken://h/", { method })).status).toBe(500);
  expect((await fetch("x-shelf://h/a")).status).toBe(501);
  expect((await fetch("x-shelf://h/a", { method: "PATCH" })).headers.get("allow")).toBe("");
});

describe('errors: "throw"', () => {
  const errors = "throw";

  it("rejects with the original error", async () => {
    const { fetch } = setUp({ "/a": new AccessError("permission-denied", "no") }, { errors });
    await expect(fetch("x-shelf://h/a")).rejects.toMatchObject({
      name: "AccessError",
      code: "permission-denied",
    });
    await expect(fetch("x-shelf://h/a b")).rejects.toMatchObject({ name: "UrlSyntaxError" });
    await expect(fetch("x-shelf://h/a", { method: "PUT" })).rejects.toMatchObject({ code: "unsupported" });
  });

  it("still responds to errors of HTTP itself", async () => {
    const { fetch } = setUp({ "/a": { text: "x", size: 1 } }, { errors });
    expect((await fetch("x-shelf://h/a", { method: "PATCH" })).status).toBe(405);
    expect((await fetch("x-shelf://h/a", { headers: { range: "bytes=5-" } })).status).toBe(416);
  });
});

it("rejects after an abort that is not the caller's", async () => {
  const { fetch } = setUp({ "/a": new AccessError("aborted", "called off") });
  await expect(fetch("x-shelf://h/a")).rejects.toMatchObject({ code: "aborted" });
});
