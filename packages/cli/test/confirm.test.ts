import { PassThrough } from "node:stream";
import type { ReadStream } from "node:tty";
import { describe, expect, it } from "vitest";
import type { AskLine, Output } from "../src/host-io.ts";
import { createLinePrompt } from "../src/terminal/ask-line.ts";
import { confirm } from "../src/terminal/confirm.ts";

const never = new AbortController().signal;

describe("confirm", () => {
  it.each([
    ["y", true],
    ["Y", true],
    ["yes", true],
    [" YES ", true],
    ["", false],
    ["n", false],
    ["no", false],
    ["ye", false],
    ["yes please", false],
    [undefined, false],
  ])("reads %j as %s", async (answer, expected) => {
    const prompts: string[] = [];
    const askLine: AskLine = async (prompt) => {
      prompts.push(prompt);
      return answer;
    };
    expect(await confirm("Overwrite?", { askLine, signal: never })).toBe(expected);
    expect(prompts).toEqual(["Overwrite? [y/N] "]);
  });

  it("returns undefined without a terminal", async () => {
    expect(await confirm("Overwrite?", { askLine: undefined, signal: never })).toBeUndefined();
  });
});

describe("lineAsker", () => {
  function terminal({ isTerminal = true } = {}) {
    let shown = "";
    const raw: boolean[] = [];
    const keys = Object.assign(new PassThrough(), {
      isTTY: isTerminal,
      setRawMode: (mode: boolean) => raw.push(mode),
    });
    const output: Output = {
      isTerminal,
      columns: 80,
      write: async (data) => {
        shown += String(data);
      },
    };
    return { ask: createLinePrompt(keys as unknown as ReadStream, output), keys, raw, shown: () => shown };
  }

  it("returns the line and leaves echo and editing to the terminal", async () => {
    const { ask, keys, raw, shown } = terminal();
    const answer = ask?.("Send? ", never);
    keys.write("yes\n");
    expect(await answer).toBe("yes");
    expect({ raw, shown: shown() }).toEqual({ raw: [], shown: "Send? " });
  });

  it("returns undefined and ends the line at the end of the input", async () => {
    const { ask, keys, shown } = terminal();
    const answer = ask?.("Send? ", never);
    keys.end();
    expect(await answer).toBeUndefined();
    expect(shown()).toBe("Send? \n");
  });

  it("returns undefined if the signal is aborted", async () => {
    const { ask } = terminal();
    const controller = new AbortController();
    const answer = ask?.("Send? ", controller.signal);
    controller.abort();
    expect(await answer).toBeUndefined();
    expect(await ask?.("Send? ", controller.signal)).toBeUndefined();
  });

  it("does not exist without a terminal", () => {
    expect(terminal({ isTerminal: false }).ask).toBeUndefined();
  });
});
