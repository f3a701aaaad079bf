import { getEventListeners } from "node:events";
import { AccessError, octetsOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { settled } from "../world.ts";
import { type Operation, setUp } from "./shelf.ts";

const ALL: readonly Operation[] = ["get", "list", "put", "append", "remove", "makeDirectory"];
const URL_A = "x-shelf://h/a";

describe("toFetch for PUT", () => {
  it.each([
    ["a text", () => "ab"],
    ["octets", () => new Uint8Array([97, 98])],
    ["a buffer", () => new Uint8Array([97, 98]).buffer],
    ["a Blob", () => new Blob(["ab"])],
    ["a stream", () => new Response("ab").body!],
    ["parameters of a URL", () => new URLSearchParams("ab")],
  ])("stores %s", async (_, body) => {
    const { fetch, shelf } = setUp({}, { can: ALL });
    const response = await fetch(URL_A, { method: "PUT", body: body() });
    expect([response.status, response.body, response.url]).toEqual([204, null, URL_A]);
    expect(shelf.things.get("/a")).toMatch(/^ab=?$/);
  });

  it("stores an empty resource without a body", async () => {
    const { fetch, shelf } = setUp({}, { can: ALL });
    expect((await fetch(URL_A, { method: "PUT" })).status).toBe(204);
    expect(shelf.things.get("/a")).toBe("");
  });

  it("rejects a Content-Range (RFC 9110 §14.5)", async () => {
    const { fetch, shelf } = setUp({ "/a": "whole" }, { can: ALL });
    const headers = { "content-range": "bytes 0-0/5" };
    expect((await fetch(URL_A, { method: "PUT", body: "x", headers })).status).toBe(400);
    expect(shelf.things.get("/a")).toBe("whole");
  });
});

it.each(["if-match", "if-none-match", "if-unmodified-since"])(
  "writes nothing under the condition %s",
  async (name) => {
    const { fetch, shelf } = setUp({ "/a": "whole" }, { can: ALL });
    for (const method of ["PUT", "POST", "DELETE", "MKCOL"])
      expect((await fetch(URL_A, { method, headers: { [name]: "*" } })).status).toBe(501);
    expect(shelf.log).toEqual([]);
  },
);

describe("toFetch for POST", () => {
  it("appends to the resource", async () => {
    const { fetch, shelf } = setUp({ "/a": "one " }, { can: ALL });
    expect((await fetch(URL_A, { method: "POST", body: "two" })).status).toBe(204);
    expect(shelf.things.get("/a")).toBe("one two");
  });

  it("sends the body or the URL's own message if the scheme cannot append", async () => {
    const { fetch, shelf } = setUp({}, { can: ["send"] });
    await fetch(URL_A, { method: "POST", body: "a message" });
    await fetch(URL_A, { method: "POST" });
    expect(shelf.log).toEqual(["send /a a message", "send /a nothing"]);
  });
});

describe("toFetch for DELETE and MKCOL", () => {
  it("remove a resource and make a directory", async () => {
    const { fetch, shelf } = setUp({ "/a": "x" }, { can: ALL });
    expect((await fetch("x-shelf://h/d/", { method: "MKCOL" })).status).toBe(201);
    expect((await fetch(URL_A, { method: "DELETE" })).status).toBe(204);
    expect((await fetch(URL_A, { method: "DELETE" })).status).toBe(404);
    expect([...shelf.things]).toEqual([["/d/", []]]);
  });

  it("reject a body for MKCOL (RFC 4918 §9.3)", async () => {
    const { fetch, shelf } = setUp({}, { can: ALL });
    expect((await fetch("x-shelf://h/d/", { method: "MKCOL", body: "x" })).status).toBe(415);
    expect(shelf.log).toEqual([]);
  });
});

describe("the body of a request to toFetch", () => {
  /** A body that records whether it was canceled. */
  function bodyOf(pull: (controller: ReadableStreamDefaultController) => void) {
    const state = { left: false };
    const body = new ReadableStream({
      pull,
      cancel() {
        state.left = true;
      },
    });
    return { body, state };
  }

  const failed = new AccessError("permission-denied", "not here");

  it.each([
    ["a scheme that rejects it", { put: () => Promise.reject(failed) }, "PUT"],
    ["a method without a body", { remove: async () => {} }, "DELETE"],
    ["an unknown method", {}, "PATCH"],
    ["a scheme without the operation", {}, "PUT"],
  ])("is canceled by %s", async (_, more, method) => {
    const { body, state } = bodyOf(() => {});
    await setUp({}, { can: [], more }).fetch(URL_A, { method, body, duplex: "half" } as RequestInit);
    await settled();
    expect(state.left).toBe(true);
  });

  it("fails the call with its own error, and not as a plugin error", async () => {
    const reason = new Error("the disk is gone");
    const { body } = bodyOf((controller) => controller.error(reason));
    const { fetch } = setUp({}, { can: ALL });
    await expect(fetch(URL_A, { method: "PUT", body })).rejects.toBe(reason);
  });

  it("must consist of bytes", async () => {
    const { body } = bodyOf((controller) => controller.enqueue("text"));
    const { fetch } = setUp({}, { can: ALL });
    await expect(fetch(URL_A, { method: "PUT", body })).rejects.toThrow(TypeError);
  });

  it("does not look complete after the call: a scheme that still reads gets an error", async () => {
    let stored: string | undefined;
    let failure: unknown;
    const put = async (_: unknown, __: unknown, source: AsyncIterable<Uint8Array>) => {
      try {
        let text = "";
        for await (const octets of source) text += String.fromCharCode(...octets);
        stored = text;
      } catch (error) {
        failure = error;
      }
    };
    const { fetch } = setUp({}, { can: [], more: { put } });
    let pulled = false;
    const { body, state } = bodyOf((controller) => {
      if (!pulled) controller.enqueue(octetsOf("half"));
      pulled = true;
    });
    const controller = new AbortController();
    const call = fetch(URL_A, { method: "PUT", body, signal: controller.signal });
    await settled();
    controller.abort("enough");
    await expect(call).rejects.toBe("enough");
    await settled();
    expect([stored, failure, state.left]).toMatchObject([undefined, { code: "aborted" }, true]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });
});
