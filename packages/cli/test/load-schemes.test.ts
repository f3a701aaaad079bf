import { SCHEME_LOADERS } from "anyurl/lazy";
import { describe, expect, it } from "vitest";
import { loadSchemes, type SchemeUse } from "../src/load-schemes.ts";
import { run } from "./captured.ts";

const ALL = new Set(SCHEME_LOADERS.values()).size;

async function loaded(use: SchemeUse): Promise<number | readonly string[]> {
  const { schemes } = await loadSchemes(use);
  return schemes.length === ALL ? ALL : schemes.map(({ names }) => names[0]!);
}

describe("a command that opens URLs", () => {
  it.each([
    [["ftp://h.example/a"], ["ftp"]],
    [
      ["https://h.example/a", "ftps://h.example/"],
      ["http", "ftp"],
    ],
    [["file:///a"], ["file"]],
    [
      ["ftp://h.example/a", "./a"],
      ["ftp", "file"],
    ],
  ])("loads only the schemes of %s, whose servers name no URLs of others", async (urls, names) => {
    expect(await loaded({ opens: true, urls })).toEqual(names);
  });

  it.each([
    ["a menu can lead to any scheme", { urls: ["gopher://h.example/"] }],
    ["a text can be short for a URL of another scheme", { urls: ["ftp://h.example/a", "h.example"] }],
    ["the user chooses more URLs", { urls: ["ftp://h.example/"], visits: true as const }],
    ["there is no URL", { urls: [] }],
  ])("loads all schemes if %s", async (_, use) => {
    expect(await loaded({ opens: true, ...use })).toBe(ALL);
  });

  it("loads the scheme that speaks to a proxy", async () => {
    const env = { ftp_proxy: "http://127.0.0.1:1" };
    const { out } = await run(["get", "--json", "--any-port", "ftp://h.example/a"], { env });
    expect(JSON.parse(out)).toMatchObject({ code: "connect-failed" });
  });
});
