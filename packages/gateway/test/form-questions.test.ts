import { startGopherServer } from "@anyurl/servers";
import { describe, expect, it } from "vitest";
import { gatewayOf, open } from "./world.ts";

/* Each type of question of a Gopher+ form (§2.8), as the page shows it and as a program gets it. */

const gateway = gatewayOf();

async function formOf(ask: readonly string[]): Promise<{ html: string; json: unknown }> {
  const plus = { forms: new Map([["/f", { display: "Form", ask, answer: () => "" }]]) };
  await using server = await startGopherServer({ plus });
  const url = `${server.origin}/0/f%09%09%3F`;
  const html = await (await open(gateway, url)).text();
  const json = await (await open(gateway, url, { accept: "*/*" })).json();
  return { html, json: (json as { form: unknown }).form };
}

/** The field of the first question, with the rest of the form. */
const fieldOf = (html: string): string | undefined =>
  /<(?:input|textarea)[^>]*name="answer-0"[\s\S]*?(?=<\/form>)/.exec(html)?.[0];

describe("a question of a Gopher+ form", () => {
  it.each([
    ["Ask: Volts?\t220", { kind: "line", prompt: "Volts?", suggested: "220" }, /^<input[^>]*value="220"/],
    ["Ask: Volts?", { kind: "line", prompt: "Volts?" }, /^<input[^>]*value=""/],
    ["AskL: Why?", { kind: "lines", prompt: "Why?" }, /^<textarea/],
    // Names of files on the machine of the visitor, which a server must not suggest.
    ["AskF: Where to?\t.profile", { kind: "line", prompt: "Where to?" }, /^<input[^>]*value=""/],
    ["ChooseF: Which?\t/etc/passwd", { kind: "file", prompt: "Which?" }, /^<textarea[^>]*>\s*<\/textarea>/],
    [
      "Choose: Color?\tred\tblue & green",
      { kind: "choice", prompt: "Color?", choices: ["red", "blue & green"] },
      /^<input type="radio"[^>]*value="red" checked>[\s\S]*value="blue &amp; green">/,
    ],
    [
      "Select: Sure?:1",
      { kind: "yes-no", prompt: "Sure?", suggested: "1" },
      /^<input type="checkbox"[^>]*value="1" checked>/,
    ],
    [
      "Select: Sure?:0",
      { kind: "yes-no", prompt: "Sure?", suggested: "0" },
      /^<input type="checkbox"[^>]*value="1">/,
    ],
  ])("%j is a field", async (line, question, field) => {
    const { html, json } = await formOf([line]);
    expect(json).toEqual([question]);
    expect(fieldOf(html)).toMatch(field);
    expect(html).toContain(question.prompt);
  });

  it.each([
    ["AskP: Password:", { kind: "secret", prompt: "Password:" }, "does not forward passwords"],
    [
      "Select: Which?\tone\ttwo",
      { kind: "unsupported", prompt: "Which?" },
      "question of an unsupported type",
    ],
    ["Draw: a cat", { kind: "unsupported", prompt: "Draw: a cat" }, "question of an unsupported type"],
  ])("%j is reported, and the page has no form to send", async (line, question, note) => {
    const { html, json } = await formOf(["Ask: Name:", line]);
    expect(json).toEqual([{ kind: "line", prompt: "Name:" }, question]);
    expect(html).toContain(note);
    expect(html).not.toContain("<textarea");
    expect(html).not.toContain('name="answer-0"');
  });
});
