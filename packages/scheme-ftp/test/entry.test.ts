import { createRegistry } from "@anyurl/core";
import { expect, it } from "vitest";
import { entriesIn } from "../src/entry.ts";
import { type FtpUrl, ftp } from "../src/index.ts";

it("gives no URL to an entry whose name servers read as the home directory", () => {
  const url = createRegistry(ftp).parse("ftp://h.example/pub/") as FtpUrl;
  const entryOf = entriesIn(url);
  expect(entryOf({ name: "~", kind: "directory" })).toMatchObject({
    url: undefined,
    unsafe: expect.stringContaining("home directory"),
  });
  expect(entryOf({ name: "~a", kind: "file" }).url).toBe("ftp://h.example/pub/~a");
});
