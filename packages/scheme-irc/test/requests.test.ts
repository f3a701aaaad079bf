import { createClient } from "@anyurl/client";
import { createRegistry } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type IrcOptions, type IrcUrl, irc } from "../src/index.ts";
import { type IrcSettings, ircOptions } from "../src/options.ts";
import { plan } from "../src/plan.ts";
import { ADDRESS, startTableServer } from "./replies/table-server.ts";

const registry = createRegistry(irc);
const parse = (path: string, login = "") => registry.parse(`irc://${login}${ADDRESS}${path}`) as IrcUrl;
const settings = (options: IrcOptions) => ({ ...ircOptions.defaults, ...options }) as IrcSettings;

type Operation = "get" | "list" | "send" | "open";
type Row = readonly [
  operation: Operation,
  login: string,
  path: string,
  options: IrcOptions,
  lines: readonly string[],
];

const GUEST = ["NICK guest", "USER guest 0 * :anyurl"];

const REQUESTS: readonly Row[] = [
  // A server: its message of the day, or its channels (RFC 2812 §3.4.1 and §3.2.6).
  ["get", "", "/", {}, GUEST],
  ["list", "", "/", {}, [...GUEST, "LIST"]],
  ["open", "", "/", {}, GUEST],
  ["get", "", "/,isserver", {}, GUEST],
  // A channel: its topic and users, without joining it unless there is a key (§3.2).
  ["get", "", "/%23c", {}, [...GUEST, "TOPIC #c", "NAMES #c"]],
  ["get", "", "/c", {}, [...GUEST, "TOPIC #c", "NAMES #c"]],
  ["get", "", "/&c?other=k", {}, [...GUEST, "TOPIC &c", "NAMES &c"]],
  ["get", "", "/%23c?key=k", {}, [...GUEST, "JOIN #c k"]],
  ["send", "", "/%23c", {}, [...GUEST, "JOIN #c", "PRIVMSG #c :…", "PING sent"]],
  ["send", "", "/%23c?msg=no&key=k", {}, [...GUEST, "JOIN #c k", "PRIVMSG #c :…", "PING sent"]],
  ["open", "", "/%23c", {}, [...GUEST, "JOIN #c"]],
  ["open", "", "/%23c?KEY=k&key=l", {}, [...GUEST, "JOIN #c k"]],
  // A user: what the server says of the user (§3.6.2).
  ["get", "", "/joe,isuser", {}, [...GUEST, "WHOIS joe"]],
  ["get", "", "/joe!j%40h.example,isnick?key=k", {}, [...GUEST, "WHOIS joe"]],
  ["send", "", "/joe,isuser?key=k", {}, [...GUEST, "PRIVMSG joe :…", "PING sent"]],
  ["open", "", "/joe,isuser?key=k", {}, GUEST],
  // Who registers (§3.1).
  ["list", "bob@", "/", {}, ["NICK bob", "USER bob 0 * :anyurl", "LIST"]],
  ["list", "@", "/", {}, [...GUEST, "LIST"]],
  ["list", ":pw@", "/", {}, ["PASS pw", ...GUEST, "LIST"]],
  ["list", "bob:@", "/", {}, ["NICK bob", "USER bob 0 * :anyurl", "LIST"]],
  ["list", "bob:pw@", "/", {}, ["PASS pw", "NICK bob", "USER bob 0 * :anyurl", "LIST"]],
  ["list", "bob@", "/", { nick: "rob" }, ["NICK rob", "USER bob 0 * :anyurl", "LIST"]],
  ["list", "", "/", { nick: "rob" }, ["NICK rob", "USER rob 0 * :anyurl", "LIST"]],
  ["list", "", "/", { realName: "A B: C" }, ["NICK guest", "USER guest 0 * :A B: C", "LIST"]],
];

/** Performs an operation at a server that accepts everything. @returns the lines that it gets. */
async function perform(operation: Operation, url: string, options: IrcOptions): Promise<readonly string[]> {
  const network = memoryTransport();
  const sent = startTableServer(network, {
    WHOIS: ":s 311 guest joe j h * :Joe\n:s 318 guest joe :end",
  });
  const policy = { allowAddresses: ["127.0.0.0/8"] };
  const client = createClient({ schemes: [irc], transport: network, policy });
  const own = url as "irc:";
  if (operation === "get") await (await client.get(own, { options })).body.pipeTo(new WritableStream());
  else if (operation === "send") await client.send(own, "…", { options });
  else if (operation === "open") await (await client.open(own, { options }))[Symbol.asyncDispose]();
  else for await (const _ of client.list(own, { options }));
  return sent;
}

describe("an operation", () => {
  it.each<Row>(REQUESTS)("%s of %j%s with %j sends %j", async (operation, login, path, options, lines) => {
    const { href } = parse(path, login);
    const end = operation === "open" ? [] : ["QUIT"];
    expect(await perform(operation, href, options)).toEqual([...lines, ...end]);
  });

  it.each<Row>(REQUESTS)(
    "%s of %j%s with %j sends what its plan says, without secrets",
    (operation, login, path, options, lines) => {
      const { steps, operation: planned } = plan(parse(path, login), operation, settings(options));
      const texts = steps.flatMap((step) => (step.do === "send" ? [step.text] : []));
      const due = lines.map((line) => line.replace(/^(PASS|JOIN #c) \w+$/, "$1 ***"));
      expect(planned).toBe(operation);
      expect(texts).toEqual([...due, ...(operation === "open" ? [] : ["QUIT"])]);
    },
  );
});

describe("a plan", () => {
  type Step = readonly [what: string, cite: string, ...(readonly unknown[])];
  const steps = (url: IrcUrl, operation?: string, options?: IrcSettings): readonly Step[] =>
    plan(url, operation, options).steps.map((step) => {
      if (step.do !== "send") return [step.do, step.cite];
      const { text, cite, part, start, end } = step;
      return [text.split(" ", 1)[0]!, cite, ...(part === undefined ? [] : [part, [start!, end!] as const])];
    });
  const CONNECT: Step = ["connect", "RFC 2812"];
  const REGISTER: readonly Step[] = [
    ["NICK", "RFC 2812 §3.1.2"],
    ["USER", "RFC 2812 §3.1.3"],
  ];
  const QUIT: Step = ["QUIT", "RFC 2812 §3.1.7"];
  const ENTITY: readonly [part: string, range: readonly [number, number]] = ["entity", [16, 20]];

  it.each<[operation: string, path: string, steps: readonly Step[]]>([
    ["get", "/", [QUIT]],
    ["list", "/", [["LIST", "RFC 2812 §3.2.6"], QUIT]],
    [
      "get",
      "/%23c",
      [["TOPIC", "RFC 2812 §3.2.4", ...ENTITY], ["NAMES", "RFC 2812 §3.2.5", ...ENTITY], QUIT],
    ],
    ["get", "/%23c?key=k", [["JOIN", "RFC 2812 §3.2.1", ...ENTITY], QUIT]],
    ["get", "/%23c,isuser", [["WHOIS", "RFC 2812 §3.6.2", ...ENTITY], QUIT]],
    [
      "send",
      "/%23c",
      [
        ["JOIN", "RFC 2812 §3.2.1", ...ENTITY],
        ["PRIVMSG", "RFC 2812 §3.3.1", ...ENTITY],
        ["PING", "RFC 2812 §3.7.2"],
        QUIT,
      ],
    ],
    ["open", "/%23c", [["JOIN", "RFC 2812 §3.2.1", ...ENTITY]]],
  ])("of %s %s has the rule of each line, and the part of the URL", (operation, path, due) => {
    expect(steps(parse(path), operation)).toEqual([CONNECT, ...REGISTER, ...due]);
  });

  it("says that the password and the nickname are those of the URL, if they are", () => {
    const url = parse("/", "bob:pw@");
    const [pass, rest] = [
      ["PASS", "RFC 2812 §3.1.1", "password", [10, 12]],
      [REGISTER[1]!, ["LIST", "RFC 2812 §3.2.6"], QUIT],
    ] as const;
    expect(steps(url)).toEqual([CONNECT, pass, ["NICK", "RFC 2812 §3.1.2", "user", [6, 9]], ...rest]);
    expect(steps(url, "list", settings({ nick: "rob" }))).toEqual([CONNECT, pass, REGISTER[0], ...rest]);
  });

  it.each([
    ["irc://h.example/", "h.example", 6667],
    ["irc://h.example:6665/", "h.example", 6665],
    ["ircs://h.example/", "h.example", 6697],
    ["irc://[::1]/", "::1", 6667],
  ])("of %s connects to %s and the port %i", (url, host, port) => {
    expect(plan(registry.parse(url) as IrcUrl).steps[0]).toMatchObject({ do: "connect", host, port });
  });

  it.each([
    ["/", "list"],
    ["/%23c", "get"],
    ["/joe,isuser", "get"],
  ])("of %s is that of %s, if no operation is given", (path, operation) => {
    expect(plan(parse(path))).toEqual(plan(parse(path), operation));
  });

  it.each([
    ["/", "send"],
    ["/%23c", "list"],
    ["/joe,isuser", "list"],
    ["/%23c", "put"],
    ["/", ""],
  ])("of %s does not exist for %j", (path, operation) => {
    expect(() => plan(parse(path), operation)).toThrow(
      expect.objectContaining({
        code: "unsupported",
        message: `this URL of irc has no plan for "${operation}"`,
        hint: 'use "get", "list", "send", or "open"',
      }),
    );
  });

  it("of a network of servers does not exist", () => {
    expect(() => plan(parse("/c,isnetwork"))).toThrow(
      expect.objectContaining({
        code: "unsupported",
        message: "the host is the name of a network of servers, and not a server",
        hint: 'write the host of a server of this network, and remove ",isnetwork"',
      }),
    );
  });

  it.each([
    ["", "/a%20b"],
    ["", "/joe%20!x,isuser"],
    ["", "/c?key=a%20b"],
    ["", "/c?key="],
    ["", "/joe,isuser?key=a,b"],
    ["a%20b@", "/"],
    [":a%2Cb@", "/"],
    [":%3Ab@", "/"],
    ["", "/!x,isuser"],
  ])("of %j%s does not exist, because a parameter cannot be sent (RFC 2812 §2.3.1)", (login, path) => {
    for (const operation of ["get", "open"])
      expect(() => plan(parse(path, login), operation)).toThrow(
        expect.objectContaining({ code: "control-octet" }),
      );
  });

  it.each(["TOPIC", "PRIVMSG"])(
    "of a name that is too long for %s does not exist (RFC 2812 §2.3)",
    (command) => {
      const operation = command === "TOPIC" ? "get" : "open";
      expect(() => plan(parse(`/${"c".repeat(512)}`), operation)).toThrow(
        expect.objectContaining({ code: "too-long" }),
      );
    },
  );
});
