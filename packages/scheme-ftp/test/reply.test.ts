import { DEFAULT_LIMITS, octetsOf } from "@anyurl/core";
import { type Exchange, Inbox, type Reply, readReply } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { FTP } from "../src/command.ts";
import { refusal } from "../src/reply.ts";

/** Feeds text to a reader in chunks of `size` bytes. */
function read(text: string, size = text.length, limits = DEFAULT_LIMITS): Reply {
  const octets = octetsOf(text);
  const exchange: Exchange<never, Reply> = readReply({ protocol: FTP, inbox: new Inbox(), limits });
  let next = exchange.next();
  let at = 0;
  while (next.done !== true) {
    next = exchange.next(at < octets.length ? octets.slice(at, at + size) : undefined);
    at += size;
  }
  return next.value;
}

const MULTI = "220-hi\r\n220x\r\n221 no\r\n220 end\r\n";

describe("a reply (RFC 959 §4.2)", () => {
  it("ends at the line that begins with its code and a space", () => {
    expect(read(MULTI)).toEqual({ code: 220, text: "hi\n220x\n221 no\nend" });
  });

  it("is the same for any split into chunks", () => {
    for (let size = 1; size <= MULTI.length; size++) expect(read(MULTI, size)).toEqual(read(MULTI));
  });

  it("can end its lines with LF only and can have no text", () => {
    expect(read("200 ok\n")).toEqual({ code: 200, text: "ok" });
    expect(read("200\r\n")).toEqual({ code: 200, text: "" });
  });

  it.each([
    ["SSH-2.0-OpenSSH_9.2\r\n", "protocol-error"],
    ["2200 ok\r\n", "protocol-error"],
    ["600 ok\r\n", "protocol-error"],
    ["020 ok\r\n", "protocol-error"],
    ["2x0 ok\r\n", "protocol-error"],
    ["2/0 ok\r\n", "protocol-error"],
    ["22: ok\r\n", "protocol-error"],
    ["22\r\n", "protocol-error"],
    ["\r\n", "protocol-error"],
    [" 220 ok\r\n", "protocol-error"],
    ["220x\r\n", "protocol-error"],
    ["220\tok\r\n", "protocol-error"],
    ["", "truncated"],
    ["220 half a lin", "truncated"],
    ["220-one\r\n", "truncated"],
    [`220 ${"x".repeat(DEFAULT_LIMITS.maxLine)}\r\n`, "too-large"],
    [`220-\r\n${"y".repeat(80).concat("\r\n").repeat(1000)}`, "too-large"],
    [`220-\r\n${"\r\n".repeat(600)}`, "too-large"],
  ])("refuses %#", (text, code) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code }));
  });
});

describe("an error of a negative reply", () => {
  it.each([
    ["cwd", 550, "Failed to change directory.", "not-found"],
    ["cwd", 550, "x: Not a directory", "not-a-directory"],
    ["transfer", 550, "Permission denied.", "permission-denied"],
    ["transfer", 550, "x: not a plain file.", "is-a-directory"],
    ["transfer", 550, "Failed to open file.", "not-found"],
    ["transfer", 553, "Prohibited file name", "permission-denied"],
    ["transfer", 450, "No such file", "not-found"],
    ["change", 550, "a:b: Invalid argument", "permission-denied"],
    [
      "change",
      550,
      "The filename, directory name, or volume label syntax is incorrect.",
      "permission-denied",
    ],
    ["change", 550, "Invalid filename", "permission-denied"],
    ["change", 550, "No such file or directory", "not-found"],
    // Only a change can fail for these reasons: what exists, and is not empty, can be entered and read.
    ["cwd", 550, "The directory name is invalid.", "not-found"],
    ["transfer", 550, "a:b: Invalid argument", "not-found"],
    ["transfer", 550, "File exists, but is not empty", "not-found"],
    ["change", 522, "the directory is not empty", "tls-failed"],
    ["change", 530, "Login: invalid name", "auth-required"],
    ["change", 552, "Quota for existing files: file exists", "no-space"],
    ["change", 450, "the file exists", "temporarily-unavailable"],
    ["change", 421, "Permission denied", "temporarily-unavailable"],
    ["transfer", 425, "Use PORT or PASV first.", "connect-failed"],
    ["transfer", 426, "Failure writing network stream.", "truncated"],
    ["transfer", 451, "Local error", "temporarily-unavailable"],
    ["transfer", 502, "no", "unsupported"],
    ["transfer", 530, "Please login", "auth-required"],
    ["login", 530, "Login incorrect.", "auth-failed"],
    ["login", 503, "Login with USER first.", "auth-failed"],
    ["login", 421, "Timeout", "temporarily-unavailable"],
    ["greeting", 530, "no", "permission-denied"],
    ["greeting", 230, "no", "protocol-error"],
    ["type", 504, "no", "unsupported"],
  ] as const)("maps, during %s, the reply %i %s to %s", (about, code, text, expected) => {
    const error = refusal({ code, text }, about);
    expect(error.code).toBe(expected);
    expect(error.replyCode).toBe(code);
    expect(error.reply).toContain(text);
  });

  it.each([
    ["not empty", "not-empty"],
    ["file exist", "already-exists"],
    ["invalid argument", "permission-denied"],
    ["access denied", "permission-denied"],
    ["is a directory", "is-a-directory"],
  ])("has the reason %s if it is in the first 1,000 characters", (reason, expected) => {
    const at = (start: number) =>
      refusal({ code: 550, text: `${"x".repeat(start)}${reason}` }, "change").code;
    expect([at(0), at(1000 - reason.length)]).toEqual([expected, expected]);
    // The patterns take more time for a long text.
    expect(at(1001 - reason.length)).toBe("not-found");
    expect(refusal({ code: 550, text: reason.slice(1) }, "change").code).toBe("not-found");
  });

  it("has the server's reply as one short, escaped line", () => {
    const error = refusal({ code: 550, text: `\x1b[2J${"long ".repeat(500)}\nnext` }, "cwd");
    expect(error.reply).not.toContain("\x1b");
    expect(error.reply).not.toContain("\n");
    expect(error.reply!.length).toBeLessThanOrEqual(500);
  });
});
