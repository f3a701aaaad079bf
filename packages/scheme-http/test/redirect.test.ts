import { type CallOptions, createClient, type PolicyOptions } from "@anyurl/client";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type HttpRedirect, type HttpResponseHead, http } from "../src/index.ts";

const PUBLIC = "93.184.215.14";
const OTHER = "93.184.215.15";
const INSIDE = "10.1.2.3";

/** A request as the server received it. */
interface Heard {
  readonly address: string;
  readonly port: number;
  readonly method: string;
  readonly target: string;
  readonly text: string;
}

type Answer = (heard: Heard) => string;

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone";
const to = (location: string, status = 302) =>
  `HTTP/1.1 ${status} There\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;

/** h.example and other.example are public; in.example is on our own network. All of them give the same responses. */
function world(answer: Answer, policy: PolicyOptions = {}) {
  const heard: Heard[] = [];
  const network = memoryTransport({
    names: {
      "h.example": [PUBLIC],
      "h.example.": [PUBLIC],
      "other.example": [OTHER],
      "xn--mnchen-3ya.example": [OTHER],
      "in.example": [INSIDE],
      "both.example": [INSIDE, OTHER],
      "me.example": ["127.0.0.1"],
    },
  });
  for (const address of [PUBLIC, OTHER, INSIDE, "127.0.0.1", "::1", "169.254.1.1", "100.64.0.1"]) {
    for (const port of [80, 443, 8080, 8443, 25, 6379, 9000]) {
      network.listen(
        address,
        port,
        async (peer) => {
          let text = "";
          while (!/\r\n\r\n/.test(text) || isOpen(text)) {
            const octets = await peer.receive();
            if (octets === undefined) return;
            text += Buffer.from(octets).toString("latin1");
          }
          const [method = "", target = ""] = text.split(" ");
          heard.push({ address, port, method, target, text });
          await peer.send(Buffer.from(answer(heard.at(-1)!), "latin1"));
          peer.end();
        },
        { tls: port === 443 || port === 8443 },
      );
    }
  }
  const client = createClient({
    schemes: [http],
    transport: network,
    policy,
    idna: { toAscii: (name) => name.replace("münchen", "xn--mnchen-3ya") },
    credentials: async ({ host }) => ({ user: "alice", password: `geheim of ${host}` }),
  });
  const get = async (url: string, options?: CallOptions) => (await client.get(url, options)).text();
  return { heard, client, get, network };
}

/** Whether a chunked body is still incomplete. */
function isOpen(text: string): boolean {
  return text.includes("transfer-encoding: chunked") && !text.endsWith("0\r\n\r\n");
}

/** Sends this response to the first request, and serves all others. */
const first = (text: string): Answer => {
  let count = 0;
  return () => (count++ === 0 ? text : OK);
};

async function* body(text = "hello"): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

describe("a host in percent-encoded UTF-8", () => {
  it.each(["http://m%C3%BCnchen.example/x", "http://h.example/"])(
    "is requested by its A-labels, from %s",
    async (url) => {
      const { get, heard } = world((request) =>
        /^host: h\.example\r$/im.test(request.text) ? to("http://m%c3%bcnchen.example/x") : OK,
      );
      expect(await get(url)).toBe("done");
      expect(heard.at(-1)).toMatchObject({ address: OTHER, target: "/x" });
      expect(heard.at(-1)?.text).toMatch(/^host: xn--mnchen-3ya\.example\r$/im);
    },
  );
});

describe("the target of a redirect", () => {
  it.each<[kind: string, from: string, location: string, outcome: string]>([
    ["another path", "http://h.example/a/b", "/y", "http://h.example/y"],
    ["a relative reference", "http://h.example/a/b?q", "../c?d", "http://h.example/c?d"],
    ["a query", "http://h.example/a/b?q", "?d", "http://h.example/a/b?d"],
    ["another server", "http://h.example/", "http://other.example/x", "http://other.example/x"],
    ["//", "https://h.example/", "//other.example/y", "https://other.example/y"],
    ["https", "http://h.example/", "https://h.example/", "https://h.example/"],
    ["another port", "http://h.example/", "http://h.example:8080/", "http://h.example:8080/"],
    ["with a fragment of its own", "http://h.example/x#f", "/y#g", "http://h.example/y#g"],
    ["without one", "http://h.example/x#f", "/y", "http://h.example/y#f"],
    ["dot segments", "http://h.example/x", "/a/%2e%2e/../b", "http://h.example/b"],
    ["spaces", "http://h.example/", "/a b", "http://h.example/a%20b"],
    ["bytes beyond ASCII", "http://h.example/", "/\xe9\xc3\xa9", "http://h.example/%E9%C3%A9"],
    ["brackets in a query", "http://h.example/", "/?f[0]=a#g[1]", "http://h.example/?f%5B0%5D=a#g%5B1%5D"],
    ["brackets in a path", "http://h.example/", "//other.example/a[1]", "http://other.example/a%5B1%5D"],
    ["a query after the host", "http://h.example/", "http://h.example?a[]=1", "http://h.example?a%5B%5D=1"],
    ["braces and a bar", "http://h.example/", "/{a|b}", "http://h.example/%7Ba%7Cb%7D"],
    ["quotation marks", "http://h.example/", '/?q="<a>`^', "http://h.example/?q=%22%3Ca%3E%60%5E"],
    ["a bar in the host", "http://h.example/", "http://h.example|x/", "redirect-refused"],
    ["brackets in the host", "http://h.example/", "http://[h.example]/", "redirect-refused"],
    ["a bracket in the user", "http://h.example/", "http://[@h.example/", "redirect-refused"],
    ["clear text", "https://h.example/", "http://h.example/x", "redirect-refused"],
    ["a file", "http://h.example/", "file:///etc/passwd", "redirect-refused"],
    ["gopher", "http://h.example/", "gopher://h.example:6379/_FLUSHALL", "redirect-refused"],
    ["ftp", "https://h.example/", "ftp://other.example/", "redirect-refused"],
    ["script", "http://h.example/", "javascript:alert(1)", "redirect-refused"],
    ["data", "http://h.example/", "data:text/plain,x", "redirect-refused"],
    ["a login", "http://h.example/", "http://u:p@other.example/", "redirect-refused"],
    ["an empty login", "http://h.example/", "http://@h.example/", "redirect-refused"],
    ["no host", "http://h.example/", "http:///x", "redirect-refused"],
    ["an invalid URL", "http://h.example/", "http://h.example:x/", "redirect-refused"],
    ["a backslash", "http://h.example/", "/\\other.example/", "redirect-refused"],
    ["a bad escape", "http://h.example/", "/%zz", "redirect-refused"],
    ["a tab", "http://h.example/", "/a\tb", "redirect-refused"],
    ["nothing", "http://h.example/", "", "protocol-error"],
    ["two targets", "http://h.example/", "/a\r\nLocation: /b", "protocol-error"],
    ["a mail port", "http://h.example/", "http://other.example:25/", "port-blocked"],
    ["our network", "http://h.example/", "http://in.example/", "host-blocked"],
    ["our network, by its address", "http://h.example/", `http://${INSIDE}/`, "host-blocked"],
    ["our machine", "http://h.example/", "http://127.0.0.1:8080/", "host-blocked"],
    ["our machine, by IPv6", "http://h.example/", "http://[::1]/", "host-blocked"],
    [
      "our machine, by IPv6 with IPv4 in it",
      "http://h.example/",
      "http://[::ffff:127.0.0.1]/",
      "host-blocked",
    ],
    ["localhost", "http://h.example/", "http://localhost/", "host-blocked"],
    ["a name of our machine", "http://h.example/", "http://me.example/", "host-blocked"],
    ["metadata service of a cloud", "http://h.example/", "http://169.254.1.1/", "host-blocked"],
    ["a carrier's network", "http://h.example/", "http://100.64.0.1/", "host-blocked"],
    ["our network, from our network", "http://in.example/", "http://127.0.0.1/", "http://127.0.0.1/"],
    ["out of our network", "http://in.example/", "http://h.example/", "http://h.example/"],
    [
      "a name with public and internal addresses",
      "http://h.example/",
      "http://both.example/",
      "http://both.example/",
    ],
  ])("%s: from %s to %j", async (_, from, location, outcome) => {
    const { get, heard, network } = world(first(to(location)));
    let last: HttpResponseHead | undefined;
    const options = {
      onResponse: (answer: HttpResponseHead) => {
        last = answer;
      },
    };
    if (outcome.startsWith("http")) {
      expect(await get(from, { options })).toBe("done");
      expect(last).toMatchObject({ url: outcome, redirected: true, status: 200 });
      expect(heard).toHaveLength(2);
      expect(heard.at(-1)!.address).not.toBe(from.includes("in.example") ? "" : INSIDE);
    } else {
      await expect(get(from, { options })).rejects.toMatchObject({ name: "AccessError", code: outcome });
      expect(heard).toHaveLength(1);
      expect(last).toBeUndefined();
    }
    expect(network.open).toBe(0);
  });

  it("is not internal, even if the policy allows the user to open it", async () => {
    const policy = { allowAddresses: ["10.0.0.0/8", "127.0.0.0/8"] };
    for (const location of [`http://${INSIDE}/`, "http://127.0.0.1/"]) {
      await expect(world(first(to(location)), policy).get("http://h.example/")).rejects.toMatchObject({
        code: "host-blocked",
      });
    }
  });

  it("is limited to the schemes that the policy allows", async () => {
    const { get } = world(first(to("https://h.example/")), { allowSchemes: ["http"] });
    await expect(get("http://h.example/")).rejects.toMatchObject({ code: "scheme-blocked" });
  });

  it("is limited to the ports of untrusted URLs if the server chose it", async () => {
    const strict = { profile: "untrusted" } as const;
    expect(await world(first(to("http://h.example:8080/")), strict).get("http://h.example/")).toBe("done");
    const { get } = world(first(to("http://h.example:9000/")), strict);
    await expect(get("http://h.example/")).rejects.toMatchObject({ code: "port-blocked" });
  });
});

describe("the number of redirects", () => {
  it("is limited", async () => {
    const counting: Answer = ({ target }) => to(`/${Number(target.slice(1)) + 1}`);
    const { get, heard } = world(counting);
    await expect(get("http://h.example/0")).rejects.toMatchObject({ code: "too-many-redirects" });
    expect(heard).toHaveLength(21);
    const once = world(counting);
    await expect(once.get("http://h.example/0", { limits: { maxRedirects: 1 } })).rejects.toMatchObject({
      code: "too-many-redirects",
      hint: expect.stringContaining("maxRedirects"),
    });
    expect(once.heard).toHaveLength(2);
  });

  it.each(["/", "http://H.EXAMPLE:80/#x", "/a/..", "http://h.example"])(
    "fails with too-many-redirects at a loop: %s",
    async (location) => {
      const { get, heard } = world(() => to(location));
      await expect(get("http://h.example/")).rejects.toMatchObject({ code: "too-many-redirects" });
      expect(heard).toHaveLength(1);
    },
  );
});

/** Otherwise a remove asks first whether the resource is a directory. */
const NO_WEBDAV = { options: { webdav: "never" } } as const;

describe("the request after a redirect", () => {
  const after = async (
    status: number,
    operation: "get" | "stat" | "put" | "send" | "remove",
    location = "/there",
  ) => {
    const { client, heard } = world(first(to(location, status)));
    const url = "http://h.example/here";
    const call =
      operation === "put" || operation === "send"
        ? client[operation](url, body())
        : client[operation](url, NO_WEBDAV).then((result) =>
            (result as { bytes?(): unknown } | undefined)?.bytes?.(),
          );
    const code = await call.then(
      () => "ok",
      (error) => error.code,
    );
    const { method, text } = heard.at(-1)!;
    return code === "ok" ? `${method}${text.includes("hello") ? " with its body" : ""}` : code;
  };

  it.each([
    [301, "get", "GET"],
    [302, "stat", "HEAD"],
    [303, "stat", "HEAD"],
    [301, "send", "GET"],
    [302, "send", "GET"],
    [303, "send", "GET"],
    [307, "send", "POST with its body"],
    [308, "send", "POST with its body"],
    [301, "put", "PUT with its body"],
    [302, "put", "PUT with its body"],
    [303, "put", "GET"],
    [307, "put", "PUT with its body"],
    [307, "remove", "DELETE"],
    [303, "remove", "GET"],
  ] as const)("%s of a %s is a %s", async (status, operation, outcome) => {
    expect(await after(status, operation)).toBe(outcome);
  });

  it.each([
    [301, "get", "GET"],
    [307, "get", "GET"],
    [303, "send", "GET"],
    [302, "send", "GET"],
    [307, "send", "redirect-refused"],
    [308, "put", "redirect-refused"],
    [302, "put", "redirect-refused"],
    [307, "remove", "redirect-refused"],
  ] as const)("%s of a %s to another server is a %s", async (status, operation, outcome) => {
    expect(await after(status, operation, "http://other.example/")).toBe(outcome);
    expect(await after(status, operation, "http://h.example:8080/")).toBe(outcome);
    expect(await after(status, operation, "http://h.example./")).toBe(outcome);
  });

  it("fails with redirect-refused if the body is no longer held", async () => {
    const { client } = world(first(to("/there", 307)));
    const call = client.put("http://h.example/", body("x".repeat(200)), { limits: { maxHeld: 100 } });
    await expect(call).rejects.toMatchObject({ code: "redirect-refused" });
  });

  it("does not follow a 300 or 304", async () => {
    for (const status of [300, 304, 305, 306]) {
      const { get, heard } = world(first(to("/there", status)));
      await get("http://h.example/").catch(() => {});
      expect(heard).toHaveLength(1);
    }
  });
});

describe("the fields that are sent to another server", () => {
  const fields = {
    authorization: "Bearer geheim1",
    cookie: "s=geheim2",
    "x-api-key": "geheim3",
    "x-other": "geheim4",
    referer: "http://h.example/geheim5",
    accept: "text/html",
    "accept-language": "de",
  };

  it.each([
    ["http://h.example/2", true],
    ["http://H.example:080/2", true],
    ["http://other.example/2", false],
    ["http://h.example:8080/2", false],
    ["https://h.example/2", false],
    ["http://h.example./2", false],
  ])("are those that are not secret: to %s", async (location, same) => {
    const { get, heard } = world(first(to(location)));
    await get("http://h.example/1", { options: { fields } });
    const [one, two] = heard;
    expect(one!.text.match(/geheim/g)).toHaveLength(5);
    expect(two!.text.match(/geheim/g) ?? []).toHaveLength(same ? 5 : 0);
    expect(two!.text).toContain("accept: text/html\r\n");
    expect(two!.text).toContain("accept-language: de\r\n");
  });

  it("do not describe a body that is not sent any more (RFC 9110 §15.4.4)", async () => {
    async function* body() {
      yield new TextEncoder().encode("hello");
    }
    const described = { "content-type": "text/plain", "content-language": "en", "x-other": "1" };
    for (const [status, isKept] of [
      [303, false],
      [307, true],
    ] as const) {
      const { client, heard } = world(first(to("/2", status)));
      await client.send("http://h.example/", body(), { options: { fields: described } });
      expect(heard.map(({ text }) => /content-(?:type|language)/.test(text))).toEqual([true, isKept]);
      expect(heard[1]!.text).toContain("x-other: 1\r\n");
    }
  });

  it("are the login of the caller, and no other one, if they have Authorization", async () => {
    const asks = "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n";
    const { get, heard } = world(() => asks);
    const own = { authorization: "Bearer mine" };
    await expect(get("http://h.example/", { options: { fields: own } })).rejects.toMatchObject({
      replyCode: 401,
    });
    expect(heard).toHaveLength(1);
    const other = world(() => asks);
    await other.get("http://h.example/", { options: { fields: { accept: "x/y" } } }).catch(() => {});
    expect(other.heard).toHaveLength(2);
  });

  it("are not restored when a redirect returns to the first server", async () => {
    const way = ["http://other.example/", "http://h.example/2"];
    const { get, heard } = world(() => (way.length > 0 ? to(way.shift()!) : OK));
    await get("http://h.example/1", { options: { fields } });
    expect(heard.map(({ text }) => text.includes("geheim"))).toEqual([true, false, false]);
  });

  it("do not include the login, but that server may require its own", async () => {
    const asks = "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n";
    const { get, heard } = world(({ address, target, text }) => {
      if (!text.includes("authorization")) return asks;
      return address === PUBLIC && target === "/" ? to("http://other.example/") : OK;
    });
    await get("http://h.example/");
    const logins = heard.map(({ text }) => {
      const token = /^authorization: Basic (.*)\r$/m.exec(text)?.[1];
      return token === undefined ? undefined : Buffer.from(token, "base64").toString();
    });
    expect(logins).toEqual([
      undefined,
      "alice:geheim of h.example",
      undefined,
      "alice:geheim of other.example",
    ]);
  });

  it("include the login on the same server without another challenge", async () => {
    const asks = "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n";
    const { get, heard } = world(({ target, text }) => {
      if (!text.includes("authorization")) return asks;
      return target === "/" ? to("/2") : OK;
    });
    await get("http://h.example/");
    expect(heard).toHaveLength(3);
  });
});

describe("the option redirect", () => {
  it("can fail at a redirect", async () => {
    const { get, heard } = world(first(to("/2")));
    const options = { redirect: "error" };
    await expect(get("http://h.example/", { options })).rejects.toMatchObject({
      code: "redirect-refused",
      replyCode: 302,
    });
    expect(heard).toHaveLength(1);
  });

  it("can return the redirect as the response", async () => {
    const { get } = world(first(to("file:///etc/passwd")));
    const answers: HttpResponseHead[] = [];
    const onResponse = (answer: HttpResponseHead) => void answers.push(answer);
    expect(await get("http://h.example/", { options: { redirect: "manual", onResponse } })).toBe("");
    expect(answers).toMatchObject([{ status: 302, url: "http://h.example/", redirected: false }]);
    expect(answers[0]!.fields).toContainEqual(["location", "file:///etc/passwd"]);
  });

  it("can reject a redirect, but not allow a forbidden one", async () => {
    const seen: HttpRedirect[] = [];
    const asking = (answer: unknown) => ({
      redirect: async (redirect: HttpRedirect) => {
        seen.push(redirect);
        return answer;
      },
    });
    const { get } = world(first(to("http://other.example/a b", 307)));
    expect(await get("http://h.example/#x", { options: asking(true) })).toBe("done");
    expect(seen).toEqual([
      {
        from: "http://h.example/#x",
        to: "http://other.example/a%20b#x",
        status: 307,
        method: "GET",
        count: 0,
        sameOrigin: false,
        repaired: true,
      },
    ]);
    for (const answer of [false, undefined, 1, "yes"]) {
      const { get: again, heard } = world(first(to("/2")));
      await expect(again("http://h.example/", { options: asking(answer) })).rejects.toMatchObject({
        code: "redirect-refused",
      });
      expect(heard).toHaveLength(1);
    }
    const file = world(first(to("file:///etc/passwd")));
    await expect(file.get("http://h.example/", { options: asking(true) })).rejects.toMatchObject({
      code: "redirect-refused",
    });
  });

  it("holds one connection at a time while it waits for another", async () => {
    const { client } = world(({ target }) => (target === "/" ? to("/2") : OK));
    const calls = Array.from({ length: 20 }, async () => (await client.get("http://h.example/")).text());
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 20 }, () => "done"));
  });
});
