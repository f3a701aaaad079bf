import { createClient } from "@anyurl/client";
import { DEFAULT_LIMITS, isAccessError, type Limits, octetsOf, textOf } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { fetchMotd } from "../src/exchange.ts";
import { irc } from "../src/index.ts";
import { ADDRESS, type Replies, startTableServer } from "./replies/table-server.ts";

type Call = readonly [operation: "get" | "list" | "send" | "open", path: string, text?: string];

/** Performs a call. Returns what it gives, or the error, and the lines that the server got. */
async function perform(call: Call, replies: Replies, limits: Partial<Limits> = {}, options: object = {}) {
  const [operation, path, text = "hello"] = call;
  const network = memoryTransport();
  const sent = startTableServer(network, replies);
  const client = createClient({
    ...{ schemes: [irc], transport: network, limits, retry: { attempts: 0 } },
    policy: { allowAddresses: ["127.0.0.0/8"] },
  });
  const url = `irc://${ADDRESS}${path}` as const;
  let gives: unknown = "";
  try {
    if (operation === "get") {
      const result = await client.get(url, { options });
      const { mediaType, framing } = result;
      gives = { mediaType, framing, text: await result.text(), complete: await result.complete };
    } else if (operation === "send") await client.send(url, text, { options });
    else if (operation === "open") await (await client.open(url, { options }))[Symbol.asyncDispose]();
    else {
      const names: string[] = [];
      for await (const { name } of client.list(url, { options })) names.push(name);
      gives = names;
    }
  } catch (error) {
    if (!isAccessError(error)) throw error;
    const { code, message, hint, reply, replyCode, retryable } = error;
    gives = { code, message, hint, reply, replyCode, retryable };
  }
  await client.close();
  expect(network.open).toBe(0);
  return { gives, sent };
}

/** An error, without the members that it does not have. */
const failure = (code: string, message: string, other: object = {}) => ({
  ...{ code, message, hint: undefined, reply: undefined, replyCode: undefined, retryable: false },
  ...other,
});

const tooLarge = (message: string, limit: string) =>
  failure("too-large", message, { hint: `increase the limit ${limit}` });

const motd = (...lines: readonly string[]): Replies => ({
  USER: [":s 001 guest :hi", ":s 375 guest :- s -", ...lines, ":s 376 guest :end"].join("\n"),
});

describe("get", () => {
  it.each<[call: Call, replies: Replies, text: string]>([
    // The message of the day (RFC 2812 §3.4.1): "- " begins each line (§5.1).
    [
      ["get", "/"],
      motd(
        ":s 372 guest :- one",
        ":s 372 guest :-two",
        ":s 372 guest : three",
        ":s 372 guest :- - x",
        ":s 372 guest :-",
      ),
      "one\r\ntwo\r\n three\r\n- x\r\n\r\n",
    ],
    [["get", "/"], motd(), ""],
    [["get", "/"], motd(":s 250 guest :x", ":s NOTICE guest :y"), ""],
    [["get", "/"], { USER: ":s 375 * :early\n:s 001 guest :hi\n:s 422 guest :none" }, ""],
    [
      ["get", "/"],
      { USER: ":s 422 * :early\n:s 001 guest :hi\n:s 375 guest :-\n:s 372 guest :- x\n:s 376 guest :end" },
      "x\r\n",
    ],
    [
      ["get", "/"],
      { USER: ":s 001 guest :hi\n:s 375 guest :-\n:s 372 guest :- x\n:s 422 guest :none" },
      "x\r\n",
    ],
    // After the registration, an error is not about it.
    [["get", "/"], { USER: ":s 001 guest :hi\n:s 499 guest :x\n:s 422 guest :none" }, ""],
    // A channel: its topic and its users (§3.2.4 and §3.2.5).
    [["get", "/%23c"], {}, "#c\r\nUsers: 0\r\n"],
    [
      ["get", "/%23c"],
      {
        TOPIC: ":s 332 guest #c :News: x",
        NAMES: ":s 353 guest = #c :@a  b \n:s 353 guest = #c :c\n:s 366 guest #c :end",
      },
      "#c\r\nTopic: News: x\r\nUsers: 3\r\n@a\r\nb\r\nc\r\n",
    ],
    [
      ["get", "/%23c"],
      {
        TOPIC: ":s 332 guest #c :old",
        NAMES: ":s 332 guest #c :new\n:s 353 guest = #c :\n:s 366 guest #c :end",
      },
      "#c\r\nTopic: new\r\nUsers: 0\r\n",
    ],
    // A channel can require a user to join.
    [
      ["get", "/%23c"],
      {
        TOPIC: ":s 442 guest #c :join",
        JOIN: ":s 332 guest #c :News\n:s 353 guest = #c :guest\n:s 366 guest #c :end",
      },
      "#c\r\nTopic: News\r\nUsers: 1\r\nguest\r\n",
    ],
    // A user (§3.6.2).
    [
      ["get", "/joe,isuser"],
      {
        WHOIS: [
          ...[":s 311 guest joe j h.example * :Joe: J", ":s 311 guest joe j h", ":s 311 guest joe"],
          ...[":s 312 guest joe s.example :a server", ":s 319 guest joe :#a @#b", ":s 317 guest joe 5 :idle"],
          ...[":s 311 guest other o h * :O", ":s NOTICE joe :x", ":x joe joe :x", ":s 318 guest joe :end"],
        ].join("\n"),
      },
      "joe!j@h.example (Joe: J)\r\njoe!j@h ()\r\njoe!@ ()\r\nServer: s.example a server\r\nChannels: #a @#b\r\njoe 5 idle\r\n",
    ],
  ])("%j of a server with %j has a text", async (call, replies, text) => {
    const { gives, sent } = await perform(call, replies);
    const mediaType = "text/plain; charset=utf-8";
    expect(gives).toEqual({ mediaType, framing: "reply", text, complete: true });
    expect(sent.at(-1)).toBe("QUIT");
  });

  it("sends the lines of a message of the day that arrived together in one chunk, of at most 16 KiB", () => {
    const chunks = (...packets: readonly string[]) => {
      const who = { nick: "a", nickPart: undefined, userName: "a", realName: "r", password: undefined };
      const exchange: Exchange<unknown, unknown> = fetchMotd(who, DEFAULT_LIMITS);
      const left = [":s 001 a :hi\r\n:s 375 a :-\r\n", ...packets].map((each) => octetsOf(each));
      const emitted: string[] = [];
      let received: Uint8Array | undefined;
      for (;;) {
        const { done, value: step } = exchange.next(received);
        if (done === true) return emitted;
        received = step.do === "receive" ? left.shift() : undefined;
        if (step.do === "emit" && step.event instanceof Uint8Array) emitted.push(textOf(step.event));
      }
    };
    const line = (text: string) => `:s 372 a :- ${text}\r\n`;
    const end = ":s 376 a :end\r\n";
    expect(chunks(line("a") + line("b"), line("c"), end)).toEqual(["a\r\nb\r\n", "c\r\n"]);
    expect(chunks(line("a") + line("b") + end)).toEqual(["a\r\nb\r\n"]);
    expect(chunks(end)).toEqual([]);
    // With its end, each of these lines has 1 KiB.
    const long = line("x".repeat(1022)).repeat(17);
    expect(chunks(long + end).map(({ length }) => length)).toEqual([16 * 1024, 1024]);
  });
});

describe("a limit of replies", () => {
  const LIST = (count: number): Replies => ({
    LIST: `${":s 322 guest #c 1 :x\n".repeat(count)}:s 323 guest :end`,
  });
  const NAMES = (names: string): Replies => ({ NAMES: `:s 353 guest = #c :${names}\n:s 366 guest #c :end` });
  const PINGS = (count: number): Replies => ({
    ...motd(),
    USER: `${"PING x\n".repeat(count)}:s 001 guest :hi\n:s 422 guest :no`,
  });
  /** 46 bytes with the line ends. */
  const GREETING: Replies = { USER: ":s 001 guest :welcome\n:s 422 guest :missing" };

  it.each<[limit: keyof Limits, most: number, call: Call, exact: Replies, beyond: Replies, message: string]>([
    ["maxEntries", 3, ["list", "/"], LIST(3), LIST(4), "the server has more channels than the limit of 3"],
    [
      "maxEntries",
      3,
      ["get", "/%23c"],
      NAMES("a b c"),
      NAMES("a b c d"),
      "the channel has more users than the limit of 3",
    ],
    ["maxReplyLines", 2, ["get", "/"], PINGS(2), PINGS(3), "the server sent more PINGs than the limit of 2"],
    [
      ...(["maxReply", 46, ["get", "/"], GREETING] as const),
      { USER: `${GREETING["USER"] as string}!` },
      "the replies exceed the limit of 46 bytes",
    ],
    [
      ...(["maxListing", 38, ["list", "/"]] as const),
      ...([
        { LIST: ":s 322 guest #c 1 :x\n:s 323 guest :" },
        { LIST: ":s 322 guest #c 1 :x\n:s 323 guest :a" },
      ] as const),
      "the replies exceed the limit of 38 bytes",
    ],
    [
      ...(["maxListing", 20, ["get", "/%23c"], { NAMES: ":s 366 guest #c :a" }] as const),
      { NAMES: ":s 366 guest #c :ab" },
      "the replies exceed the limit of 20 bytes",
    ],
    [
      ...(["maxListing", 21, ["get", "/%23c"], { NAMES: ":s 366 guest #c :ä" }] as const),
      { NAMES: ":s 366 guest #c :äb" },
      "the replies exceed the limit of 21 bytes",
    ],
  ])("%s is exact: %i", async (limit, most, call, exact, beyond, message) => {
    const limits = { [limit]: most };
    expect((await perform(call, exact, limits)).gives).not.toMatchObject({ code: expect.anything() });
    expect((await perform(call, beyond, limits)).gives).toEqual(tooLarge(message, limit));
  });

  it("maxLine is exact", async () => {
    const replies: Replies = { USER: ":s 001 guest :hi\n:s 422 guest :xyz" };
    expect((await perform(["get", "/"], replies, { maxLine: 17 })).gives).toMatchObject({ text: "" });
    expect((await perform(["get", "/"], replies, { maxLine: 16 })).gives).toMatchObject({
      code: "too-large",
    });
  });

  it("does not count the message of the day, which is a body", async () => {
    const long = motd(
      ...Array.from({ length: 100 }, () => ":s 372 guest :- x"),
      ...Array.from({ length: 9 }, () => "PING x"),
    );
    const { gives } = await perform(["get", "/"], long, { maxReply: 100, maxReplyLines: 1 });
    expect(gives).toMatchObject({ text: "x\r\n".repeat(100) });
  });

  it("counts again for a listing", async () => {
    const limits = { maxReply: 60, maxListing: 60 };
    expect((await perform(["list", "/"], { ...LIST(1) }, limits)).gives).toEqual(["#c"]);
  });
});

describe("an error of the server", () => {
  const CLOSED = failure("truncated", "the server closed the connection instead of replying", {
    retryable: true,
  });
  const NOT_FOUND = failure("not-found", "the server has no such channel or user", {
    ...{ reply: "403 #c no", replyCode: 403 },
  });
  const IN_USE = failure("busy", "the nickname is in use", {
    hint: "set the irc option nick",
    retryable: true,
  });

  it.each<[call: Call, replies: Replies, error: object]>([
    [["get", "/"], { USER: "END" }, CLOSED],
    [["get", "/"], { USER: ":s 001 guest :hi\nEND" }, CLOSED],
    [["get", "/"], { USER: "-" }, failure("protocol-error", "not a message of an IRC server")],
    [
      ["get", "/"],
      { USER: "ERROR :no" },
      failure("permission-denied", "the server refused the connection", { reply: "no" }),
    ],
    [
      ["get", "/%23c"],
      { TOPIC: "ERROR :bye" },
      failure("truncated", "the server closed the connection", { reply: "bye", retryable: true }),
    ],
    [["get", "/%23c"], { TOPIC: ":s 403 guest #c no" }, NOT_FOUND],
    [["get", "/%23c"], { NAMES: ":s 403 guest #c no" }, NOT_FOUND],
    [["get", "/%23c?key=k"], { JOIN: ":s 403 guest #c no" }, NOT_FOUND],
    [["get", "/joe,isuser"], { WHOIS: ":s 403 guest #c no" }, NOT_FOUND],
    [
      ["get", "/joe,isuser"],
      { WHOIS: ":s 318 guest joe :end" },
      failure("not-found", "the server has no such user"),
    ],
    [["list", "/"], { LIST: ":s 403 guest #c no" }, NOT_FOUND],
    [["send", "/%23c"], { JOIN: ":s 403 guest #c no" }, NOT_FOUND],
    [["send", "/%23c"], { PRIVMSG: ":s 403 guest #c no" }, NOT_FOUND],
    [["send", "/joe,isuser"], { PING: ":s 403 guest #c no" }, NOT_FOUND],
    [["open", "/%23c"], { JOIN: ":s 403 guest #c no" }, NOT_FOUND],
    // In the message of the day, and after it.
    [["get", "/"], { USER: ":s 001 guest :hi\n:s 375 guest :-\n:s 403 guest #c no" }, NOT_FOUND],
    [["get", "/%23c"], { USER: ":s 001 guest :hi\n:s 375 guest :-\n:s 403 guest #c no" }, NOT_FOUND],
    // A nickname is tried four times.
    [["get", "/"], { NICK: ":s 433 * x :in use", USER: "" }, IN_USE],
    [["get", "/"], { NICK: ":s 436 * x :collision", USER: "" }, IN_USE],
    [["get", "/"], { NICK: ":s 437 * x :unavailable", USER: "" }, IN_USE],
  ])("%j of a server with %j fails", async (call, replies, error) => {
    const { gives, sent } = await perform(call, replies);
    expect(gives).toMatchObject(error);
    if ("NICK" in replies) expect(sent.filter((line) => line.startsWith("NICK")).length).toBe(4);
  });

  it("that a nickname is in use leads to one with five digits, three times", async () => {
    const welcome = ":s 001 guest :hi\n:s 422 guest :none";
    const { sent } = await perform(["get", "/"], {
      NICK: [":s 433 * x :in use", ":s 436 * x :in use", ":s 437 * x :in use", welcome],
      USER: "",
    });
    expect(sent).toEqual([
      "NICK guest",
      "USER guest 0 * :anyurl",
      ...Array(3).fill("NICK guest#####"),
      "QUIT",
    ]);
  });
});

describe("the texts of send", () => {
  const said = async (text: string, limits: Partial<Limits> = {}, options: object = {}) => {
    const { gives, sent } = await perform(["send", "/joe,isuser", text], {}, limits, options);
    return gives === "" ? sent.slice(2, -2) : gives;
  };
  const say = (...texts: readonly string[]) => texts.map((text) => `PRIVMSG joe :${text}`);

  it.each([
    ["a", ["a"]],
    ["a\nb\r\nc\rd", ["a", "b", "c", "d"]],
    ["\n\na\n\n b \n", ["a", " b "]],
    ["/me :x", ["/me :x"]],
  ])("of %j are %j", async (text, texts) => expect(await said(text)).toEqual(say(...texts)));

  it.each(["", "\n", "\r\n\r"])("of %j have no text", async (text) => {
    expect(await said(text)).toEqual(failure("bad-argument", "no text to send", { hint: "give a text" }));
  });

  it("are at most maxLines, 10 by default", async () => {
    const most = (count: number, lines: number) =>
      failure("bad-argument", `the text has ${count} lines; at most ${lines} are sent`, {
        hint: "increase the irc option maxLines",
      });
    expect(await said("x\n".repeat(10))).toEqual(say(...Array<string>(10).fill("x")));
    expect(await said("x\n".repeat(11))).toEqual(most(11, 10));
    expect(await said("x\ny", {}, { maxLines: 2 })).toEqual(say("x", "y"));
    expect(await said("x\ny\nz", {}, { maxLines: 2 })).toEqual(most(3, 2));
  });

  it("have at most maxHeld bytes", async () => {
    expect(await said("12345", { maxHeld: 5 })).toEqual(say("12345"));
    expect(await said("123456", { maxHeld: 5 })).toEqual(
      tooLarge("the text exceeds the limit of 5 bytes", "maxHeld"),
    );
  });

  it("need a channel or a user, and a list needs a server", async () => {
    expect((await perform(["send", "/"], {})).gives).toEqual(
      failure("unsupported", "the URL names no channel or user", { hint: 'add one, such as "/%23channel"' }),
    );
    expect((await perform(["list", "/c"], {})).gives).toEqual(
      failure("not-a-directory", "only a server has a list of channels", { hint: "use get" }),
    );
  });
});
