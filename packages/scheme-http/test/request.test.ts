import { createRegistry, formatQuery, type PlanStep, readQuery, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type HttpOptions, type HttpUrl, http } from "../src/index.ts";

const urls = createRegistry(http);
const read = (url: string) => urls.parse(url) as HttpUrl;

/** The bytes that would be sent, as text. */
function sent(url: string, operation?: string, options: HttpOptions = {}): string {
  const octets = (step: PlanStep) => (step.do === "send" ? textOf(step.octets) : "");
  return urls.plan(url, operation, options).steps.map(octets).join("");
}

describe("the request of an http URL", () => {
  it("goes to the host, at the default port or the given one", () => {
    const to = (url: string) => urls.plan(url).steps.find((step) => step.do === "connect");
    expect(to("http://H.example")).toMatchObject({ host: "h.example", port: 80 });
    expect(to("https://h.example")).toMatchObject({ host: "h.example", port: 443 });
    expect(to("https://[2001:db8::1]:080/")).toMatchObject({ host: "2001:db8::1", port: 80 });
  });

  it("has the section that defines each line", () => {
    const url = "http://h.example:8080/a/b?c#d";
    const steps = urls
      .plan(url)
      .steps.flatMap((step) =>
        step.do === "send" ? [[step.text, step.part, step.start && url.slice(step.start, step.end)]] : [],
      );
    expect(steps).toEqual([
      ["GET /a/b?c HTTP/1.1", "path", "/a/b"],
      ["host: h.example:8080", "host", "h.example"],
      ["connection: close", undefined, undefined],
      ["user-agent: anyurl", undefined, undefined],
      ["accept: */*", undefined, undefined],
      [expect.stringMatching(/^accept-encoding: gzip, deflate/), undefined, undefined],
      ["", undefined, undefined],
    ]);
    expect(urls.plan(url).steps.at(-1)).toMatchObject({ do: "receive" });
    expect(urls.plan(url, "stat").steps.at(-1)).toMatchObject({ do: "send", text: "" });
  });

  it.each<[string, string, RegExp, HttpOptions?]>([
    ["get", "GET", /^accept-encoding: gzip/m, {}],
    ["stat", "HEAD", /^accept-encoding: identity/m],
    ["put", "PUT", /^transfer-encoding: chunked/m],
    ["send", "POST", /^transfer-encoding: chunked/m],
    ["remove", "DELETE", /^accept-encoding: identity\r\n\r\n/m, { webdav: "never" }],
    ["list", "PROPFIND", /^depth: 1\r\n(?:.*\r\n)+\r\n<\?xml .*\r\n<propfind xmlns="DAV:">/m],
    ["stat", "PROPFIND", /^depth: 0\r\n/m, { webdav: "always" }],
    ["makeDirectory", "MKCOL", /^MKCOL \/d\/ HTTP/],
  ])("for %s is a %s", (operation, method, line, options = {}) => {
    expect(sent("http://h.example/d", operation, options)).toMatch(line);
    expect(sent("http://h.example/d", operation, options).split(" ")[0]).toBe(method);
  });

  it("for remove asks first what would be removed (RFC 4918 §9.6.1)", () => {
    const methods = (url: string) => sent(url, "remove").match(/^(?:[A-Z]+ .* HTTP\/1\.1|depth: .*)$/gm);
    const asking = ["PROPFIND /d HTTP/1.1", "depth: 1"];
    expect(methods("http://h.example/d")).toEqual([...asking, "DELETE /d HTTP/1.1", "depth: 0"]);
    expect(methods("http://h.example/d/")).toEqual([
      ...["PROPFIND /d/ HTTP/1.1", "depth: 1", "DELETE /d/ HTTP/1.1"],
    ]);
    expect(methods("http://h.example/d?x")).toEqual(["DELETE /d?x HTTP/1.1"]);
  });

  it("has the path and the query as written, without dot segments", () => {
    expect(sent("http://h.example/%7Ea/./%2e%2E/b%2f%c3?q=%2b+%7e")).toMatch(
      /^GET \/b%2f%c3\?q=%2b\+%7e HTTP\/1\.1\r\nhost: h\.example\r\n/,
    );
    expect(sent("http://h.example?q=../x")).toContain("GET /?q=../x HTTP/1.1");
  });

  it("has no fragment, no user, and no password", () => {
    expect(sent("http://h.example/a#b")).toBe(sent("http://h.example/a"));
    for (const userinfo of ["u:p", "u", "", ":p", ":"]) {
      expect(() => sent(`http://${userinfo}@h.example/`)).toThrow(
        expect.objectContaining({ name: "AccessError", code: "userinfo-not-allowed" }),
      );
    }
  });

  it("has one host for any hostile path", () => {
    const lines = (url: string) => sent(url).split("\r\n").length;
    for (const url of [
      "http://h.example/x%0D%0AHost:%20evil.example",
      "http://h.example/?%0aHost:%20evil.example%0d%0a%0d%0a",
      "http://h.example/%20HTTP/1.1%0D%0A%0D%0A",
    ]) {
      expect(lines(url)).toBe(lines("http://h.example/"));
      expect(sent(url).match(/^host: .*\r$/gm)).toEqual(["host: h.example\r"]);
      expect(sent(url)).not.toMatch(/[^\r]\n|\r[^\n]|[\0\t]/);
    }
  });

  it.each([
    ["http://[fe80::1%25eth0]:81/", "host: [fe80::1]:81"],
    ["http://[2001:DB8:0::1]/", "host: [2001:db8::1]"],
    ["https://[2001:db8::1]:80/", "host: [2001:db8::1]:80"],
    ["https://H.example.:0443/", "host: h.example."],
  ])("to %s has the line %s", (text, line) => {
    const url = urls.parse(text, { zoneId: true });
    expect(urls.plan(url).steps.flatMap((step) => (step.do === "send" ? step.text : []))[1]).toBe(line);
  });

  it("fails with unsupported for any other operation", () => {
    expect(() => sent("http://h.example/", "append")).toThrow(
      expect.objectContaining({ code: "unsupported" }),
    );
  });
});

describe("the userinfo of an http URL", () => {
  const kinds = ["http://h.example/", "http://@h.example/", "http://u@h.example/", "http://u:@h.example/"];

  it.each(kinds)("%s is one of four kinds, and no two are the same", (url) => {
    const same = kinds.filter((other) => urls.compare(url, other).equivalent);
    expect(same).toEqual([url]);
    expect(urls.format("http", { host: "h.example", ...login(url) })).toBe(url);
    expect(String(read(url).with({ searchpart: "q" }))).toBe(`${url}?q`);
  });

  it.each(kinds.slice(1))("%s has a warning with its position", (url) => {
    const [problem, ...others] = urls.tryParse(url).problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: "userinfo-not-allowed", severity: "warning", start: 7 });
    expect(url.slice(problem?.start, problem?.end)).toMatch(/@$/);
    expect(urls.tryParse(url, { profile: "rfc1738" })).toMatchObject({
      ok: false,
      problems: [{ code: "userinfo-not-allowed", severity: "error" }],
    });
  });

  function login(url: string): object {
    const { user, password } = urls.parse(url);
    return { user, password };
  }
});

describe("the searchpart of an http URL", () => {
  it("is raw, so that its delimiters and its data stay apart", () => {
    const url = urls.parse("http://h.example/find?a=1&a=2&b&c=&d=%26%3D+x");
    expect(url.parts.searchpart).toBe("a=1&a=2&b&c=&d=%26%3D+x");
    const pairs = readQuery(url.parts.searchpart, { form: true }).pairs;
    expect(pairs.map(({ name, value }) => [name, value])).toEqual([
      ["a", "1"],
      ["a", "2"],
      ["b", undefined],
      ["c", ""],
      ["d", "&= x"],
    ]);
  });

  it("is built from names and values with formatQuery", () => {
    const searchpart = formatQuery([
      ["q", "a&b=c"],
      ["r", undefined],
    ]);
    expect(urls.format("http", { host: "h.example", segments: ["find"], searchpart })).toBe(
      "http://h.example/find?q=a%26b=c&r",
    );
  });

  it.each([
    ["http://h.example/?", ""],
    ["http://h.example?a?b/c", "a?b/c"],
    ["http://h.example/#?a", undefined],
    ["http://h.example/%3Fa", undefined],
  ])("of %s is %s", (url, searchpart) => {
    expect(read(url as string).parts.searchpart).toBe(searchpart);
  });
});

describe("the segments of an http URL", () => {
  it("are split and then decoded once", () => {
    expect(urls.parse("http://h.example/a%2Fb/%2525/%25").parts.segments).toEqual(["a/b", "%25", "%"]);
  });

  it("keep the path as written if only another component changes", () => {
    const url = urls.parse("http://h.example/a%21b!?q");
    expect(String(url.with({ query: "r" }))).toBe("http://h.example/a%21b!?r");
    expect(urls.compare("http://h.example/a%21b", "http://h.example/a!b").equivalent).toBe(false);
  });
});

describe("the description of an http URL", () => {
  const told = (url: string) => urls.describe(url).map(({ name, value }) => [name, value]);

  it("has each part, and hides the password", () => {
    expect(told("http://u:p@h.example:81/a%20b/c?d=%26#e")).toEqual([
      ["scheme", "http"],
      ["user", "u"],
      ["password", "***"],
      ["host", "h.example"],
      ["port", "81"],
      ["path", "/a b/c"],
      ["searchpart", "d=&"],
      ["fragment", "e"],
    ]);
    expect(told("http://h.example").at(-1)).toEqual(["path", "/"]);
  });

  it("distinguishes the parts that are sent from those that are not", () => {
    const meanings = (url: string) => urls.describe(url).map(({ meaning }) => meaning);
    expect(meanings("http://u@h.example/")[1]).toContain("never sent");
    expect(meanings("http://h.example/a/%2E./b").at(-1)).toContain("dot segments");
    expect(meanings("http://h.example/a/..b").at(-1)).not.toContain("dot segments");
  });
});
