import { writeFileSync } from "node:fs";
import { type EmbeddedServer, type GopherPlus, startGopherServer } from "@anyurl/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

/** Every kind of question of Gopher+ §2.8. */
const ASK = [
  "Ask: Your name:\tguest",
  "AskP: Password:",
  "AskL: A poem:",
  "AskF: Save as:\t.profile",
  "Select: Sure?:1",
  "Choose: Color?\tred\tgreen",
  "ChooseF: Which file?\t/etc/passwd",
];

let server: EmbeddedServer;
let url: string;
const here = scratchDirectory({ forAll: true });
const sent: (readonly string[])[] = [];

beforeAll(async () => {
  writeFileSync(here("own.txt"), "one\ntwo\n");
  const answer = (values: readonly string[]) => {
    sent.push(values);
    return "thank you\n";
  };
  const plus: GopherPlus = {
    forms: new Map([
      ["/form", { display: "A form", ask: ASK, answer }],
      ["/odd", { display: "A form", ask: ["Draw: a picture"], answer }],
    ]),
  };
  server = await startGopherServer({ plus });
  url = `${server.origin}/0/form%09%09?`;
});
afterAll(() => server.close());

/** A user who types these lines, and the prompts they saw. */
function typist(...answers: readonly string[]) {
  const prompts: string[] = [];
  const hidden: string[] = [];
  const next = (into: string[]) => async (prompt: string) => {
    into.push(prompt);
    return answers[prompts.length + hidden.length - 1];
  };
  return { prompts, hidden, world: { askLine: next(prompts), askSecret: next(hidden) } };
}

const file = () => here("own.txt");
const get = (world: object, ...argv: readonly string[]) => run(["get", "--any-port", ...argv], world);

describe("get of an item with a form", () => {
  it("asks each question, hides the answer of AskP, and sends the answers", async () => {
    const user = typist("Alice", "secret", "a", "b", ".", "my.txt", "", "2", file());
    const { status, out, err } = await get(user.world, url);
    expect({ status, out }).toEqual({ status: 0, out: "thank you\r\n" });
    expect(sent.at(-1)).toEqual(["Alice", "secret", "2", "a", "b", "my.txt", "1", "green", "one", "two"]);
    expect(user.hidden).toEqual(["Password: "]);
    expect(user.prompts[0]).toBe("Your name [guest]: ");
    expect(err).not.toContain("secret");
  });

  it("takes the suggested answer for an empty line, and asks again for an unknown choice", async () => {
    const user = typist("", "", ".", "x", "n", "blue", "red", file());
    expect((await get(user.world, url)).status).toBe(0);
    expect(sent.at(-1)).toEqual(["guest", "", "0", "x", "0", "red", "one", "two"]);
  });

  it("never sends a file that only the server has named", async () => {
    const before = sent.length;
    const user = typist("", "", ".", "x", "", "1", "");
    expect((await get(user.world, url)).status).toBe(4);
    expect(sent).toHaveLength(before);
  });

  it("writes the response to a file with -o", async () => {
    const target = here("answer.txt");
    const user = typist("", "", ".", "x", "", "1", file());
    expect((await get(user.world, "-o", target, url)).status).toBe(0);
  });

  it("fails with unsupported without a terminal, and for an unknown type of question", async () => {
    const alone = await get({}, url);
    expect(alone).toMatchObject({ status: 4, err: expect.stringContaining("this item requires a form") });
    const odd = await get(typist().world, `${server.origin}/0/odd%09%09?`);
    expect(odd).toMatchObject({ status: 4, err: expect.stringContaining("unsupported type") });
  });

  it("shows control characters of a server escaped", async () => {
    const plus: GopherPlus = {
      forms: new Map([["/form", { display: "x", ask: ["Ask: \x1b[2JName"], answer: () => "" }]]),
    };
    await using evil = await startGopherServer({ plus });
    const user = typist("a");
    await get(user.world, `${evil.origin}/0/form%09%09?`);
    expect(user.prompts).toEqual([String.raw`\x1b[2JName: `]);
  });
});
