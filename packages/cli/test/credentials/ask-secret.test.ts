import { PassThrough } from "node:stream";
import type { ReadStream } from "node:tty";
import { expect, test } from "vitest";
import { createSecretPrompt } from "../../src/credentials/ask-secret.ts";
import type { AskSecret, Output } from "../../src/host-io.ts";

/** A fake terminal that records its echo mode and all output. */
function terminal({ isTerminal = true } = {}) {
  const raw: boolean[] = [];
  const setRawMode = (mode: boolean) => raw.push(mode);
  const keys = Object.assign(new PassThrough(), { isTTY: isTerminal, setRawMode });
  let shown = "";
  const output: Output = {
    isTerminal,
    columns: 80,
    write: async (data) => {
      // The prompt is written after echo is off.
      if (isTerminal && !shown.includes("? ")) expect(raw).toEqual([true]);
      shown += String(data);
    },
  };
  let interrupted = 0;
  const ask = createSecretPrompt(keys as unknown as ReadStream, output, () => interrupted++);
  return { ask: ask as AskSecret, keys, raw, shown: () => shown, interrupted: () => interrupted };
}

const never = new AbortController().signal;

test("prompts and does not echo the answer", async () => {
  const { ask, keys, raw, shown } = terminal();
  const answer = ask("password of alice? ", never);
  for (const key of ["s3c", "r:x", "\x7f", "t/@ é%", "\r", "not of this line\r"]) keys.write(key);
  expect(await answer).toBe("s3cr:t/@ é%");
  expect(shown()).toBe("password of alice? \n");
  expect(raw).toEqual([true, false]);
});

test("accepts an empty answer", async () => {
  const { ask, keys } = terminal();
  const answer = ask("? ", never);
  keys.write("\r");
  expect(await answer).toBe("");
});

test.each([
  ["Ctrl-C", "\x03", 1],
  ["Ctrl-D", "\x04", 0],
])("returns undefined on %s", async (_, key, interruptions) => {
  const { ask, keys, raw, interrupted } = terminal();
  const answer = ask("? ", never);
  keys.write(key === "\x03" ? `s3cret${key}` : key);
  expect(await answer).toBeUndefined();
  expect(interrupted()).toBe(interruptions);
  expect(raw).toEqual([true, false]);
});

test("stops and restores echo if the signal is aborted", async () => {
  const { ask, raw } = terminal();
  const controller = new AbortController();
  const answer = ask("? ", controller.signal);
  controller.abort();
  expect(await answer).toBeUndefined();
  expect(raw).toEqual([true, false]);
  expect(await ask("? ", controller.signal)).toBeUndefined();
  expect(raw).toEqual([true, false]);
});

test("does not exist without a terminal", () => {
  expect(terminal({ isTerminal: false }).ask).toBeUndefined();
});
