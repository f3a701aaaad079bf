import { createClient } from "@anyurl/client";
import type { FileEntry, Files } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { file } from "../src/index.ts";
import { collected, source } from "./world.ts";

const FACTS = { kind: "file", size: 0, modified: new Date(0) } as const;

/** Files of a Windows machine that record all requests. */
function windows(roots: readonly string[] = ["C:\\"], entries: readonly string[] = []) {
  const asked: string[] = [];
  const note = async (path: string) => void asked.push(path);
  const files: Files = {
    system: "windows",
    open: async (path) => {
      await note(path);
      return {
        facts: FACTS,
        read: async () => 0,
        size: async () => 0,
        [Symbol.asyncDispose]: async () => {},
      };
    },
    facts: (path) => note(path).then(() => FACTS),
    async *entries(path) {
      await note(path);
      for (const name of entries) yield { name, facts: FACTS } satisfies FileEntry;
    },
    write: (path) => note(path),
    remove: (path) => note(path),
    rename: (path, to) => note(`${path} ${to}`),
    makeDirectory: (path) => note(path),
    below: () => files,
  };
  const no = async () => Promise.reject(new Error("there is no network"));
  const client = createClient({
    schemes: [file],
    transport: { resolve: no, connect: no, files },
    policy: { files: { roots, write: true } },
  });
  return { client, asked };
}

describe("a file on Windows", () => {
  it.each([
    ["file:///C:/a%20b/c.txt", "C:\\a b\\c.txt"],
    ["file:///c:/", "c:\\"],
    ["file:///c:/pub/", "c:\\pub\\"],
    ["file://localhost/c:/x", "c:\\x"],
    ["file:///c:/a/../b", "c:\\b"],
  ])("%s is %s", async (url, path) => {
    const { client, asked } = windows();
    await client.stat(url as "file:///");
    expect(asked).toEqual([path]);
  });

  it.each([
    ["file://server/share/x", "host-not-local"],
    ["file:////server/share/x", "host-not-local"],
    ["file://///server/share/x", "host-not-local"],
    ["file:///c:/CON", "unsafe-name"],
    ["file:///c:/x/nul.txt", "unsafe-name"],
    ["file:///c:/com1", "unsafe-name"],
    ["file:///c:/x.", "unsafe-name"],
    ["file:///c:/x%20", "unsafe-name"],
    ["file:///c:/x:stream", "separator-in-segment"],
    ["file:///c:/x::$DATA", "separator-in-segment"],
    ["file:///c:/x%5C..%5Cy", "separator-in-segment"],
    ["file:///c:/x%2Fy", "separator-in-segment"],
    ["file:///c:/x%00", "control-octet"],
    ["file:///c:/x%FF", "bad-path"],
    ["file:///c:/x%0A", "bad-path"],
    ["file:///c:/../x", "bad-path"],
    ["file:///x", "bad-path"],
    ["file:///", "bad-path"],
    ["file:///d:/x", "path-blocked"],
  ])("rejects %s without any file access: %s", async (url, code) => {
    const { client, asked } = windows();
    const target = url as "file:///";
    for (const call of [
      () => client.get(target),
      () => client.stat(target),
      async () => collected(client.list(target)),
      () => client.put(target, source("x")),
      () => client.append(target, source("x")),
      () => client.remove(target),
      () => client.rename(target, "file:///c:/y" as "file:///"),
      () => client.rename("file:///c:/y" as "file:///", target),
      () => client.makeDirectory(target),
    ])
      await expect(call()).rejects.toMatchObject({ code });
    expect(asked).toEqual([]);
  });

  it("never opens a UNC path", async () => {
    const { client, asked } = windows();
    const options = { localNames: "server" };
    await expect(client.stat("file:////server/share/x", { options })).rejects.toMatchObject({
      code: "host-not-local",
    });
    expect(asked).toEqual([]);
  });

  it("is in a root independent of case and slashes", async () => {
    const { client, asked } = windows(["c:/Pub"]);
    await client.stat("file:///C:/pub/x");
    expect(asked).toEqual(["C:\\pub\\x"]);
    await expect(client.stat("file:///C:/public/x")).rejects.toMatchObject({ code: "path-blocked" });
  });

  it("has a URL in a listing only if the URL can be opened", async () => {
    const names = ["a b.txt", "nul", "x.", "com1.log", "a:b", "\u00e9", "\ud800"];
    const { client } = windows(["C:\\"], names);
    const entries = await collected(client.list("file:///C:/pub/"));
    expect(entries.map(({ name, url, unsafe }) => [name, url, unsafe !== undefined])).toEqual([
      ["a b.txt", "file:///C:/pub/a%20b.txt", false],
      ["nul", undefined, true],
      ["x.", undefined, true],
      ["com1.log", undefined, true],
      ["a:b", undefined, true],
      ["\u00e9", "file:///C:/pub/%C3%A9", false],
      ["\ud800", undefined, true],
    ]);
  });

  it("equals the plan, including rejections", async () => {
    const { client, asked } = windows();
    for (const url of ["file:///C:/a%20b", "file:///C:/a/../b/", "file:///C:/%C3%A9"] as const) {
      await client.stat(url);
      const planned = client.registry
        .plan(url, "stat")
        .steps.find((step) => step.do === "file" && step.system === "windows");
      expect(asked.splice(0)).toEqual([planned?.do === "file" ? planned.path : undefined]);
    }
  });
});
