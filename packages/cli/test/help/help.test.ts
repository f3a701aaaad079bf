import { getOptionSet, type OptionDeclarations } from "@anyurl/core";
import { createAnyurl } from "anyurl";
import { describe, expect, test } from "vitest";
import { run } from "../captured.ts";
import { folderOf, schemeText } from "../config/world.ts";

const urls = createAnyurl();

describe("help of a scheme", () => {
  test.each(urls.names())(
    "lists names, ports, rules, examples, parts, profiles, verbs, and options of %s",
    async (name) => {
      const scheme = urls.scheme(name)!;
      for (const asked of [name, `${name}:`, name.toUpperCase()]) {
        const { status, out, err } = await run(["help", asked]);
        expect({ status, err }).toEqual({ status: 0, err: "" });
        expect(out).toMatch(new RegExp(`^${name}:\n`));
      }
      const { out } = await run(["help", name]);
      for (const each of scheme.names) {
        const port = scheme.defaultPort(each);
        expect(out).toContain(port === undefined ? `${each} without a port` : `${each} on port ${port}`);
      }
      const words = out.replace(/\s+/g, " ");
      for (const rule of scheme.cite) expect(words).toContain(rule);
      for (const { url, title } of scheme.examples) {
        expect(out).toContain(url);
        expect(words).toContain(title.replace(/\s+/g, " "));
      }
      for (const part of new Set(scheme.examples.flatMap(({ url }) => urls.describe(url))))
        expect(out).toContain(`  ${part.name.replace(/\[\d+\]/g, "[]")} `);
      expect(words).toContain("rfc1738: the grammar of RFC 1738 §5");
      const declared: OptionDeclarations = getOptionSet(scheme).declarations;
      for (const [option, declaration] of Object.entries(declared)) {
        const { description } = declaration;
        const values = "choices" in declaration ? (declaration.choices ?? []) : [];
        expect(out).toContain(`\n  ${option}  `);
        expect(words).toContain(description.replace(/\s+/g, " "));
        for (const value of values) expect(words).toContain(value);
      }
      for (const line of out.split("\n").filter((each) => !each.includes("://")))
        expect(line.length).toBeLessThan(200);
    },
  );

  test("prints everything with --json", async () => {
    const { out } = await run(["help", "--json", "ftp"]);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      scheme: "ftp",
      names: [
        { name: "ftp", port: 21 },
        { name: "ftps", port: 990 },
      ],
      operations: expect.arrayContaining(["get", "put", "list"]),
      options: { tls: { type: "choice", choices: ["none", "preferred", "required"], default: "none" } },
      parts: expect.arrayContaining([expect.objectContaining({ name: "cwds[]", cite: "RFC 1738 §3.2.2" })]),
      examples: expect.arrayContaining([expect.objectContaining({ rfc1738: true })]),
    });
  });

  test("marks the examples that are invalid under RFC 1738", async () => {
    const marks = await Promise.all(
      urls.names().map(async (name) => {
        const { out } = await run(["help", name]);
        const marked = out.split("not valid by the grammar of RFC 1738").length - 1;
        const { examples } = urls.scheme(name)!;
        expect(marked).toBe(examples.filter(({ url }) => !urls.check(url).rfc1738.ok).length);
        return marked;
      }),
    );
    expect(Math.max(...marks)).toBeGreaterThan(0);
  });

  test("shows a plugin's scheme and where it comes from", async () => {
    const plugin = schemeText(
      "x-word",
      'options: { name: "x-word", declarations: { loud: { type: "boolean", default: false, description: "in \\x1b[2J capital letters" } }, defaults: { loud: false } },',
    );
    await using folder = await folderOf({ "a.mjs": `export default { plugins: [${plugin}] };` });
    const { status, out } = await run(["help", "--config", folder.at("a.mjs"), "x-word"]);
    expect(status).toBe(0);
    expect(out).toContain("x-word:  from plugin 1");
    expect(out).toContain("loud  true | false; default: false");
    // Text of a plugin is escaped.
    expect(out).toContain("in \\x1b[2J capital letters");
    expect((await run(["help", "x-word"])).status).toBe(2);
  });

  test("works if the config is invalid", async () => {
    await using folder = await folderOf({ "a.json": "{" });
    const { status, out, err } = await run(["help", "--config", folder.at("a.json"), "ftp"]);
    expect({ status, said: out.startsWith("ftp:") }).toEqual({ status: 0, said: true });
    expect(err).toContain("not valid JSON");
  });
});

test.each([
  ["gett", 'run "anyurl help get"'],
  ["gohper", 'run "anyurl help gopher"'],
  ["nosuch", 'run "anyurl help" or "anyurl schemes"'],
])("help of the unknown name %s suggests a command that works", async (name, hint) => {
  const { status, err } = await run(["help", name]);
  expect([status, err]).toEqual([2, expect.stringContaining(`hint: ${hint}\n`)]);
});

describe("help of a verb", () => {
  test("equals --help of the verb, or of the command without a name", async () => {
    expect((await run(["help", "get"])).out).toBe((await run(["get", "--help"])).out);
    expect((await run(["help"])).out).toBe((await run(["--help"])).out);
    expect(JSON.parse((await run(["help", "--json", "get"])).out).help).toContain("--remote-name");
  });

  test.each([
    ["gophr", "gopher"],
    ["pars", "parse"],
    ["\x1b[2Jzz", "anyurl schemes"],
  ])("suggests known names for the unknown name %j", async (name, hint) => {
    const { status, err } = await run(["help", name]);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(hint) });
    expect(err).not.toContain("\x1b");
  });
});
