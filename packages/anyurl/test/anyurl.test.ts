import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedServer, startFtpServer, startGopherServer } from "@anyurl/servers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createAnyurl,
  defineScheme,
  format,
  ftp,
  get,
  list,
  normalize,
  octetsOf,
  override,
  parse,
  plan,
  resolve,
  tryParse,
} from "../src/index.ts";

const HERE = join(import.meta.dirname, "..");

let ftpServer: EmbeddedServer;
let gopherServer: EmbeddedServer;
beforeAll(async () => {
  ftpServer = await startFtpServer();
  gopherServer = await startGopherServer();
});
afterAll(async () => {
  await ftpServer.close();
  await gopherServer.close();
});

/** RFC 1738 §3. */
const RFC_1738 = "ftp http gopher mailto news nntp telnet wais file prospero".split(" ");

describe("reading", () => {
  test("parses ftp and gopher URLs, and any scheme by the generic rules", () => {
    expect(parse("ftp://h/a%2Fb/c;type=a").parts).toEqual({ cwds: ["a/b"], name: "c", typecode: "a" });
    expect(parse("gopher://h/7/find%09blue%20whale").parts).toMatchObject({
      gophertype: "7",
      selector: "/find",
      search: "blue whale",
    });
    expect(parse("x-unheard:a").parts).toBe(undefined);
    expect(createAnyurl().names()).toEqual(expect.arrayContaining([...RFC_1738]));
    expect(parse("https://h/a%2Fb/c?d=%26").parts).toEqual({ segments: ["a/b", "c"], searchpart: "d=%26" });
    expect(parse("file:///C:/a%20b").parts).toEqual({ segments: ["C:", "a b"] });
    expect(parse("mailto:a%25b@h?subject=c").parts).toEqual({
      to: ["a%b@h"],
      hfields: [{ hfname: "subject", hfvalue: "c" }],
    });
    expect(parse("news:a%2Fb@h").parts.messageId).toBe("a/b@h");
    expect(parse("nntp://h/a.b/0012").parts).toEqual({ newsgroupName: "a.b", articleNumber: "0012" });
    expect(parse("telnet://guest@h").parts).toEqual({});
    expect(parse("wais://h/db?two%20words").parts).toMatchObject({ database: "db", search: "two words" });
    expect(parse("prospero://h//a;b=1").parts).toEqual({
      hsoname: "/a",
      fieldspecs: [{ fieldname: "b", fieldvalue: "1" }],
    });
  });

  test("keeps the text", () => {
    for (const text of ["FTP://H:/%7e;TYPE=A", "gopher://h/%31", "X:y"])
      expect(String(parse(text))).toBe(text);
  });

  test("formats, normalizes, resolves, and plans", () => {
    expect(format("ftp", { host: "h", cwds: ["a/b"], name: "c d" })).toBe("ftp://h/a%2Fb/c%20d");
    expect(normalize("GOPHER://H:70/1")).toBe("gopher://h/");
    expect(String(resolve("ftp://h/a/b", "../c"))).toBe("ftp://h/c");
    expect(plan("gopher://h/0/a").steps.map((step) => (step.do === "send" ? step.text : step.do))).toContain(
      "/a",
    );
    expect(tryParse("ftp://h/;type=q")).toMatchObject({ ok: false, problems: [{ code: "bad-ftp-type" }] });
  });
});

describe("opening", () => {
  test("get and list work with only an import", async () => {
    const welcome = await get(`${ftpServer.origin}/welcome.txt`);
    expect(await welcome.text()).toMatch(/^Welcome, reader\.\n/);
    expect(await welcome.complete).toBe(true);
    const names: string[] = [];
    for await (const { name } of list(`${gopherServer.origin}/1/poems`)) names.push(name);
    expect(names).toEqual(["tide.txt", "percent.txt"]);
  });

  test("accepts policy, limits, and credentials", async () => {
    const strict = createAnyurl({ policy: "untrusted" });
    await expect(strict.get(`${ftpServer.origin}/welcome.txt`)).rejects.toMatchObject({
      code: "port-blocked",
    });
    const small = createAnyurl({ limits: { maxBytes: 10 } });
    const welcome = await small.get(`${ftpServer.origin}/welcome.txt`);
    await expect(welcome.bytes()).rejects.toMatchObject({ code: "too-large" });
    const asking = createAnyurl({ credentials: () => ({ password: "s3cr:t@/%" }) });
    const where = await asking.get(`ftp://alice@${ftpServer.host}:${ftpServer.port}/where.txt`);
    expect(await where.text()).toContain("house of alice");
  });

  test("opens URLs through the given transport", async () => {
    const names: string[] = [];
    const transport = {
      resolve: async (name: string) => {
        names.push(name);
        return [];
      },
      connect: () => Promise.reject(new Error("nowhere")),
    };
    await expect(createAnyurl({ transport }).get("ftp://ftp.example/x")).rejects.toMatchObject({
      code: "connect-failed",
    });
    expect(names).toEqual(["ftp.example"]);
  });

  test.each(["ftp", "gopher"] as const)(
    "returns more small unread bodies than connections (%s)",
    async (scheme) => {
      const url = scheme === "ftp" ? `${ftpServer.origin}/welcome.txt` : `${gopherServer.origin}/1/poems`;
      const all = [];
      for (let i = 0; i < 7; i++) all.push(await get(url));
      const texts = await Promise.all(all.map((each) => each.text()));
      expect(new Set(texts).size).toBe(1);
      expect(texts[0]!.length).toBeGreaterThan(0);
    },
  );

  test("fails with unsupported if a scheme lacks the operation", async () => {
    const loose: string = "gopher://127.0.0.1/0x";
    await expect(createAnyurl().remove(loose)).rejects.toMatchObject({
      code: "unsupported",
      operation: "remove",
    });
    await expect(get("x-unheard:a" as string)).rejects.toMatchObject({ code: "unknown-scheme" });
  });
});

describe("createAnyurl", () => {
  test("has fetch for every scheme, and every operation of a client", async () => {
    const anyurl = createAnyurl();
    const { fetch } = anyurl;
    const response = await fetch(`${ftpServer.origin}/welcome.txt`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(await (await get(`${ftpServer.origin}/welcome.txt`)).text());
    expect((await fetch(`${gopherServer.origin}/`)).headers.get("content-type")).toMatch(
      /^application\/json/,
    );
    expect((await fetch(`${ftpServer.origin}/nosuch`)).status).toBe(404);
    for (const name of ["get", "stat", "put", "append", "copy", "remove", "rename", "send", "open", "list"])
      expect(anyurl).toHaveProperty(name, expect.any(Function));
  });

  const mine = defineScheme({
    name: "x-mine",
    cite: ["none"],
    parse: (url): { readonly word: string } => ({ word: url.path }),
    format: ({ word }) => `x-mine:${word}`,
    examples: [],
  });

  test("accepts further schemes, with types", () => {
    const urls = createAnyurl({ schemes: [mine] });
    const word: string = urls.parse("x-mine:abc").parts.word;
    expect(word).toBe("abc");
    expect(urls.parse("ftp://h/x").parts.name).toBe("x");
    expect(urls.format("x-mine", { word: "abc" })).toBe("x-mine:abc");
  });

  test("rejects a second scheme for a name without override", () => {
    const other = defineScheme({ ...definition(), name: "ftp" });
    expect(() => createAnyurl({ schemes: [other] })).toThrow(
      expect.objectContaining({ code: "scheme-taken" }),
    );
    expect(createAnyurl({ schemes: [override(other)] }).scheme("ftp")).toMatchObject({ cite: ["none"] });
  });

  test.each(["http", "https", "file"])(
    "lets a plugin take over %s only with the consent of the program",
    (name) => {
      const other = override(defineScheme({ ...definition(), name }));
      expect(() => createAnyurl({ schemes: [other] })).toThrow(
        expect.objectContaining({ code: "scheme-taken", hint: expect.stringContaining(`allowOverride`) }),
      );
      const urls = createAnyurl({ schemes: [other], allowOverride: [name] });
      expect(urls.scheme(name)).toMatchObject({ cite: ["none"] });
    },
  );

  test("opens a taken-over name with the scheme that took it over", async () => {
    const access = async () => ({
      get: async () => ({
        body: (async function* () {
          yield octetsOf("mine");
        })(),
      }),
    });
    const other = override(defineScheme({ ...definition(), name: "http", access: access as never }));
    const urls = createAnyurl({ schemes: [other], allowOverride: ["http"] });
    expect(await (await urls.get("http://h.example/" as string)).text()).toBe("mine");
  });

  test("returns functions that can be destructured", () => {
    const { parse: read, names } = createAnyurl({ schemes: [mine] });
    expect(read("x-mine:abc").parts).toEqual({ word: "abc" });
    expect(names()).toContain("x-mine");
  });

  function definition() {
    return { cite: ["none"], parse: () => ({}), format: () => "ftp://h/", examples: [] };
  }
});

test("types follow from literal texts", () => {
  const typecode: "a" | "i" | "d" | undefined = parse("ftp://h/x;type=a").parts.typecode;
  expect(typecode).toBe("a");
  const loose: string = "ftp://h/x";
  // @ts-expect-error: the parts of a string that is not a literal are unknown
  void (() => parse(loose).parts.typecode);
  // @ts-expect-error: undefined is not a source
  void (() => createAnyurl().put("ftp://h/x", undefined));
  // @ts-expect-error: a gopher URL has no typecode
  void (() => parse("gopher://h/").parts.typecode);
  expect(ftp.is(parse("ftp://h/"))).toBe(true);
});

test("importing has no side effects, and loads no network code", () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    const { parse } = await import("anyurl");
    parse("ftp://h/x");
    console.log(JSON.stringify(loaded.filter((url) => /^node:|client\\/src\\/(?:index|client|scheme-client|call\\/call)\\.ts|transport-node\\/src|access\\.ts/.test(url))));
  `;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "-C", "anyurl-source", "-e", script],
    {
      cwd: HERE,
      encoding: "utf8",
    },
  );
  expect({ stdout, stderr }).toEqual({ stdout: "[]\n", stderr: "" });
});

describe("a tree with a login", () => {
  const login = () => `ftp://alice:s3cr%3At%40%2F%25@${ftpServer.host}:${ftpServer.port}/`;
  const text = async (source: AsyncIterable<Uint8Array>) => {
    let all = "";
    for await (const octets of source) all += new TextDecoder().decode(octets);
    return all;
  };

  test("is listed, walked, read, and copied with the password of its URL", async () => {
    const directory = await mkdtemp(join(tmpdir(), "anyurl-login-"));
    try {
      const any = createAnyurl({ policy: { files: { roots: [directory], write: true } } });
      const files: string[] = [];
      for await (const entry of any.list(login()))
        if (entry.kind === "file") files.push(await text((await any.get(entry)).chunks()));
      expect(files.length).toBeGreaterThan(0);
      const walked: string[] = [];
      for await (const { path } of any.walk(login())) walked.push(path.join("/"));
      const copied: string[] = [];
      for await (const { did, path } of any.copyTree(login(), `file://${directory}/`))
        copied.push(`${did} ${path.join("/")}`);
      expect(copied.filter((line) => !/^(?:copied|made) /.test(line))).toEqual([]);
      // Files are copied at once, and the first one to end is reported first.
      expect(copied.map((line) => line.split(" ")[1]).sort()).toEqual(walked.sort());
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
