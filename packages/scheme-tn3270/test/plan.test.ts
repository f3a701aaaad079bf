import { createRegistry, type PlanStep } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type Tn3270Options, tn3270 } from "../src/index.ts";
import { hex, opened, same, says } from "./world.ts";

const urls = createRegistry(tn3270);

function written(step: PlanStep): string {
  if (step.do === "connect") return `connect ${step.host}:${step.port} (${step.cite})`;
  return step.do === "send" ? `${hex(step.octets)} (${step.cite})` : step.do;
}

/** What a client answers to a server that agrees to everything, with its rule. */
const EXTENDED = ["FF FB 28", 'FF FA 28 02 07 "IBM-3278-2-E" FF F0', "FF FA 28 03 07 00 02 04 FF F0"];
const TRADITIONAL = [
  ...["FF FB 18", 'FF FA 18 00 "IBM-3278-2-E" FF F0', "FF FB 19", "FF FD 19", "FF FB 00", "FF FD 00"],
];

describe("a plan", () => {
  it.each<[what: string, url: string, options: Tn3270Options, host: string, cite: string, answers: string[]]>(
    [
      ["of TN3270E (RFC 2355 §7)", "tn3270://h.example/", {}, "h.example:23", "RFC 2355 §7", EXTENDED],
      ["of a port and a login", "tn3270://u:p@[::1]:2323", {}, "::1:2323", "RFC 2355 §7", EXTENDED],
      ["with TLS", "tn3270://h.example/", { tls: true }, "h.example:992", "RFC 2355 §7", EXTENDED],
      [
        "with TLS and a port",
        "tn3270://h.example:23",
        { tls: true },
        "h.example:23",
        "RFC 2355 §7",
        EXTENDED,
      ],
      [
        "of a logical unit and the first device type",
        "tn3270://h.example/",
        { lu: "T1", deviceTypes: ["IBM-3279-4", "IBM-3278-2"] },
        "h.example:23",
        "RFC 2355 §7",
        [EXTENDED[0]!, 'FF FA 28 02 07 "IBM-3278-4" 01 "T1" FF F0', EXTENDED[2]!],
      ],
      [
        "of traditional TN3270 (RFC 1576 §2)",
        "tn3270://h.example/",
        { tn3270e: false },
        "h.example:23",
        "RFC 1576 §2",
        TRADITIONAL,
      ],
      [
        "of traditional TN3270 with a logical unit (RFC 1646)",
        "tn3270://h.example/",
        { tn3270e: false, lu: "T1", deviceTypes: ["IBM-3279-4"] },
        "h.example:23",
        "RFC 1576 §2",
        ["FF FB 18", 'FF FA 18 00 "IBM-3279-4@T1" FF F0', ...TRADITIONAL.slice(2)],
      ],
    ],
  )("%s", (_, url, options, host, cite, answers) => {
    const { operation, steps } = urls.plan(url, "open", options);
    expect(operation).toBe("open");
    expect(steps.map(written)).toEqual([
      `connect ${host} (${cite})`,
      ...answers.map((answer) => `${same(answer)} (${cite})`),
    ]);
    expect(urls.plan(url, undefined, options)).toEqual({ operation, steps });
  });

  it.each<[options: Tn3270Options, wire: string]>([
    [
      {},
      'FF FD 28 FF FA 28 08 02 FF F0 FF FA 28 02 04 "IBM-3278-2-E" FF F0 FF FA 28 03 04 00 02 04 FF F0 00 00 00 00 00 FF EF',
    ],
    [{ tn3270e: false }, "FF FD 18 FF FA 18 01 FF F0 FF FD 19 FF FB 19 FF FD 00 FF FB 00 FF EF"],
  ])("with the options %j is what is sent", async (options, wire) => {
    const { steps } = urls.plan("tn3270://192.0.2.1/", "open", options);
    const planned = steps.flatMap((step) => (step.do === "send" ? [hex(step.octets)] : []));
    const world = await opened(says(wire), { options });
    expect(world.sent).toBe(planned.join(" "));
    await world.session[Symbol.asyncDispose]();
  });

  it.each([
    ["get", "tn3270://h.example/", "unsupported"],
    ["open", "tn3270://a%00@h.example/", "control-octet"],
    ["open", "tn3270://a%0A@h.example/", "control-octet"],
    ["open", "tn3270://a:b%0D@h.example/", "control-octet"],
  ])("of %s %s does not exist: %s", (operation, url, code) => {
    expect(() => urls.plan(url, operation)).toThrow(expect.objectContaining({ code }));
  });
});
