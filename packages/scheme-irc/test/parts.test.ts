import { createRegistry, resolveOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type IrcInit, type IrcParts, type IrcUrl, irc } from "../src/index.ts";
import { ircOptions } from "../src/options.ts";

const registry = createRegistry(irc);
const read = (url: string) => registry.parse(url) as IrcUrl;
const H = "irc://h.example";

const FLAG_HINT = "remove one of them";
const EMPTY_FLAG = [
  'missing flag after ","',
  'remove the ",", or write "%2C" for a comma in a name',
] as const;

describe("the parts of a URL", () => {
  const NONE: IrcParts = {
    ...{ entity: undefined, enttype: undefined, channel: undefined, nick: undefined },
    ...{ hosttype: undefined, flags: [], options: [], key: undefined },
  };
  const channel = (entity: string, channel = entity) => ({ entity, enttype: "channel", channel }) as const;
  const user = (entity: string, nick = entity) =>
    ({ entity, enttype: "user", nick, flags: ["isuser"] }) as const;

  it.each<[path: string, parts: Partial<IrcParts>]>([
    ["", {}],
    ["/", {}],
    ["?a", { options: [{ name: "a", value: undefined }] }],
    ["/,needpass", { flags: ["needpass"] }],
    ["/,isserver", { flags: ["isserver"], hosttype: "server" }],
    ["/,isnetwork", { flags: ["isnetwork"], hosttype: "network" }],
    ["/,isuser", { flags: ["isuser"] }],
    // "If no prefix is given, # is presumed" (§2.5.1; RFC 2812 §1.3 has the prefixes).
    ["/c", channel("c", "#c")],
    ["/%23c", channel("#c")],
    ["/&c", channel("&c")],
    ["/+c", channel("+c")],
    ["/!c", channel("!c")],
    ["/c%23", channel("c#", "#c#")],
    ["/%2C", channel(",", "#,")],
    ["/a/b", channel("a/b", "#a/b")],
    ["/c,ischannel", channel("c", "#c")],
    ["/C,NeedKey,x%2Cy", { ...channel("C", "#C"), flags: ["needkey", "x,y"] }],
    ["/joe,isuser", user("joe")],
    ["/joe,ISNICK", user("joe")],
    ["/joe!j@h,isuser", user("joe!j@h", "joe")],
    ["/joe%40h!x,isuser", user("joe@h!x", "joe")],
    ["/joe!%0Ax,isuser", user("joe!\nx", "joe")],
    ["/%23c,isuser", user("#c")],
    [
      "/c?Key=A&key=b&msg&x=%26",
      {
        ...channel("c", "#c"),
        options: [
          { name: "key", value: "A" },
          { name: "key", value: "b" },
          { name: "msg", value: undefined },
          { name: "x", value: "&" },
        ],
        key: "A",
      },
    ],
    ["/c?key", { ...channel("c", "#c"), options: [{ name: "key", value: undefined }] }],
    ["/c?a,b", { ...channel("c", "#c"), options: [{ name: "a,b", value: undefined }] }],
  ])("of %j are %j", (path, parts) => {
    const read = registry.parse(`${H}${path}`).parts as IrcParts;
    expect(read).toEqual({ ...NONE, ...parts });
    expect([read.flags, read.options, ...read.options].every((each) => Object.isFrozen(each))).toBe(true);
  });

  it.each([
    ["", "/"],
    ["/c,ISUSER?KEY=x", "/c,isuser?key=x"],
    ["/c,IsNick", "/c,isuser"],
    ["/C,ischannel", "/C"],
    ["/%63%2c", "/c%2C"],
    ["?A", "/?a"],
    ["/?", "/"],
    ["/c#", "/c#"],
    [":6667/", "/"],
    [":6697/", ":6697/"],
  ])("of %j have the normal form %j", (path, normal) => {
    expect(registry.normalize(`${H}${path}`)).toBe(`${H}${normal}`);
  });

  it("have the port 6697 for ircs (RFC 7194)", () => {
    expect(registry.normalize("ircs://h.example:6697/")).toBe("ircs://h.example/");
    expect(registry.normalize("ircs://h.example:6667/")).toBe("ircs://h.example:6667/");
  });
});

describe("a URL from fields", () => {
  it.each<[init: IrcInit, url: string]>([
    [{ host: "h" }, "irc://h/"],
    [{ host: "h", scheme: "ircs", port: 7000 }, "ircs://h:7000/"],
    [{ host: "h", user: "u", password: "p" }, "irc://u:p@h/"],
    [{ host: "h", entity: "#a,b/c?d" }, "irc://h/%23a%2Cb/c%3Fd"],
    [{ host: "h", entity: "c", flags: ["isuser", "x,y"] }, "irc://h/c,isuser,x%2Cy"],
    [{ host: "h", flags: ["isserver"] }, "irc://h/,isserver"],
    [{ host: "h", options: [{ name: "key", value: "a&b" }] }, "irc://h/?key=a%26b"],
    [{ host: "h", options: [{ name: "a", value: undefined }] }, "irc://h/?a"],
    [{ host: "h", entity: "c", fragment: "x" }, "irc://h/c#x"],
    [{ host: "h", flags: ["x"], fragment: "y" }, "irc://h/,x#y"],
    [{ host: "h", options: [{ name: "a", value: "" }], fragment: "y" }, "irc://h/?a=#y"],
    [{ host: "h", fragment: "" }, "irc://h/#"],
  ])("%j is %s", (init, url) => expect(registry.format(init.scheme ?? "irc", init)).toBe(url));

  const LOWER = 'write flags in lower case, "isuser" for "isnick", and no "ischannel"';
  it.each<[init: object, message: string, hint: string | undefined]>([
    [{ entity: "" }, "the entity is empty", "leave it out"],
    [{ flags: ["isUser"] }, 'invalid flag "isUser"', LOWER],
    [{ flags: ["isnick"] }, 'invalid flag "isnick"', LOWER],
    [{ flags: ["x", "ischannel"] }, 'invalid flag "ischannel"', LOWER],
    [{ flags: ["A\x1b[2J"] }, 'invalid flag "A\\x1b[2J"', LOWER],
    [{ flags: [""] }, ...EMPTY_FLAG],
    [{ flags: ["x", "x"] }, 'the flag "x" is given twice', FLAG_HINT],
    [
      { flags: ["isserver", "x", "isnetwork"] },
      'the flags "isserver" and "isnetwork" exclude each other',
      FLAG_HINT,
    ],
    [
      { options: [{ name: "Key", value: "x" }] },
      'invalid name of an option: "Key"',
      "write it in lower case",
    ],
    [
      { options: [{ name: "A\n", value: "x" }] },
      'invalid name of an option: "A\\x0a"',
      "write it in lower case",
    ],
    [{ options: [{ name: 1, value: "x" }] }, "invalid name: expected text", undefined],
    [{ options: [{ name: "key", value: 5 }] }, "invalid key: expected text", undefined],
    [{ options: [{ name: "\x1b", value: 5 }] }, "invalid \\x1b: expected text", undefined],
    [{ options: [null] }, "invalid options: expected a list of objects", undefined],
    [{ flags: "isuser" }, "invalid flags: expected a list of texts", undefined],
    [
      { fragment: "c" },
      "a fragment needs an entity before it",
      'use an entity that begins with "#" for a channel',
    ],
  ])("%j is refused: %s", (init, message, hint) => {
    expect(() => registry.format("irc", { host: "h", ...init } as IrcInit)).toThrow(
      expect.objectContaining({
        ...{ name: "UrlSyntaxError", code: "bad-field", start: 0, end: 0, hint },
        message: expect.stringContaining(message),
      }),
    );
  });
});

describe("the presentation", () => {
  it.each([
    ["/", true],
    ["", true],
    ["/,isserver", true],
    ["/c", false],
    ["/joe,isuser", false],
  ])("of %j is a table of channels: %j", (path, isServer) => {
    const url = read(`${H}${path}`);
    expect(irc.isDirectory?.(url)).toBe(isServer);
    const view = irc.presentation?.view;
    expect(typeof view === "function" ? view(url) : view).toEqual(
      isServer
        ? {
            columns: [
              { field: "name", title: "Channel" },
              { field: "attributes.users", title: "Users" },
              { field: "attributes.topic", title: "Topic" },
            ],
          }
        : {},
    );
  });

  it("has valid examples, each with a title", () => {
    expect(irc.examples?.length).toBe(4);
    for (const { url, title } of irc.examples ?? []) {
      expect(registry.normalize(url)).toBe(url);
      expect(title).toMatch(/^an? /);
    }
  });

  it("has the usual ports of IRC, which browsers block", () => {
    expect(irc.ports).toEqual({ reserved: "refuse", usual: [6665, 6666, 6667, 6668, 6669, 6697] });
    expect(irc.fields).toEqual([
      "user",
      "password",
      "host",
      "port",
      "entity",
      "flags",
      "options",
      "fragment",
    ]);
  });
});

describe("the options", () => {
  const resolve = (options: object) => resolveOptions(ircOptions, options);

  it("have these defaults", () => {
    expect(resolve({})).toEqual({ nick: undefined, realName: "anyurl", maxLines: 10 });
  });

  it.each([
    { nick: "a" },
    { nick: "a:b" },
    { nick: "[é]" },
    { realName: "A. B: C, d" },
    { realName: " " },
    { maxLines: 1 },
    { maxLines: 1000 },
  ])("can be %j", (options) => expect(resolve(options)).toMatchObject(options));

  const NICK = "a name without spaces, commas and control characters, which does not begin with a colon";
  it.each<[options: object, expected: string]>([
    ...["", " ", ":a", "a b", "a,b", ",", "a\0", "\0", "a\x07", "a\r", "a\n", "\n"].map(
      (nick) => [{ nick }, NICK] as const,
    ),
    ...["", "a\0", "\n", "a\r", "a\nb"].map(
      (realName) => [{ realName }, "one line that is not empty"] as const,
    ),
    [{ maxLines: 0 }, "a whole number, at least 1"],
    [{ maxLines: 1.5 }, "a whole number, at least 1"],
  ] as [object, string][])("cannot be %j", (options, expected) => {
    expect(() => resolve(options)).toThrow(
      expect.objectContaining({
        code: "bad-option",
        message: expect.stringContaining(`expected ${expected}`),
      }),
    );
  });
});
