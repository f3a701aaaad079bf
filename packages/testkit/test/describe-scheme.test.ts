import {
  DEFAULT_LIMITS,
  decodeText,
  encodeText,
  octetsOf,
  type Part,
  PCHAR,
  type ProblemCode,
} from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anyAuthority,
  anyText,
  describeScheme,
  type ExamOptions,
  readVectors,
  type Vector,
} from "../src/index.ts";
import { collectingRunner } from "./collecting-runner.ts";
import { type EchoDefinition, type EchoUrl, echo, echoScheme, good, planEcho } from "./echo.ts";

const vectors = readVectors(new URL("./vectors.json", import.meta.url));
const arbitraries = { parts: fc.record({ text: anyText() }), authority: anyAuthority({ login: true }) };

// The exam on a healthy scheme, which must pass.
describeScheme(echoScheme(), vectors, arbitraries);

async function examine(
  changes: Partial<EchoDefinition>,
  rows: readonly Vector[] = vectors,
  options: ExamOptions = {},
): Promise<string> {
  const runner = collectingRunner();
  describeScheme(echoScheme(changes), rows, arbitraries, { runner, runs: 150, seed: 1, ...options });
  const failed = await runner.failures();
  return [...failed].map(([name, message]) => `${name}: ${message}`).join("\n");
}

describe("describeScheme catches", () => {
  it("no fault in a healthy scheme", async () => {
    expect(await examine({})).toBe("");
  });

  it("a delimiter that is not escaped", async () => {
    const format: typeof good.format = (init) => good.format(init).replaceAll("%3F", "?");
    expect(await examine({ format })).toContain("parse undoes format");
  });

  it("a field that is encoded twice", async () => {
    const format: typeof good.format = (init) =>
      good.format({ ...init, ...(init.text !== undefined && { text: encodeText(init.text, PCHAR) }) });
    expect(await examine({ format })).toContain("parse undoes format");
  });

  it("a field that is decoded twice", async () => {
    const parse: typeof good.parse = (url, report) => {
      const { text } = good.parse(url, report);
      return { text: /%[0-9A-F]{2}/.test(text) && !/%(?![0-9A-F]{2})/i.test(text) ? decodeText(text) : text };
    };
    expect(await examine({ parse })).toContain("parse undoes format");
  });

  it("lost bytes", async () => {
    const parse: typeof good.parse = (url, report) => ({
      text: new TextDecoder().decode(octetsOf(good.parse(url, report).text)),
    });
    const told = await examine({ parse });
    expect(told).toContain("parse undoes format");
    expect(told).toContain("but the text has");
  });

  it("an unstable normal form", async () => {
    const normalize: typeof good.normalize = (url) => good.normalize(url).replace("%2525", "%25");
    expect(await examine({ normalize })).toContain("laws");
    const growing: typeof good.normalize = (url) => `${good.normalize(url)}x`;
    expect(await examine({ normalize: growing })).toContain("the normal form of the normal form");
  });

  it("a normal form that identifies another resource", async () => {
    const lower: typeof good.normalize = (url) =>
      good
        .normalize(url)
        .replace(/(\/)([^/]*)$/, (_all, slash: string, text: string) => slash + text.toLowerCase());
    expect(await examine({ normalize: lower })).toContain("normalizing keeps the parts");
    const anonymous: typeof good.normalize = (url) => good.normalize(url).replace(/\/\/[^/]*@/, "//");
    expect(await examine({ normalize: anonymous })).toContain("normalizing keeps user");
  });

  it("a plan that depends on the spelling of the URL", async () => {
    const plan = (url: EchoUrl) => planEcho(echo(rewritten(url, url.path.slice(1)), DEFAULT_LIMITS), url);
    expect(await examine({ plan })).toContain("plan(normalize(u)) is plan(u)");
    // Unless the scheme declares that it sends the URL as written.
    const sentAs = (text: string) => text.replaceAll(/%[0-9a-f]{2}/gi, (octet) => decodeText(octet));
    const told = await examine({ plan }, vectors, { sentAs });
    expect(told).not.toContain("plan(normalize(u)) is plan(u)");
  });

  it("a host that is lost, unless the scheme declares that it stands for another one", async () => {
    const normalize: typeof good.normalize = (url) => good.normalize(url).replace("h.example", "localhost");
    const law = "normalizing keeps user, password, host, port, fragment";
    expect(await examine({ normalize })).toContain(law);
    const hostAs = (host: string | undefined) => host?.replace(/^h\.example$/i, "localhost");
    expect(await examine({ normalize }, vectors, { hostAs })).not.toContain(law);
  });

  it("a plan that differs from the vectors", async () => {
    const plan = (url: EchoUrl) => planEcho(echo(rewritten(url, `${url.parts.text} `), DEFAULT_LIMITS), url);
    expect(await examine({ plan })).toContain("the planned lines");
  });

  it("a fragment that is sent", async () => {
    const plan = (url: EchoUrl) =>
      planEcho(echo(rewritten(url, url.parts.text + (url.fragment ?? "")), DEFAULT_LIMITS), url);
    expect(await examine({ plan })).toContain("the plan, with a fragment and without");
  });

  it("a plan that refers to a part without a description", async () => {
    const plan = (url: EchoUrl) => {
      const { operation, steps } = planEcho(echo(url, DEFAULT_LIMITS), url);
      return {
        operation,
        steps: steps.map((step) => (step.do === "send" ? { ...step, part: "word" } : step)),
      };
    };
    expect(await examine({ plan })).toContain('the plan sends "word", but describe does not return it');
  });

  it("an invalid URL that is not rejected before access", async () => {
    const plan = (url: EchoUrl) =>
      planEcho(echo(rewritten(url, url.parts.text.replace(/[\0\r\n]/g, "")), DEFAULT_LIMITS), url);
    expect(await examine({ plan })).toContain("opening the URL must fail with");
  });

  it("a password in a message", async () => {
    const parse: typeof good.parse = (url, report) =>
      good.parse(url, (problem) => report({ ...problem, message: `${problem.message}: ${url.userinfo}` }));
    expect(await examine({ parse })).toContain("shows the password");
  });

  it("a password in a description or a plan", async () => {
    const showing =
      (value: (url: EchoUrl) => string) =>
      (url: EchoUrl): readonly Part[] =>
        good.describe(url).map((part) => (part.secret === true ? { ...part, value: value(url) } : part));
    expect(await examine({ describe: showing((url) => decodeText(url.password!)) })).toContain(
      "shows the password",
    );
    // Its length is a secret as well.
    const dots = showing((url) => ".".repeat(url.password!.length));
    expect(await examine({ describe: dots })).toContain("password is a secret");
    const plan = (url: EchoUrl) => planEcho(withoutSecrets(echo(url, DEFAULT_LIMITS)), url);
    expect(await examine({ plan })).toContain("plan: inspect shows the password");
  });

  it("an error without a code", async () => {
    const parse: typeof good.parse = (url, report) => {
      if (url.path.includes("%FF")) throw new TypeError("not UTF-8");
      return good.parse(url, report);
    };
    expect(await examine({ parse })).toContain("not UTF-8");
    const alien: typeof good.parse = (url, report) => {
      if (url.path.includes("%FF")) throw Object.assign(new TypeError("not UTF-8"), { code: "bad-path" });
      return good.parse(url, report);
    };
    expect(await examine({ parse: alien })).toContain("a UrlSyntaxError or an AccessError");
    const stranger: typeof good.format = (init) => {
      if (init.text?.includes("..")) throw Object.assign(new RangeError("no dots"), { code: "bad-path" });
      return good.format(init);
    };
    expect(await examine({ format: stranger })).toContain("a UrlSyntaxError or an AccessError");
    const wrong: typeof good.parse = (url, report) =>
      good.parse(url, (problem) => report({ ...problem, code: "E_QUERY" as ProblemCode }));
    expect(await examine({ parse: wrong })).toMatch(/with a code|invalid code/);
  });

  it("a problem whose range is outside the text", async () => {
    const parse: typeof good.parse = (url, report) =>
      good.parse(url, (problem) => report({ ...problem, end: problem.end + 100 }));
    expect(await examine({ parse })).toContain("a range outside the text");
  });

  it("parts that are described at a wrong range", async () => {
    const shifted = (url: EchoUrl): readonly Part[] =>
      good.describe(url).map((part) => (part.name === "text" ? { ...part, start: part.start - 1 } : part));
    expect(await examine({ describe: shifted })).not.toBe("");
    const beyond = (url: EchoUrl): readonly Part[] =>
      good.describe(url).map((part) => (part.name === "text" ? { ...part, end: part.end + 1 } : part));
    expect(await examine({ describe: beyond })).toContain("has a range outside the text");
    const raw = (url: EchoUrl): readonly Part[] =>
      good.describe(url).map((part) => (part.name === "text" ? { ...part, value: url.path.slice(1) } : part));
    expect(await examine({ describe: raw })).toContain("but the text has");
    const fragment = (url: EchoUrl): readonly Part[] =>
      good.describe(url).map((part) => (part.name === "fragment" ? { ...part, value: url.fragment! } : part));
    expect(await examine({ describe: fragment })).toContain("fragment is");
    const gap = (url: EchoUrl): readonly Part[] => good.describe(url).filter(({ name }) => name !== "text");
    expect(await examine({ describe: gap })).toContain("did not describe all of the path");
    const unordered = (url: EchoUrl): readonly Part[] => [...good.describe(url)].reverse();
    expect(await examine({ describe: unordered })).toContain("before the end of the previous part");
  });

  it("a format that rejects valid fields", async () => {
    const format: typeof good.format = (init) => {
      if (init.text?.startsWith("..")) encodeText("\uD800", PCHAR);
      return good.format(init);
    };
    expect(await examine({ format })).toContain("format rejects valid fields");
  });

  it("a host or a port that becomes another component", async () => {
    const format: typeof good.format = ({ host, port, ...rest }) =>
      good.format({ ...rest, host: "h" }).replace("h/", `${host}${port === undefined ? "" : `:${port}`}/`);
    const told = await examine({ format });
    expect(told).toContain("format rejects an invalid field");
  });

  it("each wrong field of a vector", async () => {
    const [first] = vectors;
    const wrong: readonly [object, string][] = [
      [{ host: "other" }, "host"],
      [{ port: 70 }, "the effective port"],
      [{ user: "u" }, "user"],
      [{ parts: { text: "a/b", more: 1 } }, "the parts"],
      [{ normal: "x-echo://h.example/x" }, "the normal form"],
      [{ equal: ["x-echo://h.example/x"] }, "equal to"],
      [{ differs: ["X-ECHO://h.example/a%2fb"] }, "differs from"],
      [{ wire: ["a/b\\c"] }, "the planned lines"],
      [{ warning: "control-octet" }, "missing warning"],
      [{ access: "control-octet" }, "opening the URL must fail with"],
      [{ code: "bad-path" }, "the code of the problem"],
      [{ build: { host: "h.example", text: "x" } }, "format must return"],
    ];
    for (const [change, message] of wrong) {
      const rows = [{ ...first, ...change }] as readonly Vector[];
      // The laws have other tests.
      expect(await examine({}, rows, { runs: 1 }), JSON.stringify(change)).toContain(message);
    }
    const late = [{ rule: "RFC 862", url: "x-echo://h.example/a?b", code: "query-not-allowed", start: 19 }];
    expect(await examine({}, late, { runs: 1 })).toContain("where the problem starts");
  });
});

/** Returns the same URL with the name of another text. */
function rewritten(url: EchoUrl, text: string): EchoUrl {
  return new Proxy(url, {
    get: (target, name) => (name === "parts" ? { text } : Reflect.get(target, name, target)),
  });
}

function* withoutSecrets(exchange: ReturnType<typeof echo>): ReturnType<typeof echo> {
  let next = exchange.next();
  while (next.done !== true) {
    const step = next.value;
    const { secret: _secret, ...open } = step.do === "send" ? step : { ...step, secret: undefined };
    next = exchange.next(yield open as typeof step);
  }
  return next.value;
}
