import { describe, expect, it } from "vitest";
import { VERBS } from "../src/verbs/verbs.ts";
import { run } from "./captured.ts";

/** Title, clipboard, clear screen, C1, bidi, a line of its own. */
const PAYLOADS = ["\x1b]0;x\x07", "\x1b]52;c;eA==\x07", "\x1b[2J", "\x9b2J", "\u202egpj", "x\nanyurl: done"];

/** Command lines that fail before anything is opened. */
const LINES: readonly (readonly [
  name: string,
  line: (verb: string, payload: string) => readonly string[],
])[] = [
  ["an unknown option", (verb, payload) => [verb, `--${payload}`]],
  ["an unknown option with a value", (verb, payload) => [verb, `--nonesuch=${payload}`]],
  ["an unknown short option", (verb, payload) => [verb, `-${payload}`]],
  ["too many arguments", (verb, payload) => [verb, ...Array(4).fill(payload)]],
  ["an option of a scheme", (verb, payload) => [verb, "--option", `${payload}=y`, "x:y", "x:y"]],
  ["a time", (verb, payload) => [verb, "--max-time", payload, "x:y", "x:y"]],
  ["a limit", (verb, payload) => [verb, `--limit=${payload}`, "x:y", "x:y"]],
  ["a choice", (verb, payload) => [verb, "--level", payload, "x:y", "x:y"]],
  ["a port", (verb, payload) => [verb, "--port", payload, "x:y"]],
  ["a config file", (verb, payload) => [verb, "--config", `/nonesuch/${payload}`, "x:y", "x:y", "x:y"]],
];

/** Control characters for a terminal, except the line end after a message. */
const LIVE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e]/;

describe("a usage error", () => {
  it.each(LINES)("escapes control characters in %s, for every verb", async (_, line) => {
    for (const { name: verb } of VERBS) {
      for (const payload of PAYLOADS) {
        const { status, out, err } = await run(line(verb, payload), {
          terminal: true,
          env: { NO_COLOR: "1" },
        });
        expect(`${out}${err}`, JSON.stringify(line(verb, payload))).not.toMatch(LIVE);
        expect(`${out}${err}`).not.toMatch(/^anyurl: done/m);
        if (status === 0) expect(["doctor", "help"]).toContain(verb);
      }
    }
  });

  it("escapes control characters in an unknown command", async () => {
    for (const payload of PAYLOADS) {
      const { status, err } = await run([payload]);
      expect(status).toBe(2);
      expect(err).not.toMatch(LIVE);
    }
    expect((await run(["\x1b]0;x"])).err).toBe("anyurl: unknown command '\\x1b]0;x'\n");
  });

  it.each([
    [["ftp://bob:hunter22@h/"]],
    [["ftp:bob:hunter22@h/"]],
    [["bob:hunter22@h"]],
    [["schemes", "ftp://bob:hunter22@h/"]],
    [["parse", "ftp://bob@h/", "ftp://bob:hunter22@h/"]],
    [["open", "ftp://bob@h/", "ftp:bob:hunter22@h/", "hunter22"]],
    [["get", "--password=hunter22", "ftp://h/"]],
    [["get", "-password=hunter22", "ftp://h/"]],
    [["get", "--option", "9=hunter22", "ftp://h/"]],
    [["get", "--option", "hunter22", "ftp://h/"]],
    [["get", "--option=9 password=hunter22", "ftp://h/"]],
    [["get", "--option", "it's=hunter22' is invalid. ", "ftp://h/"]],
    [["get", "--max-time", "http://bob:hunter22@proxy/", "ftp://h/"]],
    [["get", "--proxy", "http://bob:hunter22@proxy/", "ftp://h/"]],
    [["get", "--proxy", "socks9://bob:hunter22@proxy/", "ftp://h/"]],
    [["build", "ftp", "host=h", "user=u", "password:=hunter22"]],
    [["completion", "bob:hunter22@h"]],
    [["send", "--tls", "ftp://bob:hunter22@h/", "mailto:a@b"]],
  ])("%j keeps the secret", async (argv) => {
    const { status, out, err } = await run(argv);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).not.toContain("hunter22");
  });

  it("shows what is not a secret", async () => {
    expect((await run(["get", "--option", "9=x", "ftp://h/"])).err).toContain("argument '9=***' is invalid");
    expect((await run(["get", "--max-time", "soon", "ftp://h/"])).err).toContain("'soon' is invalid. ");
    expect((await run(["pars"])).err).toBe("anyurl: unknown command 'pars'\n(Did you mean parse?)\n");
    expect((await run(["parse", "--jsn=1"])).err).toContain("unknown option '--jsn=***'");
    expect((await run(["parse", "a", "b"])).err).toContain("Expected 1 argument but got 2.\n");
  });

  it("cuts a long value", async () => {
    expect((await run(["x".repeat(5000)])).err.length).toBeLessThan(200);
  });
});
