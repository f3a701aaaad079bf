import { createAnyurl } from "anyurl";
import { createAnyurlFrom, SCHEME_LOADERS } from "anyurl/lazy";
import { expect, test } from "vitest";

test("loads every scheme of this package by its name, in the same order", async () => {
  const urls = createAnyurl();
  expect([...SCHEME_LOADERS.keys()]).toEqual(urls.names());
  for (const [name, load] of SCHEME_LOADERS) expect(await load()).toBe(urls.scheme(name));
});

test("an anyurl of one scheme has only that scheme", async () => {
  const one = createAnyurlFrom([await SCHEME_LOADERS.get("gopher")!()]);
  expect(one.names()).toEqual(["gopher", "gophers"]);
  expect(one.parse("gopher://h.example/0x").parts).toMatchObject({ gophertype: "0", selector: "x" });
  expect(one.parse("ftp://h.example/x").parts).toBeUndefined();
  await expect(one.get("ftp://h.example/x")).rejects.toMatchObject({ code: "scheme-not-installed" });
  await one.close();
});
