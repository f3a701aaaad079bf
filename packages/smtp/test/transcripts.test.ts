import { readdirSync, readFileSync } from "node:fs";
import { inspect } from "node:util";
import { isAccessError, textOf } from "@anyurl/core";
import { parseTranscript } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { play } from "./play-transcript.ts";

const folder = new URL("transcripts/", import.meta.url);
const transcripts = readdirSync(folder).map((name) =>
  parseTranscript(readFileSync(new URL(name, folder), "utf8"), name),
);

describe.each(transcripts)("$name: $title", (transcript) => {
  const { script, results, failure, options } = transcript;
  const said = script.lines.filter(({ from }) => from === "server");
  const total = said.reduce((sum, { octets }) => sum + octets.length, 0);
  const check = async (cut: Parameters<typeof play>[1]) => {
    const { lines, error, context } = await play(transcript, cut);
    context.check();
    expect(isAccessError(error) ? error.code : error).toBe(failure);
    expect(lines).toEqual(results);
    const password = String(options["password"] ?? "\0");
    const seen = `${inspect(error, { depth: 9, showHidden: true })}${recorded(context.events)}`;
    for (const secret of [password, btoa(password), btoa(`\0${options["user"]}\0${password}`)])
      expect(seen).not.toContain(secret);
    return error;
  };

  it("is followed if the server sends its replies whole", () => check({ into: "whole" }));
  // Unsolicited data is detected only if it has arrived already: in real use the TLS layer of the transport checks it.
  it.skipIf(failure === "desync")("is followed if the server sends its replies byte by byte", () =>
    check({ into: "octets" }),
  );
  it.skipIf(failure === "desync")(
    "is followed if the replies are split in two at every position",
    async () => {
      for (let at = 1; at < total; at++) await check({ into: "halves", at });
    },
  );

  it("ends with a code and closes, whatever step fails", async () => {
    for (let failAt = 0; ; failAt++) {
      const { error, context } = await play(transcript, { into: "whole" }, failAt);
      expect(context.live).toBe(0);
      if (error !== undefined) expect(isAccessError(error)).toBe(true);
      if (context.operations <= failAt) return;
    }
  });
});

const named = (name: string) => transcripts.find((each) => each.name === name)!;

it("starts TLS only if no data is unread", async () => {
  expect(await play(named("starttls.txt"), { into: "whole" })).toMatchObject({
    error: undefined,
    secured: 1,
  });
  expect(await play(named("starttls-injection.txt"), { into: "whole" })).toMatchObject({ secured: 0 });
});

describe("retryable", () => {
  it.each([
    ["unknown-after.txt", false],
    ["later-after.txt", true],
    ["closing.txt", true],
    ["starttls-not-now.txt", true],
    ["refused-after.txt", false],
    ["sender-refused.txt", false],
  ])("%s: %s", async (name, retryable) => {
    expect((await play(named(name), { into: "whole" })).error).toMatchObject({ retryable });
  });

  it("is false after the end of the data if the reply is lost, and the message says why", async () => {
    const { error } = await play(named("unknown-after.txt"), { into: "whole" });
    expect(error).toMatchObject({ message: expect.stringContaining("may have been sent") });
    // The same, however the reply is lost: every step after the end of the data.
    const transcript = named("later-after.txt");
    const { operations } = (await play(transcript, { into: "whole" })).context;
    const ends: boolean[] = [];
    for (let failAt = 0; failAt < operations; failAt++) {
      const failed = (await play(transcript, { into: "whole" }, failAt)).error;
      ends.push(/may have been sent/.test((failed as Error).message));
    }
    // The end of the data, and the reply to it. Steps before it and after it (QUIT) are not counted.
    expect(ends.filter((each) => each)).toHaveLength(2);
  });
});

function recorded(events: readonly object[]): string {
  return events.map((event) => ("octets" in event ? textOf(event.octets as Uint8Array) : "")).join("");
}
