import { createRegistry, type PlanStep } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type NfsOptions, nfs } from "../src/index.ts";
import { encodeCall } from "./dialogues/notation.ts";

const urls = createRegistry(nfs);

/** The steps of a plan, with each call in the notation of the dialogues if its bytes are the same. */
function written(steps: readonly PlanStep[], calls: readonly string[]): readonly string[] {
  let sent = 0;
  return steps.map((step) => {
    if (step.do === "connect") return `connect ${step.on} ${step.host}:${step.port} (${step.cite})`;
    if (step.do !== "send") return step.do;
    const call = calls[sent++] ?? "";
    const isSame = call !== "" && encodeCall(call, sent).bytes.equals(step.octets);
    const octets = isSame ? call : Buffer.from(step.octets).toString("hex");
    return `${octets} (${step.cite})${step.part === undefined ? "" : ` ${step.part} ${step.start}-${step.end}`}`;
  });
}

describe("a plan", () => {
  it.each<[operation: string, url: string, calls: readonly string[], part: string, options?: NfsOptions]>([
    ["get", "nfs://h.example/pub/a.txt", ["LOOKUP '' 'pub/a.txt'", "READ '' 0n 65536"], "segments[1] 20-25"],
    [
      "get",
      "nfs://h.example//a",
      ["LOOKUP '' '/a'", "READ '' 0n 512"],
      "segments[0] 17-18",
      { transferSize: 512 },
    ],
    ["get", "nfs://h.example/a//b", ["LOOKUP '' 'a/b'", "READ '' 0n 65536"], "segments[2] 19-20"],
    ["list", "nfs://h.example/", ["LOOKUP '' '.'", "READDIRPLUS '' 0n 0n 8192 65536"], ""],
    [
      "list",
      "nfs://h.example/a/b/",
      ["LOOKUP '' 'a/b'", "READDIRPLUS '' 0n 0n 8192 65536"],
      "segments[1] 18-19",
    ],
    [
      "list",
      "nfs://h.example/a",
      ["LOOKUP '' 'a'", "READDIRPLUS '' 0n 0n 64 512"],
      "segments[0] 16-17",
      { transferSize: 512 },
    ],
    ["stat", "nfs://h.example/a", ["LOOKUP '' 'a'"], "segments[0] 16-17"],
    ["stat", "nfs://h.example/a/b/..", ["LOOKUP '' 'a'"], "segments[0] 16-17"],
    [
      "stat",
      "nfs://h.example/a/",
      ["@x,7,8 LOOKUP '' 'a'"],
      "segments[0] 16-17",
      { uid: 7, gid: 8, machineName: "x" },
    ],
  ])(
    "of %s %s has each call with its rule, and its part of the URL",
    (operation, url, calls, part, options) => {
      const plan = urls.plan(url, operation, options);
      const [lookup, ...rest] = calls;
      expect(plan.operation).toBe(operation);
      expect(written(plan.steps, calls)).toEqual([
        "connect control h.example:2049 (RFC 2054 §7)",
        `${lookup} (RFC 1813 §3.3)${part === "" ? "" : ` ${part}`}`,
        ...rest.flatMap((call) => [`${call} (RFC 1813 §3.3)`, "receive"]),
      ]);
    },
  );

  it("connects to the port of the URL", () => {
    const [connect] = urls.plan("nfs://[2001:db8::1]:2050/a").steps;
    expect(connect).toEqual({
      ...{ do: "connect", on: "control", host: "2001:db8::1", port: 2050, cite: "RFC 2054 §7" },
    });
  });

  it.each([
    ["nfs://h.example/a", "get"],
    ["nfs://h.example//a/b", "get"],
    ["nfs://h.example/a/", "list"],
    ["nfs://h.example/a/..", "list"],
    ["nfs://h.example", "list"],
  ])("of %s without an operation is that of %s", (url, operation) => {
    expect(urls.plan(url)).toEqual(urls.plan(url, operation));
  });

  it.each([
    [
      "get",
      "nfs://h.example/a/",
      { code: "is-a-directory", message: "cannot download a directory", hint: "use list" },
    ],
    ["put", "nfs://h.example/a", { code: "unsupported" }],
    ["toString", "nfs://h.example/a", { code: "unsupported" }],
    ["get", "nfs://h.example/%00", { code: "control-octet" }],
    ["get", "nfs://h.example:111/a", { code: "port-blocked" }],
  ])("of %s %s does not exist", (operation, url, error) => {
    expect(() => urls.plan(url, operation)).toThrow(expect.objectContaining(error));
  });
});
