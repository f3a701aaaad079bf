import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { octetsOf, textOf } from "@anyurl/core";
import { type FtpServer, startFtpServer, startGopherServer } from "@anyurl/servers";
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { createAnyurl, type Entry } from "../src/index.ts";

const PASSWORD = "s3cr:t@/%";
const LOGIN = "alice:s3cr%3At%40%2F%25@";

let server: FtpServer;
beforeEach(async () => {
  server = await startFtpServer({ writable: true });
});
afterEach(() => server.close());

/** The URL of alice's home, with these userinfo characters. */
const home = (login = LOGIN) => `ftp://${login}${server.host}:${server.port}/` as const;
/** The commands of each control connection. */
const commands = () => server.received.map((lines) => lines.map((line) => textOf(line)));
const logins = () => commands().flatMap((lines) => lines.filter((line) => line.startsWith("PASS ")));

async function all<T>(sequence: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of sequence) items.push(item);
  return items;
}

async function* once(text: string): AsyncGenerator<Uint8Array, void, void> {
  yield octetsOf(text);
}

/** Runs work with an empty local directory. */
async function withDirectory(
  work: (path: string, url: `file:${string}`, any: ReturnType<typeof createAnyurl>) => Promise<void>,
): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), "anyurl-view-"));
  try {
    await using any = createAnyurl({ policy: { files: { roots: [path], write: true } } });
    await work(path, `${pathToFileURL(path).href}/` as `file:${string}`, any);
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

describe("a view", () => {
  test("takes references relative to its base (RFC 3986 §5), and logs in once on one connection", async () => {
    await using any = createAnyurl();
    await using at = any.at(home());
    await at.makeDirectory("docs/");
    await at.put("docs/a.txt", once("one"));
    await at.append("docs/a.txt", once(" two"));
    await at.rename("docs/a.txt", "docs/b.txt");
    expect(await (await at.get("docs/../docs/b.txt")).text()).toBe("one two");
    expect(await at.stat("docs/b.txt")).toMatchObject({ kind: "file", size: 7 });
    const [entry] = await all(at.list("docs/"));
    expect(await (await at.get(entry!)).text()).toBe("one two");
    expect((await all(at.walk(""))).map(({ path }) => path.join("/"))).toContain("docs/b.txt");
    await at.remove("docs/b.txt");
    expect(logins()).toEqual([`PASS ${PASSWORD}`]);
    expect(server.received).toHaveLength(1);
  });

  test("copies a tree in both directions over one connection", async () => {
    await withDirectory(async (path, url, any) => {
      await using at = any.at(home());
      await at.makeDirectory("site/");
      await at.makeDirectory("site/sub/");
      for (const name of ["1", "2", "3"]) await at.put(`site/sub/${name}.txt`, once(name));
      const done = await all(at.copyTree("site/", url));
      expect(done.map(({ did }) => did)).toEqual(["made", "copied", "copied", "copied"]);
      expect(readFileSync(join(path, "sub/2.txt"), "utf8")).toBe("2");
      await at.makeDirectory("mirror/");
      expect((await all(at.copyTree(url, "mirror/"))).map(({ did }) => did)).not.toContain("skipped");
      expect(await (await at.get("mirror/sub/3.txt")).text()).toBe("3");
    });
    expect([server.received.length, logins().length]).toEqual([1, 1]);
  });

  test("asks the credentials callback once", async () => {
    let asked = 0;
    await using any = createAnyurl({
      credentials: async ({ host, attempt }) => {
        asked++;
        return host === server.host && attempt === 1 ? { password: PASSWORD } : undefined;
      },
    });
    await using at = any.at(home("alice@"), { idle: 0 });
    await Promise.all(
      [at.stat("poems/"), at.stat("poems/"), at.stat("poems/")].map((each) => each.catch(() => {})),
    );
    await all(at.list(""));
    expect(asked).toBe(1);
    expect(new Set(logins())).toEqual(new Set([`PASS ${PASSWORD}`]));
  });

  test("asks the credentials callback again after a rejected answer", async () => {
    const answers = ["wrong", PASSWORD];
    await using any = createAnyurl({ credentials: () => ({ password: answers.shift()! }) });
    await using at = any.at(home("alice@"), { idle: 0 });
    await expect(all(at.list(""))).rejects.toMatchObject({ code: "auth-failed" });
    for (let i = 0; i < 2; i++) await all(at.list(""));
    expect(logins()).toEqual(["PASS wrong", `PASS ${PASSWORD}`, `PASS ${PASSWORD}`]);
  });

  test("gives its login to no other host, port, scheme, or user", async () => {
    await using other = await startFtpServer({ accounts: {} });
    await using menu = await startGopherServer();
    await using any = createAnyurl();
    await using at = any.at(home());
    await all(at.list(`${other.origin}/`));
    await all(at.list(`ftp://${server.host}:${server.port}/`));
    await all(at.list(`//${server.host}:${server.port}/`));
    expect(logins()).toEqual(["PASS anonymous@", "PASS anonymous@"].slice(0, logins().length));
    await all(at.list(`ftp://bob@${server.host}:${server.port}/`)).catch(() => {});
    await all(at.list(`ftp://alice@localhost:${other.port}/`)).catch(() => {});
    await (await at.get(`${menu.origin}/`)).text();
    const heard = [...server.received, ...other.received, ...menu.received]
      .flat()
      .map((line) => textOf(line));
    expect(heard.filter((line) => line.includes("s3cr"))).toEqual([]);
    // The text of an entry's URL has the user and not the password.
    await all(at.list(`ftp://alice@${server.host}:${server.port}/`));
    expect(logins().at(-1)).toBe(`PASS ${PASSWORD}`);
  });

  test("closes its connections when it is disposed of, and leaves those of other calls", async () => {
    await using any = createAnyurl();
    await all(any.list(home()));
    {
      await using one = any.at(home());
      await using two = any.at(home());
      await all(one.list(""));
      await all(two.list(""));
      await expect.poll(() => server.live).toBe(3);
    }
    await expect.poll(() => server.live).toBe(1);
    await all(any.list(home()));
    expect(server.received).toHaveLength(3);
  });

  test("closes its connections together with the client", async () => {
    const any = createAnyurl();
    const at = any.at(home());
    await all(at.list(""));
    await any.close();
    await expect.poll(() => server.live).toBe(0);
    await all(at.list(""));
    await expect.poll(() => server.live).toBe(0);
  });

  test("counts its connections in the limits of the client", async () => {
    await using any = createAnyurl({ connections: { total: 1 } });
    await using one = any.at(home());
    await using two = any.at(home());
    for (let i = 0; i < 2; i++) {
      await all(one.list(""));
      await all(two.list(""));
    }
    // The server sees the end of the connection that made room a little later.
    await expect.poll(() => server.live).toBe(1);
  });

  test("shows no password in a print or an error", async () => {
    await using any = createAnyurl();
    await using at = any.at(home());
    await all(at.list(""));
    const error = await at.get("nothing").catch((reason: unknown) => reason);
    const shown = [
      inspect(at, { depth: 9, showHidden: true }),
      String(at),
      JSON.stringify(at),
      inspect(error),
    ];
    for (const text of shown) expect(text).not.toMatch(/s3cr/);
  });

  test("rejects an invalid base and an unknown option at once", () => {
    const any = createAnyurl();
    expect(() => any.at("docs/" as string)).toThrow(expect.objectContaining({ code: "no-scheme" }));
    // @ts-expect-error no such option
    expect(() => any.at(home(), { idel: 1 })).toThrow(expect.objectContaining({ code: "bad-option" }));
  });

  test("has the operations of the scheme of its base", () => {
    const any = createAnyurl();
    const ftp = any.at("ftp://h.example/pub/");
    expectTypeOf(ftp.list("docs/")).toEqualTypeOf<AsyncGenerator<Entry, void, void>>();
    expectTypeOf(ftp).toHaveProperty("copyTree");
    expectTypeOf(ftp).not.toHaveProperty("search");
    expectTypeOf(any.at("gopher://h.example/")).not.toHaveProperty("put");
    expectTypeOf(any.at("ftp://h.example/" as string)).toHaveProperty("search");
    // @ts-expect-error not an option of ftp
    void (() => ftp.get("a", { options: { ftpp: true } }));
  });
});

describe("the login of a URL", () => {
  test("is used for the entries of its directory, in walks, and in copies", async () => {
    await withDirectory(async (path, url, any) => {
      await any.makeDirectory(`${home()}docs/`);
      await any.put(`${home()}docs/a.txt`, once("one"));
      for await (const entry of any.list(`${home()}docs/`))
        expect(await (await any.get(entry)).text()).toBe("one");
      expect((await all(any.walk(home()))).map(({ path }) => path.join("/"))).toContain("docs/a.txt");
      await all(any.copyTree(home(), url));
      expect(readFileSync(join(path, "docs/a.txt"), "utf8")).toBe("one");
    });
    expect(new Set(logins())).toEqual(new Set([`PASS ${PASSWORD}`]));
  });
});
