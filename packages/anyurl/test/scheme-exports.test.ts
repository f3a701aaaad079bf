import type { Scheme } from "@anyurl/core";
import { expect, test } from "vitest";
import * as anyurl from "../src/index.ts";

const { createAnyurl, file, fromPath, parse, toPath } = anyurl;

test("converts file names to URLs and back without another package", () => {
  const url = parse(fromPath("/srv/pub/a b#1.txt", { system: "posix" }));
  expect(String(url)).toBe("file:///srv/pub/a%20b%231.txt");
  expect(file.is(url) && toPath(url, { system: "posix" })).toBe("/srv/pub/a b#1.txt");
});

test("exports each scheme as a value under the name of its package", () => {
  const values: readonly unknown[] = Object.values(anyurl);
  const schemes = values.filter(
    (value): value is Scheme => typeof value === "object" && value !== null && "names" in value,
  );
  expect(schemes.flatMap(({ names }) => names).sort()).toEqual([...createAnyurl().names()].sort());
});
