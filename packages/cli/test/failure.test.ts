import { listCodes } from "@anyurl/core/codes";
import { AccessError, parse } from "anyurl";
import { describe, expect, test } from "vitest";
import { LocalError, toLocalError, UsageError } from "../src/errors.ts";
import { EXIT } from "../src/exit.ts";
import { toExitStatus } from "../src/exit-status.ts";
import { failureAnswer, failureLines } from "../src/render/failure.ts";

const TEXT = "ftp://bob:hunter22%40home@h/";
const plain = (_: unknown, text: string) => text;

describe("a failure", () => {
  const error = new AccessError("auth-failed", `no login for ${TEXT}`, {
    reply: "530 hunter22@home is wrong,\r\n530 \x1b[31mhunter22%40home\x1b[0m too",
    hint: "not hunter22@home",
    endpoint: "h:21",
  });

  test("hides the password in the texts of client and server, in every encoding", () => {
    const shown = failureLines(error, TEXT, plain).join("\n") + JSON.stringify(failureAnswer(error, TEXT));
    expect(shown).not.toContain("hunter22");
    expect(shown).toContain("530 *** is wrong");
  });

  test("shows the server's reply on one line, escaped, with 500 characters at most", () => {
    const lines = failureLines(error, TEXT, plain);
    expect(lines).toContain(String.raw`  server: 530 *** is wrong, | 530 \x1b[31m***\x1b[0m too`);
    const long = new AccessError("not-found", "no", { reply: "x".repeat(9000) });
    expect(failureLines(long, TEXT, plain).every((line) => line.length < 520)).toBe(true);
  });

  test.each([40, 80, 200])(
    "breaks no word on a terminal of %i columns, and no command in a hint",
    (columns) => {
      const words =
        "the server does not let this user read the file, for a reason that it does not tell".split(" ");
      const details = { reply: `550 ${words.join(" ")}`, hint: words.join(" ") };
      const lines = failureLines(
        new AccessError("not-found", words.join(" "), details),
        TEXT,
        plain,
        columns,
      );
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      const said = `anyurl: not-found: ${words.join(" ")} server: 550 ${words.join(" ")} hint: ${words.join(" ")}`;
      expect(lines.map((line) => line.trim()).join(" ")).toBe(said);
      const hint = `list it: anyurl ls "ftp://h.example/${"x".repeat(200)}/"`;
      const [, shown] = failureLines(new AccessError("is-a-directory", "no", { hint }), TEXT, plain, columns);
      expect(shown).toBe(`  hint: ${hint}`);
    },
  );

  test("reports when to retry with --json", () => {
    const busy = new AccessError("temporarily-unavailable", "not now", { retryAfter: 120_000 });
    expect(failureAnswer(busy, TEXT)).toMatchObject({ retryAfter: 120_000, retryable: true });
    expect(failureAnswer(error, TEXT)).not.toHaveProperty("retryAfter");
  });

  test("shows what a plugin threw, and where, so that its author can correct it", () => {
    const cause = new TypeError("hunter22%40home is not iterable");
    cause.stack = "TypeError: no\n    at parse (file:///x/index.js:1:2)\n    at call (file:///core.js:3:4)";
    const failed = new AccessError("plugin-fault", "the scheme x failed to parse a URL", { cause });
    expect(failureLines(failed, TEXT, plain)).toEqual([
      "anyurl: plugin-fault: the scheme x failed to parse a URL",
      "  cause: TypeError: *** is not iterable, at parse (file:///x/index.js:1:2)",
    ]);
    const lost = new AccessError("connect-failed", "no connection", { cause });
    expect(failureLines(lost, TEXT, plain)).toHaveLength(1);
  });

  test("is reported as an internal error without a stack trace, with its own status", () => {
    const lines = failureLines(new TypeError("oh"), TEXT, plain);
    expect(lines).toEqual(["anyurl: internal error: TypeError: oh"]);
    expect(toExitStatus(new TypeError("oh"))).toBe(1);
    expect(toExitStatus("thrown")).toBe(1);
  });
});

test("every error code has a documented exit status", () => {
  const documented = new Set(EXIT.map(([status]) => status));
  const statuses = listCodes().map((code) => [code, toExitStatus(new AccessError(code, ""))] as const);
  expect(statuses.filter(([, status]) => status < 1 || status > 8 || !documented.has(status))).toEqual([]);
});

/** The exit status follows the cause. All other codes: the URL or the call was rejected before anything was sent. */
const CODES_BY_STATUS: ReadonlyMap<number, string> = new Map([
  [1, "plugin-fault"],
  [5, "not-found not-a-directory is-a-directory already-exists not-empty not-modified"],
  [6, "proxy-auth-required auth-required auth-failed permission-denied"],
  [7, "no-such-host connect-failed timeout tls-failed host-key-unknown host-key-changed proxy-refused busy"],
  [
    8,
    "no-space temporarily-unavailable protocol-error truncated changed too-large bounce-refused too-many-redirects redirect-refused desync x-quota",
  ],
]);
const STATUS_OF = new Map(
  [...CODES_BY_STATUS].flatMap(([status, codes]) => codes.split(" ").map((code) => [code, status] as const)),
);

test.each([...listCodes(), "x-quota" as const])("%s has the exit status of its cause", (code) => {
  expect(toExitStatus(new AccessError(code, ""))).toBe(STATUS_OF.get(code) ?? 4);
});

test.each([
  ["an invalid command line", new UsageError("x"), 2],
  ["a local error", new LocalError("enospc", "x"), 9],
  ["an invalid URL", syntaxErrorOf("ftp://h h/"), 3],
  ["a closed pipe", Object.assign(new Error("EPIPE"), { code: "EPIPE", syscall: "write" }), 141],
  ["any other error", new RangeError("x"), 1],
] as const)("%s has its exit status", (_, error, status) => {
  expect(toExitStatus(error)).toBe(status);
});

test.each([
  [2, 130],
  [15, 143],
])("signal %i has exit status %i, whatever error it causes", (signalNumber, status) => {
  const interrupted = AbortSignal.abort({ signalNumber });
  expect(toExitStatus(new AccessError("aborted", ""), interrupted)).toBe(status);
});

function syntaxErrorOf(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    return error;
  }
}

test("treats only system errors of a file as local failures", () => {
  const system = Object.assign(new Error("ENOSPC"), { code: "ENOSPC", syscall: "write" });
  expect(toExitStatus(toLocalError(system, "x"))).toBe(9);
  expect(toLocalError(system, "x")).toMatchObject({ message: "x: no space left on the device" });
  const other = new AccessError("truncated", "");
  expect(toLocalError(other, "x")).toBe(other);
});
