import { createClient, Transcript } from "@anyurl/client";
import { type Limits, octetsOf, textOf } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type IrcMessage, type IrcSession, irc } from "../src/index.ts";
import { ADDRESS, type Replies, startTableServer } from "./replies/table-server.ts";

/** A server that closes after "X". */
const ENDS: Replies = { X: "END" };

async function open(path: string, replies: Replies, limits: Partial<Limits> = {}) {
  const network = memoryTransport();
  const sent = startTableServer(network, { ...ENDS, ...replies });
  const policy = { allowAddresses: ["127.0.0.0/8"] };
  const client = createClient({ schemes: [irc], transport: network, policy, limits });
  const transcript = new Transcript();
  const session = (await client.open(`irc://${ADDRESS}${path}`, { transcript })) as IrcSession;
  return { network, sent, session, transcript };
}

/** Reads a session until its end. */
async function readAll({ readable }: IrcSession): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readable) lines.push(textOf(line));
  return lines;
}

/** Types lines, and returns what the server got for them. */
async function type(path: string, ...typed: readonly string[]): Promise<readonly string[]> {
  const { sent, session } = await open(path, {});
  const first = sent.length;
  for (const text of typed) await session.write(octetsOf(text));
  await session.write(octetsOf("/X\n"));
  await readAll(session);
  expect(sent.at(-1)).toBe("X");
  return sent.slice(first, -1);
}

describe("a message in a session", () => {
  it.each<[message: string, ...shown: string[]]>([
    [":ann!a@h PRIVMSG #c :hello", "<ann> hello"],
    [":ann!a@h PRIVMSG #C hello", "<ann> hello"],
    [":ann!a@h PRIVMSG guest :hello", "[ann] hello"],
    [":ann!a@h PRIVMSG #d :hello", "[ann] hello"],
    ["PRIVMSG #c :hello", "<> hello"],
    [":ann!a@h NOTICE #c :hello", "-ann- hello"],
    [":irc.example NOTICE guest :hello", "-irc.example- hello"],
    // CTCP: only an action is shown, and nothing is answered.
    [":ann!a@h PRIVMSG #c :\x01ACTION waves\x01", "* ann waves"],
    [":ann!a@h PRIVMSG #c :\x01ACTION waves", "* ann waves"],
    [":ann!a@h PRIVMSG guest :\x01ACTION\x01", "* ann "],
    [":ann!a@h PRIVMSG #c :\x01ACTION  two words\x01", "* ann  two words"],
    [":ann!a@h PRIVMSG #c :\x01PING 12\x01", "* ann sent a CTCP request, which was not answered: PING"],
    [":ann!a@h PRIVMSG #c :\x01action a\x01", "<ann> \\x01action a\\x01"],
    [":ann!a@h PRIVMSG #c :\x01PING a\x01b\x01", "<ann> \\x01PING a\\x01b\\x01"],
    [":ann!a@h PRIVMSG #c :a\x01PING\x01", "<ann> a\\x01PING\\x01"],
    // RFC 2812 §3.1 and §3.2.
    [":ann!a@h JOIN #c", "* ann joined #c"],
    [":ann!a@h JOIN :#c", "* ann joined #c"],
    [":ann!a@h PART #c :bye", "* ann left #c (bye)"],
    [":ann!a@h PART #c :", "* ann left #c"],
    [":ann!a@h PART #c", "* ann left #c"],
    [":ann!a@h QUIT :gone", "* ann quit (gone)"],
    [":ann!a@h QUIT", "* ann quit"],
    [":ann!a@h KICK #c joe :spam", "* ann kicked joe from #c (spam)"],
    [":ann!a@h KICK #c joe", "* ann kicked joe from #c"],
    [":ann!a@h KICK", "* ann kicked  from "],
    [":ann!a@h NICK :anna", "* ann is now anna"],
    [":ann!a@h TOPIC #c :News", "* ann changed the topic: News"],
    [":s 332 guest #c :News", "* Topic: News"],
    [":s 353 guest = #c :@ann joe", "* Users: @ann joe"],
    [":s 366 guest #c :End of NAMES list"],
    [":s PONG s :x"],
    // Others are shown unchanged: a numeric reply without our nickname.
    [":s 433 guest joe :in use", "* joe in use"],
    [":s 001 guest :Welcome", "* Welcome"],
    [":s 900", "* "],
    [":ann!a@h MODE #c +o joe", "* MODE #c +o joe"],
    [":ann!a@h INVITE guest :#d", "* INVITE guest #d"],
    [":ann!a@h constructor", "* CONSTRUCTOR"],
    // Colors and styles.
    [":ann!a@h PRIVMSG #c :\x02b\x0fo\x11m\x16r\x1di\x1es\x1fu", "<ann> bomrisu"],
    [":ann!a@h PRIVMSG #c :\x03a\x034b\x0304c\x03041d", "<ann> abc1d"],
    [":ann!a@h PRIVMSG #c :\x034,5a\x0304,05b\x0304,055c\x0304,d\x03,5e", "<ann> ab5c,d,5e"],
    [":ann!a@h PRIVMSG #c :\x04ff00AAa\x04ff00aagb\x04z", "<ann> agbz"],
    [":ann!a@h TOPIC #c :\x02News\x1b[2J\u202e", "* ann changed the topic: News\\x1b[2J\\u202e"],
    [":a\x1bn!a@h JOIN #c\x1c", "* a\\x1bn joined #c\\x1c"],
  ])("%j is shown as %j", async (message, ...shown) => {
    const { session } = await open("/%23c", { JOIN: `:s 366 guest #c :end\n${message}\nEND` });
    const heard: IrcMessage[] = [];
    session.onMessage((each) => heard.push(each));
    expect(await readAll(session)).toEqual(shown.map((line) => `${line}\n`));
    expect(heard.length).toBe(2);
  });

  it("is private if the session is not in a channel", async () => {
    const { session } = await open("/", {
      USER: `:s 001 guest :hi\n:s 422 guest :no\n:ann!a@h PRIVMSG #c :x\nEND`,
    });
    expect(await readAll(session)).toEqual(["[ann] x\n"]);
  });

  it("while it enters a channel is shown first, and given to all listeners", async () => {
    const { session } = await open("/%23c", {
      JOIN: ":guest!g@h JOIN #c\n:s 332 guest #c :News\n:s 353 guest = #c :guest\n:s 366 guest #c :end\n:a!a@h QUIT\nEND",
    });
    const heard: (readonly string[])[] = [[], []];
    const [stop, stopAgain] = heard.map((list) =>
      session.onMessage(({ command }) => {
        (list as string[]).push(command);
        if (command === "353") stop!();
      }),
    );
    expect(await readAll(session)).toEqual([
      "* guest joined #c\n",
      "* Topic: News\n",
      "* Users: guest\n",
      "* a quit\n",
    ]);
    expect(heard).toEqual([
      ["JOIN", "332", "353"],
      ["JOIN", "332", "353", "366", "QUIT"],
    ]);
    expect([stop!(), stopAgain!()]).toEqual([undefined, undefined]);
  });
});

describe("a line that is typed in a session", () => {
  it.each<[typed: string, ...sent: string[]]>([
    ["hello\n", "PRIVMSG #c :hello"],
    [" hello  you \n", "PRIVMSG #c : hello  you "],
    [":)\n", "PRIVMSG #c ::)"],
    ["a\nb\r\nc\rd\n", "PRIVMSG #c :a", "PRIVMSG #c :b", "PRIVMSG #c :c", "PRIVMSG #c :d"],
    ["\n\r\n\r"],
    // "/me" is an action.
    ["/me waves\n", "PRIVMSG #c :\\x01ACTION waves\\x01"],
    ["/ME Waves a lot\n", "PRIVMSG #c :\\x01ACTION Waves a lot\\x01"],
    // "//" begins a line with one "/".
    ["//me waves\n", "PRIVMSG #c :/me waves"],
    ["///\n", "PRIVMSG #c ://"],
    ["a /me b // c\n", "PRIVMSG #c :a /me b // c"],
    // After another "/" is a command.
    ["/NAMES #c\n", "NAMES #c"],
    ["/me\n", "me"],
    ["/mew x\n", "mew x"],
    ["/  NAMES   #c  \n", "NAMES #c"],
    ["/PRIVMSG joe :hello, you  there \n", "PRIVMSG joe :hello, you  there "],
    ["/TOPIC #c   :a :b\n", "TOPIC #c :a :b"],
    ["/TOPIC #c :\n", "TOPIC #c :"],
    ["/AWAY :a\n", "AWAY :a"],
    ["/MODE a:b c\n", "MODE a:b c"],
    // Only a ":" after a space begins a text (RFC 2812 §2.3.1).
    ["/TOPIC #a:b :hello, you\n", "TOPIC #a:b :hello, you"],
  ])("as %j in a channel sends %j", async (typed, ...sent) => {
    expect(await type("/%23c", typed)).toEqual(sent);
  });

  it.each<[typed: string, ...sent: string[]]>([
    ["NAMES #c\n", "NAMES #c"],
    ["/NAMES #c\n", "NAMES #c"],
    ["/me waves\n", "me waves"],
    ["PRIVMSG joe :hi you\n", "PRIVMSG joe :hi you"],
  ])("as %j without a channel is a command: %j", async (typed, ...sent) => {
    expect(await type("/", typed)).toEqual(sent);
  });

  it("to a user is said to this user, who is not joined", async () => {
    const { sent, session } = await open("/joe,isuser", {});
    await session.write(octetsOf("hi\n/me waves\n/X\n"));
    await readAll(session);
    expect(sent).toEqual([
      ...["NICK guest", "USER guest 0 * :anyurl"],
      ...["PRIVMSG joe :hi", "PRIVMSG joe :\\x01ACTION waves\\x01", "X"],
    ]);
  });

  it("can arrive in chunks", async () => {
    expect(await type("/%23c", "he", "llo", "\nyou", "\n")).toEqual(["PRIVMSG #c :hello", "PRIVMSG #c :you"]);
  });

  it("is split beside the nickname that the server confirmed last", async () => {
    const { sent, session } = await open("/%23c", {
      JOIN: `:s 366 guest #c :end\n:guest!g@h NICK ${"n".repeat(115)}`,
    });
    await session.readable[Symbol.asyncIterator]().next();
    await session.write(octetsOf(`${"x".repeat(301)}\n/me ${"y".repeat(292)}\n/X\n`));
    await readAll(session);
    expect(sent.slice(3, -1)).toEqual([
      `PRIVMSG #c :${"x".repeat(300)}`,
      "PRIVMSG #c :x",
      `PRIVMSG #c :\\x01ACTION ${"y".repeat(291)}\\x01`,
      "PRIVMSG #c :\\x01ACTION y\\x01",
    ]);
  });

  it("is at most as long as the limit maxCommand, before its end", async () => {
    const { sent, session } = await open("/%23c", {}, { maxCommand: 20 });
    await session.write(octetsOf("x".repeat(20)));
    await session.write(octetsOf("\n/X\n"));
    await readAll(session);
    expect(sent.slice(3)).toEqual([`PRIVMSG #c :${"x".repeat(20)}`, "X"]);
    const other = await open("/%23c", {}, { maxCommand: 20 });
    await expect(other.session.write(octetsOf("x".repeat(21)))).rejects.toMatchObject({
      code: "too-long",
      message: "a line exceeds the limit of 20 bytes",
      hint: "increase the limit maxCommand",
    });
    await other.session[Symbol.asyncDispose]();
  });

  it("counts bytes for the limit maxCommand", async () => {
    const { session } = await open("/%23c", {}, { maxCommand: 20 });
    await session.write(octetsOf("ä".repeat(10)));
    await expect(session.write(octetsOf("x"))).rejects.toMatchObject({ code: "too-long" });
    await session[Symbol.asyncDispose]();
  });

  it('sends nothing for a "/" without a command', async () => {
    expect(await type("/%23c", "/\n")).toEqual([]);
    expect(await type("/", "/\n")).toEqual([]);
  });

  it("sends nothing of several lines if one of them is not valid", async () => {
    const { sent, session } = await open("/%23c", {});
    await expect(session.write(octetsOf("hello\n/JOIN #a,#b\n"))).rejects.toMatchObject({
      code: "control-octet",
    });
    await session.write(octetsOf("/X\n"));
    await readAll(session);
    expect(sent.slice(3)).toEqual(["X"]);
  });

  it("is counted in the transcript, without its text", async () => {
    const { session, transcript } = await open("/%23c", {});
    await session.write(octetsOf("hello\n/X\n"));
    await readAll(session);
    const [said, ...more] = transcript.entries.filter(({ kind }) => kind === "send").slice(3);
    expect([said?.on, said?.octets, said?.text, more]).toEqual(["control", 22, undefined, []]);
  });
});

describe("a session", () => {
  it.each([
    ["ERROR, after which the server closes (RFC 2812 §3.7.4)", "ERROR :bye"],
    ["the close of the connection", ""],
  ])("ends with %s", async (_, last) => {
    const { network, session } = await open("/%23c", { JOIN: `:s 366 guest #c :end\n${last}\nEND` });
    expect(await readAll(session)).toEqual([]);
    expect(network.open).toBe(0);
    await expect(session.write(octetsOf("x\n"))).rejects.toMatchObject({
      code: "truncated",
      message: "the session has ended; nothing was sent",
    });
  });

  it("fails if the server does not send messages of IRC", async () => {
    const { network, session } = await open("/%23c", { JOIN: ":s 366 guest #c :end\n-\nEND" });
    await expect(readAll(session)).rejects.toMatchObject({ code: "protocol-error" });
    expect(network.open).toBe(0);
  });

  it("that is disposed of ends, and closes its connection", async () => {
    const { network, session } = await open("/%23c", {});
    const reading = readAll(session);
    await session[Symbol.asyncDispose]();
    expect(await reading).toEqual([]);
    expect(network.open).toBe(0);
  });

  it("has the nickname of the last NICK of its user (RFC 2812 §3.1.2)", async () => {
    const { session } = await open("/", {
      USER: ":s 001 Guest9 :hi\n:s 422 Guest9 :no\n:guest9!g@h NICK :me\n:guest9!g@h NICK :other\nEND",
    });
    expect(session.nick).toBe("Guest9");
    await readAll(session);
    expect(session.nick).toBe("me");
  });
});
