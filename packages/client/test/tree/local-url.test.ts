import { createRegistry } from "@anyurl/core";
import { file } from "@anyurl/scheme-file";
import { ftp } from "@anyurl/scheme-ftp";
import { news } from "@anyurl/scheme-news";
import { expect, it } from "vitest";
import { isLocal } from "../../src/tree/links.ts";

const registry = createRegistry(file, ftp, news);

it.each([
  ["file:///srv/", true],
  ["file:/srv/", true],
  ["file://localhost/srv/", true],
  ["file://host.example/srv/", false],
  ["ftp://host.example/srv/", false],
  // The server is in the settings, and gives the names.
  ["news:comp.lang.c", false],
])("a tree is of this machine only if its URL is: %s", (url, expected) => {
  expect(isLocal(url, registry)).toBe(expected);
});
