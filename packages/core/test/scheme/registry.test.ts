import { describe, expect, it } from "vitest";
import { createPlan } from "../../src/exchange/index.ts";
import {
  type AccessError,
  build,
  createRegistry,
  defineScheme,
  override,
  type Problem,
  type ProblemInit,
  parse,
  type Scheme,
  type Url,
  UrlSyntaxError,
} from "../../src/index.ts";
import { ftp, http } from "../schemes.ts";

const code = (expected: string) => expect.objectContaining({ code: expected });

/** A minimal scheme with the properties that a test needs. */
function schemeNamed(name: string, more: Partial<Parameters<typeof defineScheme>[0]> = {}): Scheme {
  return defineScheme({
    name,
    allowSingleLetter: true,
    cite: [],
    examples: [],
    parse: (url) => ({ by: name, path: url.path }),
    format: ({ scheme, path }: any) => build({ scheme, path }),
    ...more,
  }) as Scheme;
}

describe("createRegistry", () => {
  it("returns its schemes by name, in the given order, in any case", () => {
    const urls = createRegistry(schemeNamed("bb"), schemeNamed("aa"));
    expect(urls.names()).toEqual(["bb", "aa"]);
    expect(urls.scheme("BB")?.names).toEqual(["bb"]);
    expect(urls.scheme("c")).toBeUndefined();
  });

  it("rejects two schemes for one name", () => {
    const [first, second] = [schemeNamed("x"), schemeNamed("x")];
    expect(() => createRegistry(first, second)).toThrow(code("scheme-taken"));
    expect(() => createRegistry(override(first), second)).toThrow(code("scheme-taken"));
    expect(createRegistry(second).names()).toEqual(["x"]);
  });

  it("uses the later scheme if it overrides", () => {
    const [first, second] = [schemeNamed("x"), schemeNamed("x", { parse: () => ({ by: "second" }) })];
    const urls = createRegistry(first, override(second));
    const url: Url = urls.parse("x:y");
    expect(url.parts).toEqual({ by: "second" });
    expect([first.is(url), second.is(url)]).toEqual([false, true]);
  });

  it("lets a scheme take over a protected name only with consent", () => {
    const guarded = schemeNamed("x", { name: ["x", "y"], protected: true });
    const later = schemeNamed("y", { parse: () => ({ by: "later" }) });
    const take = (...allowOverride: readonly string[]) =>
      createRegistry({ schemes: [guarded, override(later)], allowOverride });
    for (const refused of [() => createRegistry(guarded, override(later)), take, () => take("x", "z")]) {
      expect(refused).toThrow(TypeError);
      expect(refused).toThrow(
        expect.objectContaining({
          code: "scheme-taken",
          message: expect.stringContaining('"y"'),
          hint: expect.stringContaining("allowOverride"),
        }),
      );
    }
    expect((take("Y").parse("y:a") as Url).parts).toEqual({ by: "later" });
    expect((take("y").parse("x:a") as Url).parts).toMatchObject({ by: "x" });
  });

  it("keeps a name that gateways must not open, whatever the later scheme says", () => {
    const own = schemeNamed("x", { presentation: { served: false } });
    const later = override(schemeNamed("x", { presentation: { served: true, statFirst: true } }));
    const urls = createRegistry(own, later);
    expect(urls.scheme("x")?.presentation).toEqual({ served: false, statFirst: true });
    expect(later.is(urls.parse("x:y"))).toBe(true);
    expect(createRegistry(own, later, override(schemeNamed("x"))).scheme("x")?.presentation?.served).toBe(
      false,
    );
  });

  it("adds nothing to the later scheme of a name that gateways may open", () => {
    const later = schemeNamed("x", { presentation: { statFirst: true } });
    for (const own of [schemeNamed("x"), schemeNamed("x", { presentation: { served: true } })])
      expect(createRegistry(own, override(later)).scheme("x")?.presentation).toEqual({ statFirst: true });
  });

  it("names an unknown scheme of a URL to format", () => {
    const urls = createRegistry() as unknown as { format(name: string, init: object): string };
    expect(() => urls.format("nope", {})).toThrow(
      expect.objectContaining({ code: "unknown-scheme", component: "scheme", start: 0, end: 4 }),
    );
  });

  it("resolves by the profile of the call, and within its limit", () => {
    const urls = createRegistry(http);
    expect(() => urls.resolve("http://h/a", "~b", { profile: "rfc1738" })).toThrow(
      expect.objectContaining({ code: "unsafe-character", start: 9 }),
    );
    expect(() => urls.resolve("http://h/aaaa/", "bbbb", { maxUrlLength: 17 })).toThrow(
      expect.objectContaining({ code: "too-long" }),
    );
    expect(urls.resolve("http://h/aaaa/", "bbbb", { maxUrlLength: 18 }).href).toBe("http://h/aaaa/bbbb");
  });

  it("treats consent as a permission, not as an override", () => {
    const [guarded, later] = [schemeNamed("x", { protected: true }), schemeNamed("x")];
    expect(() => createRegistry({ schemes: [guarded, later], allowOverride: ["x"] })).toThrow(
      expect.objectContaining({ code: "scheme-taken", hint: expect.stringContaining("override()") }),
    );
  });

  it("needs no consent for a free name, or from the protected scheme itself", () => {
    const guarded = schemeNamed("x", { protected: true });
    const mine = schemeNamed("x");
    expect(createRegistry(guarded, guarded).names()).toEqual(["x"]);
    expect(createRegistry(mine, override(guarded)).scheme("x")?.is).toBe(guarded.is);
    expect(createRegistry({ schemes: [guarded] }).names()).toEqual(["x"]);
  });

  it("shares nothing with another registry", () => {
    const [one, two] = [schemeNamed("x"), schemeNamed("x", { parse: () => ({ by: "two" }) })];
    const url = createRegistry(one).parse("x:y") as Url;
    expect(createRegistry(two).describe(url)).toBeDefined();
    expect([one.is(url), two.is(url)]).toEqual([true, false]);
  });
});

describe("untrusted names", () => {
  const inherited = ["constructor", "tostring", "valueof", "hasownproperty", "tojson", "isprototypeof"];

  it.each(inherited)("%s: is a scheme like any other", (name) => {
    const none = createRegistry();
    expect((none.parse(`${name}:x`) as Url).parts).toBeUndefined();
    expect(none.scheme(name)).toBeUndefined();
    expect(none.normalize(`${name.toUpperCase()}:x`)).toBe(`${name}:x`);
    expect(() => none.plan(`${name}:x`)).toThrow(code("unknown-scheme"));
    expect(() => none.format(name as never, {})).toThrow(code("unknown-scheme"));
    const one = createRegistry(schemeNamed(name));
    expect((one.parse(`${name}:x`) as Url).parts).toEqual({ by: name, path: "x" });
  });

  it("never reach a prototype", () => {
    const urls = createRegistry(http);
    for (const name of ["__proto__", "constructor", "prototype", "hasOwnProperty"]) {
      expect(urls.scheme(name)).toBeUndefined();
      expect(() => urls.format(name as never, {} as never)).toThrow(code("unknown-scheme"));
    }
    expect(urls.tryParse("__proto__:x").problems[0]?.code).toBe("bad-scheme");
    const url = urls.parse("http://h/__proto__?__proto__[x]=1".replace("[x]", "%5Bx%5D"));
    expect(url.path).toBe("/__proto__");
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });
});

describe("parse and tryParse", () => {
  const fault = (start: number, more: Partial<ProblemInit> = {}): ProblemInit => ({
    ...{ code: "bad-field", message: "m", component: "path", start, end: start + 1, cite: "RFC 1738 §3" },
    ...more,
  });
  const reporting = (...faults: readonly ProblemInit[]) =>
    createRegistry(
      schemeNamed("x", {
        parse: (_url, report) => {
          for (const each of faults) report(each);
          return { fine: true };
        },
      }),
    );

  it("agree on the first error, and both have all of them, in the order of the text", () => {
    const urls = reporting(fault(5), fault(2), fault(3, { severity: "warning" }));
    const { ok, url, problems } = urls.tryParse("x:abcdef");
    expect([ok, url]).toEqual([false, undefined]);
    expect(problems.map(({ start, severity }) => [start, severity])).toEqual([
      [2, "error"],
      [3, "warning"],
      [5, "error"],
    ]);
    const thrown = catching(() => urls.parse("x:abcdef")) as UrlSyntaxError;
    expect([thrown.start, thrown.problems.map(({ start }: Problem) => start)]).toEqual([2, [2, 5]]);
  });

  it("collect at most 100 problems of a scheme, and the first error after them", () => {
    const warnings = Array.from({ length: 300 }, () => fault(3, { severity: "warning" }));
    expect(reporting(...warnings).tryParse("x:abc")).toMatchObject({ ok: true, problems: { length: 100 } });
    const { ok, problems } = reporting(...warnings, fault(4), fault(4)).tryParse("x:abc");
    expect([ok, problems.length, problems.at(-1)!.severity]).toEqual([false, 101, "error"]);
  });

  it("return a URL with warnings", () => {
    const urls = reporting(fault(3, { severity: "warning" }));
    expect(urls.parse("x:abc")).toMatchObject({ parts: { fine: true } });
    expect(urls.tryParse("x:abc")).toMatchObject({ ok: true, problems: [{ severity: "warning", start: 3 }] });
  });

  it("treat an error that a scheme throws like one that it reports, also from another copy", () => {
    const problem: Problem = { severity: "error", ...fault(2) };
    const foreign = Object.assign(new Error("m"), {
      name: "UrlSyntaxError",
      code: "bad-field",
      problems: [problem],
    });
    for (const error of [new UrlSyntaxError(problem), foreign]) {
      const urls = createRegistry(
        schemeNamed("x", {
          parse: () => {
            throw error;
          },
        }),
      );
      expect(urls.tryParse("x:abc")).toMatchObject({ ok: false, problems: [problem] });
      expect(() => urls.parse("x:abc")).toThrow(code("bad-field"));
    }
  });

  it("report plugin-fault for other errors of a scheme", () => {
    const cause = new TypeError("undefined is not a function");
    const urls = createRegistry(
      schemeNamed("x", {
        parse: () => {
          throw cause;
        },
      }),
      http,
    );
    for (const read of [() => urls.parse("x:a"), () => urls.tryParse("x:a")]) {
      expect(read).toThrow(expect.objectContaining({ code: "plugin-fault", scheme: "x", cause }));
    }
    expect(urls.parse("http://h/").host).toBe("h");
  });

  it("freeze the parts", () => {
    const url = createRegistry(http).parse("http://h/");
    expect(Object.isFrozen(url.parts)).toBe(true);
  });

  it("do not call a scheme for a text that is not a URL", () => {
    let asked = 0;
    const urls = createRegistry(schemeNamed("x", { parse: () => asked++ }));
    expect(urls.tryParse("x:a b").ok).toBe(false);
    expect(() => urls.parse("x:%")).toThrow(code("bad-escape"));
    expect(asked).toBe(0);
  });

  it.each([
    ["ftp://u?x@h.example/", true],
    ["ftp://u?x/y@h.example/", false],
    ["ftp://u/?x@h.example/", false],
    ["ftp://u?x", false],
    ["x:u?x@h", false],
    ["x-foo://u?x@h", true],
  ])("warn of %s, which old software parses differently: %s", (text, warned) => {
    const { ok, problems } = createRegistry(ftp).tryParse(text);
    expect(ok).toBe(true);
    expect(problems.map((each) => each.code)).toEqual(warned ? ["ambiguous-authority"] : []);
  });
});

describe("format, for a scheme that lists its fields", () => {
  const plain = defineScheme({
    name: ["x-news", "x-dead"],
    cite: ["RFC 1738 §3.6"],
    fields: ["newsgroupName", "host", "fragment"],
    format: ({ scheme, newsgroupName = "*" }: any) => `${scheme}:${newsgroupName}`,
    examples: [],
  });
  const some = createRegistry(plain);
  const format = (init: object) => some.format("x-news", init as never);

  it("accepts these, and undefined", () => {
    expect(format({ newsgroupName: "a.b", scheme: "http", group: undefined })).toBe("x-news:a.b");
  });

  it.each([
    [{ group: "a.b" }, "group", "use newsgroupName"],
    [{ newsgroupname: "a.b" }, "newsgroupname", "use newsgroupName"],
    [{ hots: "h" }, "hots", "use host"],
    [{ frag: "h" }, "frag", "use fragment"],
    [{ typecode: "a" }, "typecode", "use newsgroupName, host, fragment"],
    [{ newsgroupName: "a.b", toString: "" }, "toString", "use newsgroupName, host, fragment"],
  ])("rejects %j and suggests the nearest field", (init, name, hint) => {
    expect(() => format(init)).toThrow(
      expect.objectContaining({ code: "unknown-field", hint, message: expect.stringContaining(`"${name}"`) }),
    );
  });

  it("rejects a field before it calls the scheme", () => {
    const broken = { ...plain, format: () => expect.fail("asked") };
    expect(() => createRegistry(broken).format("x-news", { group: "" } as never)).toThrow(
      code("unknown-field"),
    );
  });
});

describe("format of a registry", () => {
  it.each([5, null, undefined, {}, ["http"]])("does not know the scheme %j", (name) => {
    expect(() => createRegistry(http).format(name as never, { host: "h.example" } as never)).toThrow(
      expect.objectContaining({
        code: "unknown-scheme",
        message: expect.stringMatching(/^unknown scheme "/),
      }),
    );
  });

  it.each([null, undefined, 5, "host", () => undefined])("needs fields in an object, and not %s", (init) => {
    expect(() => createRegistry(http).format("http", init as never)).toThrow(
      expect.objectContaining({
        code: "bad-field",
        message: expect.stringContaining("invalid fields: expected an object"),
        component: "url",
      }),
    );
  });

  const urls = createRegistry(schemeNamed("x"), http);

  it("parses its own output", () => {
    expect(urls.format("http", { host: "h.example" })).toBe("http://h.example/");
    expect(() => urls.format("http", { host: "127.1" })).toThrow(code("bad-host"));
    expect(() => urls.format("http", { host: "h b" })).toThrow(code("illegal-character"));
  });

  it("keeps the scheme, whatever the fields contain", () => {
    expect(urls.format("X" as never, { scheme: "evil", path: "/a" } as never)).toBe("x:/a");
    expect(() => urls.format("ftp" as never, {} as never)).toThrow(code("unknown-scheme"));
  });
});

describe("normalize, describe, resolve", () => {
  const urls = createRegistry(http, schemeNamed("opaque"));

  it("use the known scheme, and the generic rules for others", () => {
    expect(urls.normalize("HTTP://H:80")).toBe("http://h/");
    expect(urls.normalize("OPAQUE:a/../%7e")).toBe("opaque:a/../~");
    expect(urls.normalize("X-foo:/a/../%7e")).toBe("x-foo:/~");
    expect(urls.normalize(parse("HTTP://H:80"))).toBe("http://h/");
  });

  it("keep the escapes of a scheme in which they are part of a name", () => {
    const names = createRegistry(schemeNamed("x-name", { keepEscapes: true }));
    for (const profile of ["rfc3986", "rfc1738"] as const) {
      expect(names.normalize("X-NAME:%61%7e%2f", { profile })).toBe("x-name:%61%7E%2F");
      expect(names.compare("x-name:%61", "x-name:a", { profile, level: "syntax" }).equivalent).toBe(false);
      expect(names.compare("x-name:%61", "x-name:a", { profile })).toMatchObject({
        equivalent: false,
        difference: { why: expect.stringContaining("an escape and its character are different") },
      });
      expect(names.compare("x-name:%3a", "X-name:%3A", { profile }).level).toBe("syntax");
    }
  });

  it("accept a parsed URL", () => {
    const zoned = urls.parse("http://[FE80::1%25eth0]/", { zoneId: true });
    expect(urls.normalize(zoned)).toBe("http://[fe80::1%25eth0]/");
    const long = urls.parse(`http://h/${"a".repeat(70_000)}`, { maxUrlLength: 80_000 });
    expect(urls.normalize(long)).toBe(String(long));
  });

  it("reject a text that does not parse", () => {
    for (const text of ["http://h:65536/", "http://", "http:/h b", "h"]) {
      expect(() => urls.normalize(text)).toThrow(UrlSyntaxError);
      expect(() => urls.describe(text)).toThrow(UrlSyntaxError);
      expect(() => urls.resolve(text, "x")).toThrow(UrlSyntaxError);
    }
  });

  it("describe every part of a URL without a known scheme", () => {
    const parts = urls.describe("x-foo://u:pw@h:1/p?q#f");
    expect(parts.map(({ name, start, end, value }) => [name, start, end, value])).toEqual([
      ["scheme", 0, 5, "x-foo"],
      ["user", 8, 9, "u"],
      ["password", 10, 12, "***"],
      ["host", 13, 14, "h"],
      ["port", 15, 16, "1"],
      ["path", 16, 18, "/p"],
      ["query", 19, 20, "q"],
      ["fragment", 21, 22, "f"],
    ]);
  });

  it("reject a reference that depends on an opaque path", () => {
    expect(() => urls.resolve("opaque:a/b", "c")).toThrow(code("unsupported"));
    expect(String(urls.resolve("opaque:a/b", "#f"))).toBe("opaque:a/b#f");
    expect(urls.resolve("http://h/a/b", "../c")).toMatchObject({
      href: "http://h/c",
      parts: { effectivePort: 80 },
    });
  });
});

describe("plan of a registry", () => {
  const planned = schemeNamed("p", {
    plan: (_url, operation = "get") =>
      createPlan((function* () {})(), {
        operation,
        endpoint: { port: 1 },
        parts: [],
        peer: () => undefined,
        cite: "RFC 1",
      }),
  });

  it("names the package of a scheme that is not installed", () => {
    const error = catching(() => createRegistry().plan("gopher://h/")) as AccessError;
    expect(error).toMatchObject({ name: "AccessError", code: "scheme-not-installed", scheme: "gopher" });
    expect(`${error.message} ${error.hint}`).toContain("@anyurl/scheme-gopher");
  });

  it("names the search that finds a plugin for a scheme without a package", () => {
    const error = catching(() => createRegistry().plan("x-foo:y")) as AccessError;
    const hint = 'run "npm search keywords:anyurl-scheme x-foo" to find a plugin';
    expect(error).toMatchObject({ code: "unknown-scheme", hint });
  });

  it("throws unsupported if the scheme has no plan, else returns the scheme's", () => {
    const urls = createRegistry(http, planned, schemeNamed("opened", { access: async () => ({}) }));
    expect(() => urls.plan("http://h/")).toThrow(code("unsupported"));
    // Only a scheme without operations is known to send nothing.
    expect(() => urls.plan("opened:x")).toThrow("cannot plan opened URLs: the scheme has no plan");
    expect(() => urls.plan("http://h/")).toThrow("cannot plan http URLs: opening them sends nothing");
    expect(urls.plan("p:x").operation).toBe("get");
    expect(urls.plan("p:x", "list").operation).toBe("list");
  });

  it("rejects a fragment for what changes something, as opening does", () => {
    const urls = createRegistry(planned);
    expect(() => urls.plan("p:a#1.txt", "remove")).toThrow(code("fragment-not-allowed"));
    expect(() => urls.plan("p:a#top", "get")).not.toThrow();
  });
});

describe("defineScheme", () => {
  it.each(["", "1x", "X", "x y", "x:", "é", "-x", "__proto__", "x_y", "x".repeat(65)])(
    "rejects the name %j",
    (name) => {
      expect(() => schemeNamed(name)).toThrow(TypeError);
    },
  );

  it("has a port for all names, for each name, or none", () => {
    expect(http.defaultPort("http")).toBe(80);
    expect(schemeNamed("xx").defaultPort("xx")).toBeUndefined();
    const two = defineScheme({
      name: ["xx", "xs"],
      defaultPort: { xx: 1, xs: 2 },
      ...{ cite: [], examples: [], parse: () => undefined, format: () => "x:" },
    });
    expect([two.defaultPort("xx"), two.defaultPort("xs"), two.defaultPort("constructor")]).toEqual([
      1,
      2,
      undefined,
    ]);
    expect(createRegistry(two).names()).toEqual(["xx", "xs"]);
  });

  it("returns a frozen value, opaque by default", () => {
    expect(Object.isFrozen(http)).toBe(true);
    expect([http.hierarchical, schemeNamed("xx").hierarchical]).toEqual([true, false]);
    expect("access" in schemeNamed("x")).toBe(false);
  });

  it("reject a drive letter by default", () => {
    const letter = { name: "c", cite: [], examples: [], format: () => "c:" };
    expect(() => defineScheme(letter)).toThrow(TypeError);
    expect(defineScheme({ ...letter, allowSingleLetter: true }).names).toEqual(["c"]);
  });

  describe("with a check", () => {
    const calls: string[] = [];
    const checked = (parse: () => unknown): Scheme =>
      defineScheme({
        name: "x-checked",
        cite: ["RFC 0"],
        examples: [],
        format: () => "x-checked:",
        check: ({ path, offsets }, report) => {
          calls.push("check");
          const place = {
            component: "path",
            start: offsets.pathStart,
            end: offsets.pathEnd,
            cite: "RFC 0",
          } as const;
          if (path === "bad") report({ code: "bad-path", message: "bad", ...place });
        },
        parse: () => {
          calls.push("parse");
          return parse();
        },
      }) as Scheme;

    it("checks a URL when it is parsed, and reads its parts once, when they are first used", () => {
      const urls = createRegistry(checked(() => ({ field: "value" })));
      calls.length = 0;
      const url = urls.parse("x-checked:a") as Url<string, object>;
      expect(calls).toEqual(["check"]);
      expect(url.parts).toEqual({ field: "value" });
      expect(url.parts).toBe(url.parts);
      expect(Object.isFrozen(url.parts)).toBe(true);
      expect(calls).toEqual(["check", "parse"]);
    });

    it("rejects a URL without reading its parts", () => {
      const urls = createRegistry(checked(() => ({})));
      calls.length = 0;
      expect(() => urls.parse("x-checked:bad")).toThrow(code("bad-path"));
      expect(urls.tryParse("x-checked:bad").ok).toBe(false);
      expect(calls).not.toContain("parse");
    });

    it("reports plugin-fault for parts that cannot be read, because the check has accepted the URL", () => {
      const failing = createRegistry(
        checked(() => {
          throw new RangeError("no parts");
        }),
      );
      expect(() => (failing.parse("x-checked:a") as Url).parts).toThrow(code("plugin-fault"));
      const late: Scheme = { ...checked(() => ({})), parse: (_, report) => report(LATE) };
      expect(() => (createRegistry(late).parse("x-checked:a") as Url).parts).toThrow(code("plugin-fault"));
    });
  });

  it("can leave parsing to the generic syntax", () => {
    const bare = defineScheme({ name: "x-bare", cite: [], examples: [], format: () => "x-bare:" });
    const url = createRegistry(bare).parse("x-bare://h:1/a?b#c");
    expect([url.host, url.port, url.path, url.parts]).toEqual(["h", "1", "/a", undefined]);
    expect(bare.is(url)).toBe(true);
  });
});

const LATE: ProblemInit = {
  code: "bad-path",
  message: "late",
  component: "path",
  start: 0,
  end: 1,
  cite: "RFC 0",
};

function catching(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return expect.fail("nothing was thrown");
}
