import { AccessError, defineScheme, type Url } from "@anyurl/core";
import { expect, it } from "vitest";
import { createClient } from "../../src/index.ts";
import { FakeTransport } from "../world.ts";

/** A client whose scheme records what it is asked for. */
function world() {
  const asked: string[] = [];
  const record =
    (operation: string) =>
    async ({ path }: Url) =>
      void asked.push(`${operation} ${path}`);
  const folder = defineScheme({
    name: "x-folder",
    cite: ["x-folder"],
    parse: () => ({}),
    format: () => "x-folder:/",
    isDirectory: ({ path }) => path.endsWith("/"),
    examples: [],
    access: async () =>
      ({
        ...Object.fromEntries(
          ["put", "append", "remove", "rename", "makeDirectory", "send"].map((each) => [each, record(each)]),
        ),
        get: async ({ path }: Url) => {
          if (path === "/nothing") throw new AccessError("not-found", "no such file");
          asked.push(`get ${path}`);
          return { body: (async function* () {})(), complete: Promise.resolve(true) };
        },
        async *list({ path }: Url) {
          asked.push(`list ${path}`);
          yield { name: "f", kind: "file", url: "x-folder:/a/f" };
        },
      }) as any,
  }) as any;
  return { asked, client: createClient({ schemes: [folder], transport: new FakeTransport() }) as any };
}
const rejected = expect.objectContaining({
  code: "fragment-not-allowed",
  hint: 'remove it, or write a "#" that is data as "%23"',
});
const all = async (source: AsyncIterable<unknown>) => {
  for await (const _ of source);
};

it.each([
  ["put", (client: any) => client.put("x-folder:/a#1.txt", "x")],
  ["append", (client: any) => client.append("x-folder:/a#1.txt", "x")],
  ["send", (client: any) => client.send("x-folder:/a#1", "x")],
  ["send without a message", (client: any) => client.send("x-folder:/a#1")],
  ["remove", (client: any) => client.remove("x-folder:/a#1.txt")],
  ["makeDirectory", (client: any) => client.makeDirectory("x-folder:/a#1/")],
  ["rename", (client: any) => client.rename("x-folder:/a#1.txt", "x-folder:/b")],
  ["rename to such a name", (client: any) => client.rename("x-folder:/b", "x-folder:/a#1.txt")],
  ["copy to it", (client: any) => client.copy("x-folder:/b", "x-folder:/a#1.txt")],
  ["walk, as before the removal of a tree", (client: any) => all(client.walk("x-folder:/a/#old/"))],
  ["copy of a tree", (client: any) => all(client.copyTree("x-folder:/a/#old/", "x-folder:/b/"))],
  ["copy of a tree to it", (client: any) => all(client.copyTree("x-folder:/b/", "x-folder:/a/#old/"))],
  ["sync", (client: any) => all(client.sync("x-folder:/a/#old/", "x-folder:/b/", { delete: true }))],
  ["sync to it", (client: any) => all(client.sync("x-folder:/b/", "x-folder:/a/#old/", { delete: true }))],
])("%s: rejects a URL with a fragment, and changes nothing (RFC 3986 §3.5)", async (_, call) => {
  const { asked, client } = world();
  await expect(call(client)).rejects.toEqual(rejected);
  // A sync lists its target first.
  expect(asked.filter((each) => !each.startsWith("list "))).toEqual([]);
});

it("an empty fragment is one, too", async () => {
  await expect(world().client.remove("x-folder:/a#")).rejects.toEqual(rejected);
});

it("what only reads accepts a fragment, which is for the reader", async () => {
  const { asked, client } = world();
  await client.get("x-folder:/a#top");
  await all(client.list("x-folder:/a/#top"));
  expect(asked).toEqual(["get /a", "list /a/"]);
});

it("a resource that is not found may have the # in its name", async () => {
  const { client } = world();
  await expect(client.get("x-folder:/nothing#1.txt")).rejects.toMatchObject({
    code: "not-found",
    hint: 'write a "#" that is data as "%23"',
  });
  await expect(client.get("x-folder:/nothing")).rejects.toMatchObject({ hint: undefined });
});
