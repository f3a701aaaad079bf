import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type DictUrl, type RawField, splitPath, splitUserinfo } from "./syntax.ts";

const CITE = "RFC 2229 §5";

/** Returns each part of a dict URL, with its range and its meaning. */
export function describe(url: DictUrl): readonly Part[] {
  const parts: Part[] = [];
  const add = (name: string, field: RawField | undefined, meaning: string) => {
    if (field === undefined) return;
    const { raw, start } = field;
    parts.push({ name, start, end: start + raw.length, value: decodeText(raw), meaning, cite: CITE });
  };
  for (const part of describeAuthority(url, DEFAULT_PORT)) {
    // The generic syntax does not know the ";".
    if (part.name !== "user") parts.push(part);
    else {
      const { user, auth } = splitUserinfo(url)!;
      add(
        "user",
        user,
        user.raw === "" ? "the user, who is asked for" : "the user; the password is asked for",
      );
      add(
        "auth",
        auth,
        url.parts.auth?.toUpperCase() === "AUTH"
          ? "log in with AUTH (§3.11)"
          : "log in with SASLAUTH (§3.12)",
      );
    }
  }
  const { command, word, database, strategy, n } = splitPath(url);
  const { pathStart, pathEnd } = url.offsets;
  if (command === undefined && pathStart < pathEnd)
    add("command", { raw: "", start: pathEnd }, "no command: the server itself");
  const isMatch = url.parts.command === "match";
  add("command", command, isMatch ? "words that match" : "definitions of a word");
  add("word", word, isMatch ? "what the words have to match" : "the word to look up");
  add("database", database, meaningOfDatabase(url.parts.database));
  add(
    "strategy",
    strategy,
    url.parts.strategy === "." ? "the server's way to match words" : "how words are matched",
  );
  add("n", n, meaningOfNumber(url, isMatch));
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

function meaningOfDatabase(database: string | undefined): string {
  if (database === "!") return "the first database that has the word";
  return database === "*" ? "all databases" : "the database";
}

function meaningOfNumber({ parts: { n } }: DictUrl, isMatch: boolean): string {
  if (n === undefined) return isMatch ? "all matches" : "all definitions";
  return isMatch ? "only the match with this number" : "only the definition with this number";
}
