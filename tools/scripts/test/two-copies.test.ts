/**
 * ADR 18: a scheme works with a registry, a client, and an exam that were built against another copy of core. The scheme
 * here is a bundle with a copy of core inside, as npm installs one beside another version.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@anyurl/client";
import * as core from "@anyurl/core";
import { gopher as ours } from "@anyurl/scheme-gopher";
import { describeScheme, memoryTransport, replayTranscripts } from "@anyurl/testkit";
import { build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const GOPHER = pathToFileURL(join(ROOT, "packages/scheme-gopher/")).href;
const ENTRY = `
export * as core from "@anyurl/core";
export { gopher } from "@anyurl/scheme-gopher";
import { defineScheme } from "@anyurl/core";
import { templateSyntax } from "@anyurl/core/template";
export const note = defineScheme({
  name: "x-note",
  defaultPort: 4545,
  cite: ["README"],
  ...templateSyntax("x-note://{host}[:{port}]/{name}"),
  examples: [{ url: "x-note://h.example/a", title: "a note" }],
});
`;

const folder = await mkdtemp(join(tmpdir(), "anyurl-"));
const outfile = join(folder, "plugin.mjs");
await build({
  ...{ stdin: { contents: ENTRY, resolveDir: ROOT }, outfile, bundle: true, format: "esm" },
  ...{ platform: "node", conditions: ["anyurl-source"], logLevel: "error" },
});
const other = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as {
  readonly core: typeof core;
  readonly gopher: typeof ours;
  readonly note: core.Scheme<"x-note", { readonly name: string }>;
};
const { gopher, note } = other;
afterAll(() => rm(folder, { recursive: true }));

const URL_TEXT = "gopher://h.example/7/find%09blue%20whale";

describe("with a scheme of another copy of core", () => {
  it("is told apart from the scheme of this copy", () => {
    expect(other.core.defineScheme).not.toBe(core.defineScheme);
    expect(gopher).not.toBe(ours);
  });

  it("`is` knows the URLs that a registry of this copy has parsed by it", () => {
    const url = core.createRegistry(gopher, note).parse(URL_TEXT);
    expect(gopher.is(url)).toBe(true);
    expect(ours.is(url)).toBe(false);
    expect(note.is(url)).toBe(false);
    expect(ours.is(core.createRegistry(ours).parse(URL_TEXT))).toBe(true);
    expect(gopher.is(core.createRegistry(ours).parse(URL_TEXT))).toBe(false);
    expect(gopher.is(core.createRegistry(core.override(gopher)).parse(URL_TEXT))).toBe(true);
    expect(gopher.is(core.createRegistry(other.core.override(gopher)).parse(URL_TEXT))).toBe(true);
  });

  it("a template knows the rules of its own scheme", () => {
    const urls = core.createRegistry(note);
    expect(urls.normalize("x-note://H.example:4545/a")).toBe("x-note://h.example/a");
    expect(urls.tryParse("x-note://h.example/a?b").problems).toMatchObject([{ cite: "README" }]);
  });

  it("a URL keeps its meaning in the registry of the other copy", () => {
    const here = core.createRegistry(ours);
    // RFC 1738 §2.2 escapes "~", and RFC 3986 §2.3 does not.
    const strict = other.core.createRegistry(gopher).parse("gopher://h.example/0%7e", { profile: "rfc1738" });
    expect(here.normalize(strict)).toBe("gopher://h.example/0%7E");
    expect(here.normalize(strict, { profile: "rfc3986" })).toBe("gopher://h.example/0~");
  });

  it("errors are recognized by name and code", () => {
    const urls = core.createRegistry(gopher);
    const error = thrownBy(() => urls.parse("gopher://h.example:x/"));
    expect(core.isSyntaxError(error)).toBe(true);
    expect(other.core.isSyntaxError(error)).toBe(true);
  });

  it("a client opens its URLs", async () => {
    const transport = memoryTransport({ names: { "h.example": ["127.0.0.1"] } });
    transport.listen("127.0.0.1", 70, async (peer) => {
      await peer.receive();
      await peer.send(core.octetsOf("The tide.\r\n.\r\n"));
      peer.end();
    });
    const client = createClient({ schemes: [gopher], transport });
    expect(await (await client.get("gopher://h.example/0/poem")).text()).toBe("The tide.\r\n");
  });
});

describeScheme(note, [{ rule: "README", url: "x-note://h.example/a", parts: { name: "a" } }], undefined, {
  runs: 100,
});
replayTranscripts(new URL("test/transcripts/", GOPHER), { scheme: gopher });

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("expected an error");
}
