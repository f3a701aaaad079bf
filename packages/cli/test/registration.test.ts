import { describe, expect, test } from "vitest";
import { run } from "./captured.ts";

test("an unknown scheme names what IANA says, the search for a plugin, and the command that installs it", async () => {
  const { status, err } = await run(["get", "acap://h.example/"]);
  expect(status).toBe(4);
  expect(err.replace(/\s+/g, " ")).toContain(
    'hint: the IANA status of the name is permanent (RFC 2244); run "npm search keywords:anyurl-scheme acap" to find a plugin, and "anyurl plugins add" to install it',
  );
  const unregistered = await run(["get", "x-absent:a"]);
  expect(unregistered.err).toContain('hint: run "npm search keywords:anyurl-scheme x-absent" to find');
});

/** The names that RFC 1738 §4 reserves, and that no document defines: URL, normal form, and what to use. */
const WITHOUT_DEFINITION: readonly (readonly [url: string, normal: string, says: string])[] = [
  ["afs://cell.example/path", "afs://cell.example/path", "provisional (RFC 1738)"],
  ["afs:/x", "afs:/x", "provisional (RFC 1738)"],
  ["mailserver:x", "mailserver:x", "use mailto (RFC 6196 §1)"],
  ["mailserver:", "mailserver:", "use mailto (RFC 6196 §1)"],
  ["z39.50://h.example/x", "z39.50://h.example/x", "use z39.50r or z39.50s (RFC 2056 §3, §4)"],
  ["Z39.50://H.Example/X", "z39.50://h.example/X", "use z39.50r or z39.50s (RFC 2056 §3, §4)"],
  ["z39.50:", "z39.50:", "use z39.50r or z39.50s (RFC 2056 §3, §4)"],
];

describe.each(WITHOUT_DEFINITION)("%s, a name without a definition", (url, normal, says) => {
  const plain = (text: string) => text.replace(/\s+/g, " ");

  test("has generic syntax", async () => {
    expect(await run(["norm", url])).toMatchObject({ status: 0, out: `${normal}\n`, err: "" });
    expect((await run(["same", url, normal])).status).toBe(0);
  });

  test.each(["explain", "check"])("%s tells what the registry says", async (verb) => {
    const { status, out } = await run([verb, url]);
    expect(status).toBe(0);
    expect(plain(out)).toContain("is not supported, so this is the generic syntax");
    expect(plain(out)).toContain(says);
  });

  test.each(["get", "stat", "plan"])("%s refuses it, and tells what the registry says", async (verb) => {
    const { status, err } = await run([verb, url]);
    expect(status).toBe(4);
    expect(plain(err)).toContain("unknown-scheme");
    expect(plain(err)).toContain(says);
  });

  test("help tells what the registry says", async () => {
    const { status, err } = await run(["help", url.slice(0, url.indexOf(":"))]);
    expect(status).toBe(2);
    expect(plain(err)).toContain(says);
  });
});

describe("a scheme of a package that the command does not load", () => {
  const HINT = 'hint: run "anyurl plugins add @anyurl/scheme-sip"';

  test.each(["get", "plan"])("%s names the plugin", async (verb) => {
    const { status, err } = await run([verb, "sip:alice@h.example"]);
    expect(status).toBe(4);
    expect(err).toContain(HINT);
  });

  test.each(["explain", "check"])("%s names the plugin", async (verb) => {
    expect((await run([verb, "sip:alice@h.example"])).out).toContain(HINT);
  });
});

test("an operation of a scheme for programs names the command that runs one", async () => {
  const { err } = await run(["get", "tel:+1-201-555-0123"]);
  expect(err).toContain("anyurl open --program");
  expect((await run(["help", "tel"])).out).toMatch(/Commands:\n {2}open --program\n/);
});
