import { listCodes } from "@anyurl/core/codes";
import { AccessError } from "anyurl";
import { describe, expect, test } from "vitest";
import { toLocalError } from "../src/errors.ts";
import { EXIT, toExitStatus } from "../src/exit.ts";
import { failureData, failureLines } from "../src/render/failure.ts";

const TEXT = "ftp://bob:hunter22%40home@h/";
const plain = (_: unknown, text: string) => text;

describe("a failure", () => {
  const error = new AccessError("auth-failed", `no login for ${TEXT}`, {
    reply: "530 hunter22@home is wrong,\r\n530 \x1b[31mhunter22%40home\x1b[0m too",
    hint: "not hunter22@home",
    endpoint: "h:21",
  });

  test("hides the password in the texts of client and server, in every encoding", () => {
    const shown = failureLines(error, TEXT, plain).join("\n") + JSON.stringify(failureData(error, TEXT));
    expect(shown).not.toContain("hunter22");
    expect(shown).toContain("530 *** is wrong");
  });

  test("shows the server's reply on one line, escaped, with 500 characters at most", () => {
    const lines = failureLines(error, TEXT, plain);
    expect(lines).toContain(String.raw`  server: 530 *** is wrong, | 530 \x1b[31m***\x1b[0m too`);
    const long = new AccessError("not-found", "no", { reply: "x".repeat(9000) });
    expect(failureLines(long, TEXT, plain).every((line) => line.length < 520)).toBe(true);
  });

  test("reports when to retry with --json", () => {
    const busy = new AccessError("temporarily-unavailable", "not now", { retryAfter: 120_000 });
    expect(failureData(busy, TEXT)).toMatchObject({ retryAfter: 120_000, retryable: true });
    expect(failureData(error, TEXT)).not.toHaveProperty("retryAfter");
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

test.each([
  ["plugin-fault", 1],
  ["port-blocked", 4],
  ["not-found", 5],
  ["auth-failed", 6],
  ["timeout", 7],
  ["truncated", 8],
  ["x-quota", 8],
] as const)("%s has exit status %i", (code, status) => {
  expect(toExitStatus(new AccessError(code, ""))).toBe(status);
});

test("treats only system errors of a file as local failures", () => {
  const system = Object.assign(new Error("ENOSPC"), { code: "ENOSPC", syscall: "write" });
  expect(toExitStatus(toLocalError(system, "x"))).toBe(9);
  expect(toLocalError(system, "x")).toMatchObject({ message: "x: no space left on the device" });
  const other = new AccessError("truncated", "");
  expect(toLocalError(other, "x")).toBe(other);
});
