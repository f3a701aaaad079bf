import { createRegistry, DEFAULT_LIMITS, octetsOf, type PlanStep } from "@anyurl/core";
import type { Exchange, Step } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { SftpDialogue } from "../src/dialogue.ts";
import { retrieve } from "../src/exchange.ts";
import { type SftpOptions, sftp } from "../src/index.ts";
import { store } from "../src/store.ts";
import { formatReply, type ReplyPacket, readRequest } from "./replies/packets.ts";

const urls = createRegistry(sftp);

/** "request (section): part"; the handle of a plan is four zeros. */
function written(step: PlanStep): string {
  if (step.do === "connect") return `connect ${step.host}:${step.port} (${step.cite})`;
  if (step.do !== "send") return step.do;
  const { shown } = readRequest(step.octets);
  const section = step.cite?.replace("draft-ietf-secsh-filexfer-02 ", "");
  const part = step.part === undefined ? "" : `: ${step.part}`;
  return `${shown.replaceAll("\0\0\0\0", "h")} (${section})${part}`;
}

const CONNECT = "connect h.example:22 (RFC 4253 §4)";
const OPEN_A = ["FSTAT h (§6.8)", "READ h 0 32768 (§6.4)", "receive", "CLOSE h (§6.3)"];
const LISTED = ["READDIR h (§6.7)", "receive", "READDIR h (§6.7)", "receive", "CLOSE h (§6.3)"];

describe("the plan of an operation", () => {
  it.each<[operation: string, path: string, options: SftpOptions, steps: readonly string[]]>([
    ["get", "/a/b", {}, ["OPEN /a/b 1 no attributes (§6.3): segments[1]", ...OPEN_A]],
    ["get", "/a/../b//c", {}, ["OPEN /b/c 1 no attributes (§6.3): segments[4]", ...OPEN_A]],
    ["get", "/a/a", {}, ["OPEN /a/a 1 no attributes (§6.3): segments[1]", ...OPEN_A]],
    ["get", "/~/a", {}, ["OPEN a 1 no attributes (§6.3): segments[0]", ...OPEN_A]],
    ["get", "/a/b", { pathBase: "home" }, ["OPEN a/b 1 no attributes (§6.3): segments[1]", ...OPEN_A]],
    ["get", "//a", { pathBase: "home" }, ["OPEN /a 1 no attributes (§6.3): segments[1]", ...OPEN_A]],
    ["list", "/a/b/", {}, ["OPENDIR /a/b (§6.7): segments[1]", ...LISTED]],
    ["list", "/a;type=d", {}, ["OPENDIR /a (§6.7): segments[0]", ...LISTED]],
    ["list", "/", {}, ["OPENDIR / (§6.7)", ...LISTED]],
    ["list", "/", { pathBase: "home" }, ["OPENDIR . (§6.7)", ...LISTED]],
    ["list", "//", { pathBase: "home" }, ["OPENDIR / (§6.7)", ...LISTED]],
    ["list", "", { pathBase: "home" }, ["OPENDIR . (§6.7)", ...LISTED]],
    ["list", "/~", {}, ["OPENDIR . (§6.7): home", ...LISTED]],
    ["list", "/~/", {}, ["OPENDIR . (§6.7): home", ...LISTED]],
    ["list", "/a/../~/", {}, ["OPENDIR . (§6.7)", ...LISTED]],
    ["list", "/~/..", {}, ["OPENDIR / (§6.7)", ...LISTED]],
    ["stat", "/~/a", {}, ["STAT a (§6.8): segments[0]"]],
    ["stat", "/", {}, ["STAT / (§6.8)"]],
    // Without the bytes, which a plan does not know.
    ["put", "/a", {}, ["OPEN /a 26 no attributes (§6.3): segments[0]", "CLOSE h (§6.3)"]],
    [
      "append",
      "/a",
      {},
      ["OPEN /a 14 no attributes (§6.3): segments[0]", "FSTAT h (§6.8)", "CLOSE h (§6.3)"],
    ],
    ["remove", "/a", {}, ["REMOVE /a (§6.5)"]],
    ["remove", "/a/", {}, ["RMDIR /a (§6.6)"]],
    ["makeDirectory", "/a/b/", {}, ["MKDIR /a/b no attributes (§6.6)"]],
  ])("%s %s with %j", (operation, path, options, steps) => {
    const plan = urls.plan(`sftp://h.example${path}`, operation, options);
    expect(plan.operation).toBe(operation);
    expect(plan.steps.map(written)).toEqual([CONNECT, "INIT 3 (§4)", ...steps]);
  });

  it("connects to the port of the URL", () => {
    const { steps } = urls.plan("sftp://ann@h.example:2222/a");
    expect(written(steps[0]!)).toBe("connect h.example:2222 (RFC 4253 §4)");
  });

  it.each([
    ["/a", "get"],
    ["/a/", "list"],
    ["/a;type=d", "list"],
    ["/a/;type=i", "get"],
    ["/~", "list"],
  ])("of %s is that of %s if none is named", (path, operation) => {
    expect(urls.plan(`sftp://h.example${path}`).operation).toBe(operation);
  });

  it.each([
    ["rename", "/a", "unsupported"],
    ["toString", "/a", "unsupported"],
    ["get", "/a/", "is-a-directory"],
    ["get", "/a;type=d", "is-a-directory"],
    ["get", "/a%2Fb", "separator-in-segment"],
    ["list", "/a%00/", "control-octet"],
  ])("%s %s does not exist: %s", (operation, path, code) => {
    expect(() => urls.plan(`sftp://h.example${path}`, operation)).toThrow(expect.objectContaining({ code }));
  });
});

/** The chunks of a source that are left. */
let chunks: string[] = [];

/** Runs an exchange. Shows its requests, with "+" if they have bytes of a body, "<" for each reply that it waits for, and "|" for each event. */
function flow(
  start: (dialogue: SftpDialogue) => Exchange<unknown, unknown>,
  requests: number,
  replies: Record<string, ReplyPacket>,
) {
  const steps = start(new SftpDialogue({ limits: DEFAULT_LIMITS, requests })) as Generator<
    Step<unknown>,
    unknown,
    never
  >;
  const shown: string[] = [];
  const waiting: Uint8Array[] = [];
  let given: unknown;
  for (;;) {
    const next = steps.next(given as never);
    given = undefined;
    if (next.done === true) return shown.join(" ");
    const step = next.value;
    if (step.do === "send") {
      const { name, id } = readRequest(step.octets);
      shown.push(step.body === true ? `${name}+` : name);
      waiting.push(formatReply(id, replies[name] ?? ["STATUS", 0]));
    } else if (step.do === "receive") {
      shown.push("<");
      given = waiting.shift();
    } else if (step.do === "emit") {
      shown.push("|");
      const wanted = step.event as { octets?: Uint8Array };
      if ("octets" in wanted && chunks.length > 0) wanted.octets = octetsOf(chunks.shift()!);
    }
  }
}

describe("requests that wait for their replies", () => {
  const VERSION: ReplyPacket = ["VERSION", 3];
  const file = (size?: number, length = 32_768) =>
    ({
      ...{ INIT: VERSION, OPEN: ["HANDLE", "h"], DATA: ["DATA", length] },
      FSTAT: ["ATTRS", size === undefined ? {} : { size }],
      READ: ["DATA", length],
    }) as unknown as Record<string, ReplyPacket>;
  const OPENED = "INIT < OPEN < FSTAT < |";

  it.each([
    [1, 98_304, `${OPENED} READ < | READ < | READ < | CLOSE <`],
    [2, 98_304, `${OPENED} READ READ < | READ < | < | CLOSE <`],
    [3, 98_304, `${OPENED} READ READ READ < | < | < | CLOSE <`],
    [4, 98_304, `${OPENED} READ READ READ < | < | < | CLOSE <`],
  ])("are as many reads as the option requests allows: %i, of a file of %i bytes", (requests, size, due) => {
    expect(flow((dialogue) => retrieve(dialogue, octetsOf("/a"), {}), requests, file(size))).toBe(due);
  });

  it("are one read at a time of a file without a size", () => {
    const range = { start: 0, end: 65_536 };
    const due = `${OPENED} READ < | READ < | CLOSE <`;
    expect(flow((dialogue) => retrieve(dialogue, octetsOf("/a"), range), 4, file())).toBe(due);
    expect(flow((dialogue) => retrieve(dialogue, octetsOf("/a"), range), 4, file(0))).toBe(due);
  });

  it("are those of a file of one byte: one read, and no look for its end", () => {
    const due = `${OPENED} READ < | CLOSE <`;
    expect(flow((dialogue) => retrieve(dialogue, octetsOf("/a"), {}), 4, file(1, 1))).toBe(due);
  });

  it.each([
    [1, "INIT < | OPEN < WRITE+ < WRITE+ | < WRITE+ | < CLOSE <"],
    [2, "INIT < | OPEN < WRITE+ WRITE+ | < WRITE+ | < < CLOSE <"],
    [3, "INIT < | OPEN < WRITE+ WRITE+ | WRITE+ | < < < CLOSE <"],
  ])("are as many writes as the option requests allows: %i", (requests, due) => {
    chunks = ["x".repeat(65_536), "y"];
    expect(flow((dialogue) => store(dialogue, octetsOf("/a"), {}), requests, file())).toBe(due);
  });
});
