import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Netrc, NetrcError, type NetrcLimits, parseNetrc } from "../../src/credentials/netrc.ts";
import { findNetrcEntry, netrcCredentials } from "../../src/credentials/netrc-lookup.ts";

/** Returns the entries as rows, because passwords are not enumerable. */
const rows = ({ entries }: Netrc) =>
  entries.map(({ host, login, password, account, line }) => [line, host, login, password, account]);

const failing = (text: string, limits?: NetrcLimits): NetrcError => {
  try {
    parseNetrc(text, limits);
  } catch (error) {
    if (error instanceof NetrcError) return error;
    throw error;
  }
  throw new Error("this was read");
};

describe("parseNetrc", () => {
  it("keeps the order of the entries, and reads words across line ends", () => {
    const text =
      "machine h.example login alice password one\r\nmachine\n h.example\tlogin bob\n password two\ndefault login x";
    expect(rows(parseNetrc(text))).toEqual([
      [1, "h.example", "alice", "one", undefined],
      [2, "h.example", "bob", "two", undefined],
      [5, undefined, "x", undefined, undefined],
    ]);
  });

  it("supports account, and entries without fields", () => {
    const text = "machine a account acct password p login l\nmachine b\nmachine c password p\n";
    expect(rows(parseNetrc(text))).toEqual([
      [1, "a", "l", "p", "acct"],
      [2, "b", undefined, undefined, undefined],
      [3, "c", undefined, "p", undefined],
    ]);
    expect(rows(parseNetrc(""))).toEqual([]);
  });

  it("skips a macro up to the blank line, with any content", () => {
    const text =
      "machine a login l\nmacdef init\nmachine evil login x password y\n# not a comment\n\n  password p\nmacdef last\nbin";
    expect(rows(parseNetrc(text))).toEqual([[1, "a", "l", "p", undefined]]);
  });

  it.each([
    ['"two words"', "two words"],
    ['"say \\"yes\\" \\\\ no"', 'say "yes" \\ no'],
    ['"a\\tb\\c"', "a\tbc"],
    ['""', ""],
    ["#hash", "#hash"],
    ["a#b", "a#b"],
    ['a"b', 'a"b'],
    ["a\\b", "a\\b"],
    ["password", "password"],
    ['"#"', "#"],
    ["pässwörd", "pässwörd"],
  ])("reads the value %s", (written, value) => {
    expect(rows(parseNetrc(`machine h login l password ${written} account a`))).toEqual([
      [1, "h", "l", value, "a"],
    ]);
  });

  it("skips comments where a value is not due", () => {
    const text = "\ufeff# machine no login no\nmachine h # password no\n#\n login l #x\n password #p\n";
    expect(rows(parseNetrc(text))).toEqual([[2, "h", "l", "#p", undefined]]);
  });

  it.each([
    ["machine h login l password my secret", "unknown-word", 1],
    ["\n\nmachine h user l", "unknown-word", 3],
    ['"machine" h', "unknown-word", 1],
    ["machine h login l password", "missing-value", 1],
    ["machine", "missing-value", 1],
    ['machine "" login l', "missing-value", 1],
    ["machine h\nmacdef\nx\n\n", "missing-value", 2],
    ["login l password secret", "no-machine", 1],
    ["default login l\nmachine h login l", "after-default", 2],
    ["default login l\ndefault login l", "after-default", 2],
    ["machine h login l\nlogin k password secret", "given-twice", 2],
    ['machine h password "secret', "bad-quote", 1],
    ['machine h password "secret\n"', "bad-quote", 1],
    ['machine h password "my"secret', "bad-quote", 1],
    ['machine h password "secret\\', "bad-quote", 1],
    ['machine h password "secret\\r\\nDELE x"', "control-octet", 1],
    ['machine h login "a\\n"', "control-octet", 1],
    ["machine h\npassword a\0secret", "control-octet", 2],
    ["machine h login machine k login l password secret", "unknown-word", 1],
  ])("refuses %j", (text, code, line) => {
    expect(failing(text).problems[0]).toMatchObject({ code, line });
    expect(failing(text).message).toMatch(`line ${line}: `);
  });

  it("reports each invalid line, but at most twenty", () => {
    const problems = failing("machine h x\nlogin a\nmachine k y z\nlogin b login c\n").problems;
    expect(problems.map(({ line, code }) => [line, code])).toEqual([
      [1, "unknown-word"],
      [3, "unknown-word"],
      [4, "given-twice"],
    ]);
    expect(failing("x\n".repeat(1000)).problems.length).toBe(20);
  });

  it("names the limit in the error", () => {
    const text = "machine h login l\nmachine k login long\n";
    const cases: readonly (readonly [NetrcLimits, string, number])[] = [
      [{ maxLength: 10 }, "maxLength", 1],
      [{ maxEntries: 1 }, "maxEntries", 2],
      [{ maxWord: 3 }, "maxWord", 2],
    ];
    for (const [limits, hint, line] of cases) {
      expect(failing(text, limits).problems).toEqual([
        { code: "too-long", message: expect.any(String), line, hint: expect.stringContaining(hint) },
      ]);
    }
    expect(
      rows(parseNetrc(text, { maxLength: Infinity, maxEntries: Infinity, maxWord: Infinity })).length,
    ).toBe(2);
    for (const bad of [Number.NaN, -1, "9" as unknown as number]) {
      expect(() => parseNetrc("", { maxWord: bad })).toThrow("invalid netrc option maxWord");
    }
  });

  it("reads a large file in one pass", () => {
    // In time that grows with the square of the length, this would take minutes.
    const quotes = failing(`machine h password "${"\\".repeat(900_000)}`);
    expect(quotes.problems[0]!.code).toBe("bad-quote");
    expect(rows(parseNetrc("machine h login l\n".repeat(10_000))).length).toBe(10_000);
  });

  it("reads back any value in quotation marks", () => {
    const value = fc.string({ unit: "grapheme", maxLength: 30 }).filter((text) => !/[\0\r\n]/.test(text));
    const entry = fc.record({
      host: value.filter((text) => text !== ""),
      login: fc.option(value, { nil: undefined }),
      password: fc.option(value, { nil: undefined }),
      account: fc.option(value, { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const text = entries
          .map(({ host, ...fields }) =>
            [`machine ${quoted(host)}`, ...Object.entries(fields).flatMap(fieldText)].join("\n "),
          )
          .join("\n");
        expect(rows(parseNetrc(text)).map((row) => row.slice(1))).toEqual(
          entries.map(({ host, login, password, account }) => [host, login, password, account]),
        );
      }),
    );
  });

  it("returns entries whose secrets are not printed", () => {
    const netrc = parseNetrc("machine h login alice password Tr0ub4dor account Tr1ub4dor");
    expect(rows(netrc)).toEqual([[1, "h", "alice", "Tr0ub4dor", "Tr1ub4dor"]]);
    const shown = [
      inspect(netrc, { depth: 9 }),
      JSON.stringify(netrc),
      inspect({ ...netrc.entries[0] }),
    ].join();
    expect(shown).toContain("alice");
    expect(shown).not.toContain("ub4dor");
  });

  it("parses any text or reports its problems, and shows no secret", () => {
    const secret = "Tr0ub4dor";
    const word = fc.constantFrom(
      ...[
        "machine",
        "default",
        "login",
        "password",
        "account",
        "macdef",
        "h",
        '"',
        "\\",
        "#",
        "\n",
        "\n\n",
        "\0",
      ],
      ...[secret, `"${secret}"`, `"${secret}`, `${secret}"`, `"a b"${secret}`, "\r", "\t", "é"],
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, fc.constantFrom("", " ")), { maxLength: 40, size: "max" }),
        (words) => {
          const text = words.flat().join("");
          let shown: unknown;
          try {
            const { entries } = parseNetrc(text);
            // The host and the login of an entry may be shown, so a secret in them does not count.
            shown = entries.map((entry) => ({ ...entry, host: "", login: "" }));
          } catch (error) {
            if (!(error instanceof NetrcError)) throw error;
            shown = [error, error.problems, error.stack];
          }
          expect(inspect(shown, { depth: 9, showHidden: false })).not.toContain(secret);
          expect(JSON.stringify(shown)).not.toContain(secret);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

const quoted = (text: string) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

const fieldText = ([name, value]: readonly [string, string | undefined]) =>
  value === undefined ? [] : [`${name} ${quoted(value)}`];

describe("findNetrcEntry", () => {
  const netrc = parseNetrc(`
    machine h.example login alice password one
    machine h.example login bob
    machine H.Example. login carol password three
    machine h.example login alice password never
    machine half.example password nobodys
    machine half.example login dave password four
    default login bob password default`);

  const found = (host: string, user?: string) => {
    const entry = findNetrcEntry(netrc, { host, user });
    return entry && [entry.login, entry.password];
  };

  it.each([
    ["h.example", undefined, ["alice", "one"]],
    ["H.EXAMPLE", "alice", ["alice", "one"]],
    ["h.example.", undefined, ["carol", "three"]],
    ["h.example.", "alice", undefined],
    ["sub.h.example", "alice", undefined],
    ["example", "alice", undefined],
    ["h.example", "ALICE", undefined],
    ["h.example", "", undefined],
    // Incomplete entries are not completed from alice's entry or the default.
    ["h.example", "bob", ["bob", undefined]],
    ["half.example", undefined, [undefined, "nobodys"]],
    ["half.example", "dave", ["dave", "four"]],
    ["half.example", "erin", undefined],
    ["other.example", undefined, ["bob", "default"]],
    ["other.example", "bob", ["bob", "default"]],
    ["other.example", "alice", undefined],
    // U+212A, which toLowerCase converts to "k", does not match.
    ["\u212a", undefined, ["bob", "default"]],
  ])("finds at %s for %s %j", (host, user, expected) => {
    expect(found(host, user)).toEqual(expected);
  });

  it("does not match the Kelvin sign with a k", () => {
    expect(findNetrcEntry(parseNetrc("machine k login l"), { host: "\u212a" })).toBeUndefined();
  });

  it("returns complete logins only, of a known user only, and only once", async () => {
    const ask = netrcCredentials(netrc);
    const question = {
      scheme: "ftp",
      host: "h.example",
      port: 21,
      user: undefined,
      wanted: "user",
      attempt: 1,
      elsewhere: false,
    } as const;
    expect(await ask(question)).toEqual({ user: "alice", password: "one" });
    expect(await ask({ ...question, attempt: 2 })).toBeUndefined();
    expect(await ask({ ...question, wanted: "password" })).toBeUndefined();
    expect(await ask({ ...question, host: "half.example" })).toBeUndefined();
    expect(await ask({ ...question, user: "bob", wanted: "password" })).toEqual({ user: "bob" });
  });

  it("does not offer the default entry to a host that a server named", async () => {
    const ask = netrcCredentials(
      parseNetrc("machine h login alice password one\ndefault login me password two"),
    );
    const question = { scheme: "http", port: 80, user: undefined, wanted: "user", attempt: 1 } as const;
    expect(await ask({ ...question, host: "other", elsewhere: false })).toMatchObject({ user: "me" });
    expect(await ask({ ...question, host: "other", elsewhere: true })).toBeUndefined();
    expect(await ask({ ...question, host: "h", elsewhere: true })).toMatchObject({ user: "alice" });
  });
});
