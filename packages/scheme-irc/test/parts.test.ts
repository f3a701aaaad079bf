import { createRegistry, resolveOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type IrcInit, type IrcParts, type IrcUrl, irc } from "../src/index.ts";
import { ircOptions } from "../src/options.ts";

const registry = createRegistry(irc);
const read = (url: string) => registry.parse(url) as IrcUrl;
const H = "irc://h.example";

const CITE = "draft-butcher-irc-url-04 §2.5";

const FLAG_HINT = "remove one of them";
const EMPTY_FLAG = [
  'missing flag after ","',
  'remove the ",", or write "%2C" for a comma in a name',
] as const;

describe("a problem of a URL", () => {
  type Row = readonly [path: string, start: number, end: number, message: string, hint: string];

  it.each<Row>([
    ["/c,", 18, 18, ...EMPTY_FLAG],
    ["/,", 17, 17, ...EMPTY_FLAG],
    ["/c,,x", 18, 18, ...EMPTY_FLAG],
    ["/c,x,?y", 20, 20, ...EMPTY_FLAG],
    ["/c,x,X", 20, 21, 'the flag "x" is given twice', FLAG_HINT],
    ["/c,isuser,isnick", 25, 31, 'the flag "isuser" is given twice', FLAG_HINT],
    ["/c,x,%78,y", 20, 23, 'the flag "x" is given twice', FLAG_HINT],
    ["/c,isuser,isChannel", 25, 34, 'the flags "isuser" and "ischannel" exclude each other', FLAG_HINT],
    ["/c,ischannel,x,isnick", 30, 36, 'the flags "ischannel" and "isuser" exclude each other', FLAG_HINT],
    ["/c,isserver,isnetwork", 27, 36, 'the flags "isserver" and "isnetwork" exclude each other', FLAG_HINT],
    ["/c,isnetwork,isserver#x", 28, 36, 'the flags "isnetwork" and "isserver" exclude each other', FLAG_HINT],
  ])("in the flags of %s is from %i to %i: %s", (path, start, end, message, hint) => {
    const { problems } = registry.tryParse(`${H}${path}`);
    expect(problems.filter(({ component }) => component === "path")).toMatchObject([
      { code: "bad-field", severity: "error", start, end, message, hint, cite: CITE },
    ]);
  });

  it("in a flag is reported for each flag", () => {
    const { problems } = registry.tryParse(`${H}/c,,x,x,isuser,ischannel`);
    expect(problems.map(({ start, message }) => [start, message])).toEqual([
      [18, EMPTY_FLAG[0]],
      [21, 'the flag "x" is given twice'],
      [30, 'the flags "isuser" and "ischannel" exclude each other'],
    ]);
  });

  it.each<[path: string, start: number, end: number]>([
    ["#c", 15, 17],
    ["/#c", 16, 18],
    ["/#c,x", 16, 20],
  ])("is that %s has a fragment instead of a channel (RFC 3986 §3.5)", (path, start, end) => {
    const { problems } = registry.tryParse(`${H}${path}`);
    expect(problems).toMatchObject([
      {
        ...{ code: "bad-field", component: "fragment", severity: "error", start, end, cite: "RFC 3986 §3.5" },
        message: 'the "#" begins a fragment, and not the name of a channel',
        hint: 'write "/%23" instead of "#" or "/#"',
      },
    ]);
  });

  it.each([
    "",
    "#",
    "/",
    "/#",
    "/c#x",
    "/?a#x",
    "/,x#y",
    "/c,isuser,isserver",
    "/c,ischannel,isnetwork",
    "/c,x,y",
  ])("is not that of %j", (path) => expect(registry.tryParse(`${H}${path}`).problems).toEqual([]));

  it.each<[path: string, start: number]>([
    ["/a%0Db", 17],
    ["/a,%0Ab", 18],
    ["/a?b=%00", 20],
  ])("is as a warning that %s has a control character, at %i", (path, start) => {
    expect(registry.tryParse(`${H}${path}`).problems).toMatchObject([
      { code: "control-octet", severity: "warning", component: "path", start },
    ]);
  });

  it.each([
    ["irc:c", "missing-authority", 4],
    ["irc:c,,x#y", "missing-authority", 4],
    ["irc:#c", "missing-authority", 4],
    ["irc:///c", "missing-host", 6],
    ["irc://u@/c", "missing-host", 8],
    ["irc://h:x/c", "bad-port", 8, "RFC 3986 §3.2.3"],
  ])("of %s is only %s", (url, code, start, cite = CITE) => {
    expect(registry.tryParse(url).problems).toMatchObject([{ code, start, cite }]);
  });
});

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
  it.each<[init: object, message: string, hint: string]>([
    [{ entity: "" }, "the entity is empty", "leave it out"],
    [{ flags: ["isUser"] }, 'invalid flag "isUser"', LOWER],
    [{ flags: ["isnick"] }, 'invalid flag "isnick"', LOWER],
    [{ flags: ["x", "ischannel"] }, 'invalid flag "ischannel"', LOWER],
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
    [{ options: [{ name: 1, value: "x" }] }, 'invalid name of an option: "1"', "write it in lower case"],
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

describe("the description of a URL", () => {
  type Row = readonly [
    name: string,
    start: number,
    end: number,
    value: string,
    meaning: string,
    cite?: string,
  ];
  const SCHEME: Row = ["scheme", 0, 3, "irc", "how to read the rest", "RFC 3986 §3.1"];
  const HOST: Row = ["host", 6, 15, "h.example", "a host name", "RFC 3986 §3.2.2"];

  it.each<[path: string, ...parts: Row[]]>([
    [""],
    ["/", ["entity", 16, 16, "", "no channel or user: the server itself"]],
    [
      "/c,isuser",
      ["entity", 16, 17, "c", "the user"],
      ["flags[0]", 18, 24, "isuser", "the entity is a user"],
    ],
    [
      "/%23c,NeedKey,x?key=a&MSG=b&y",
      ["entity", 16, 20, "#c", "the channel #c"],
      ["flags[0]", 21, 28, "NeedKey", "the channel has a key"],
      ["flags[1]", 29, 30, "x", "an unknown flag, ignored"],
      ["options[0]", 31, 36, "key=a", "the key of the channel"],
      ["options[1]", 37, 42, "MSG=b", "a message that is never sent automatically"],
      ["options[2]", 43, 44, "y", "an unknown option, ignored"],
    ],
    [
      "/c#x",
      ["entity", 16, 17, "c", "the channel #c"],
      ["fragment", 18, 19, "x", "a position within the resource; never sent", "RFC 3986 §3.5"],
    ],
    [":6667", ["port", 16, 20, "6667", "the scheme's default port", "RFC 3986 §3.2.3"]],
  ])("with %j has these ranges and meanings", (path, ...due) => {
    const shown = registry
      .describe(`${H}${path}`)
      .map(({ name, start, end, value, meaning, cite }) => [name, start, end, value, meaning, cite]);
    expect(shown).toEqual([SCHEME, HOST, ...due].map(([...row]) => (row.length < 6 ? [...row, CITE] : row)));
  });

  it.each([
    ["isuser", "the entity is a user"],
    ["isnick", "the entity is a user"],
    ["ischannel", "the entity is a channel, the default"],
    ["isserver", "the host is a server"],
    ["isnetwork", "the host is the name of a network"],
    ["needkey", "the channel has a key"],
    ["needpass", "the server has a password"],
    ["%4EeedPass", "the server has a password"],
    ["other", "an unknown flag, ignored"],
  ])("says what the flag %s means", (flag, meaning) => {
    expect(registry.describe(`${H}/c,${flag}`).at(-1)).toMatchObject({ name: "flags[0]", meaning });
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
