import { createRegistry, octetsOf, type Source } from "@anyurl/core";
import type { Connection, Phase } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { append, get, list, put, stat } from "../src/access.ts";
import { type SftpUrl, sftp } from "../src/index.ts";
import { createContext, type Replies, startTableServer } from "./replies/world.ts";

const urls = createRegistry(sftp);
const parse = (path: string) => urls.parse(`sftp://ann:pw@h.example${path}`) as SftpUrl;

/** A context whose connections tell when they are closed, and for what they wait; and the requests that the server got. */
function worldOf(replies: Replies = {}) {
  const server = startTableServer({ replies });
  const state = { closed: 0, phases: new Set<Phase | undefined>() };
  const connect = (): Connection => {
    const made = server.connect();
    const close = () => {
      state.closed++;
      return made.close();
    };
    const receive = (phase?: Phase) => {
      state.phases.add(phase);
      return made.receive(phase);
    };
    return { ...made, receive, close };
  };
  return { context: createContext({ connect }), state, sent: server.sent };
}

/** A source of chunks, or of an error, which counts what is asked of it. */
function sourceOf(...chunks: readonly (string | Error)[]) {
  const calls: string[] = [];
  const left = [...chunks];
  const iterator: AsyncIterator<Uint8Array> = {
    next: async () => {
      calls.push("next");
      const chunk = left.shift();
      if (chunk instanceof Error) throw chunk;
      return chunk === undefined ? { done: true, value: undefined } : { done: false, value: octetsOf(chunk) };
    },
    return: async () => {
      calls.push("return");
      return { done: true, value: undefined };
    },
  };
  return { calls, source: { [Symbol.asyncIterator]: () => iterator } as unknown as Source };
}

describe("the source of an upload", () => {
  it.each<[what: string, path: string, chunks: readonly string[], replies: Replies, calls: string]>([
    ["is read to its end", "/a", ["x", "y"], {}, "next next next"],
    ["that is empty is not ended again", "/a", [], {}, "next"],
    ["is ended if the file cannot be opened", "/a", ["x", "y"], { OPEN: [["STATUS", 3]] }, "next return"],
    ["is not ended if the file cannot be closed", "/a", ["x"], { CLOSE: [["STATUS", 4]] }, "next next"],
    ["is not touched if the path is a directory", "/a/", ["x"], {}, ""],
  ])("%s", async (_, path, chunks, replies, due) => {
    const { calls, source } = sourceOf(...chunks);
    const { context } = worldOf(replies);
    await put(parse(path), context, source).catch(() => {});
    expect(calls.join(" ")).toBe(due);
  });

  it("that fails ends the call with its error, and the connection is closed", async () => {
    const failure = new Error("gone");
    for (const write of [put, append]) {
      const { source } = sourceOf(failure);
      const { context, state, sent } = worldOf();
      await expect(write(parse("/a"), context, source)).rejects.toBe(failure);
      expect([sent, state.closed]).toEqual([["INIT 3"], 1]);
    }
  });
});

describe("a download", () => {
  const FILE: Replies = { FSTAT: [["ATTRS", { size: 98_304 }]], READ: [["DATA", 32_768]] };

  it("closes its connection at the end", async () => {
    const { context, state, sent } = worldOf(FILE);
    const { body } = await get(parse("/a"), context);
    let length = 0;
    for await (const octets of body as AsyncIterable<Uint8Array>) length += octets.length;
    expect([length, sent.at(-1), state.closed]).toEqual([98_304, "CLOSE h", 1]);
  });

  it("closes its connection if it is left before the end", async () => {
    const { context, state, sent } = worldOf(FILE);
    const { body } = await get(parse("/a"), context);
    for await (const _ of body as AsyncIterable<Uint8Array>) break;
    expect(sent).not.toContain("CLOSE h");
    expect(state.closed).toBe(1);
  });

  it("of a directory connects to nothing", async () => {
    const { context, state, sent } = worldOf();
    await expect(get(parse("/a/"), context)).rejects.toMatchObject({ code: "is-a-directory" });
    expect([sent, state.closed]).toEqual([[], 0]);
  });
});

describe("the phase of a wait, which decides its timeout,", () => {
  it("is that of a reply for everything but data", async () => {
    const { context, state } = worldOf();
    await stat(parse("/a"), context);
    await put(parse("/a"), context, sourceOf("x").source);
    expect([...state.phases]).toEqual(["reply"]);
  });

  it("is that of a body for the data of a file, and for the entries of a directory", async () => {
    const { context, state } = worldOf({ FSTAT: [["ATTRS", { size: 1 }]], READ: [["DATA", 1]] });
    const { body } = await get(parse("/a"), context);
    expect([...state.phases]).toEqual(["reply"]);
    for await (const _ of body as AsyncIterable<Uint8Array>) {
      expect([...state.phases]).toEqual(["reply", "body"]);
      state.phases.clear();
    }
    expect([...state.phases]).toEqual(["reply"]);
    const listed = worldOf({
      READDIR: [
        ["NAME", ["a"]],
        ["STATUS", 1],
      ],
    });
    for await (const _ of list(parse("/a/"), listed.context));
    expect([...listed.state.phases]).toEqual(["reply", "body"]);
  });
});

describe("a listing", () => {
  it("closes its connection if it is left before the end", async () => {
    const { context, state, sent } = worldOf({ READDIR: [["NAME", ["a"], ["b"]]] });
    for await (const _ of list(parse("/a/"), context)) break;
    expect(sent).toEqual(["INIT 3", "OPENDIR /a", "READDIR h"]);
    expect(state.closed).toBe(1);
  });
});
