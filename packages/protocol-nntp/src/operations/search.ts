import { decodeEncodedWords } from "@anyurl/core/exchange";
import type { Group } from "../exchange/groups.ts";
import type { Overview } from "../exchange/overview.ts";

type Field = "subject" | "from" | "message-id" | "references";

const FIELDS: ReadonlyMap<string, (overview: Overview) => string> = new Map<
  Field,
  (overview: Overview) => string
>([
  ["subject", ({ subject }) => decodeEncodedWords(subject)],
  ["from", ({ from }) => decodeEncodedWords(from)],
  ["message-id", ({ messageId }) => messageId],
  ["references", ({ references }) => references],
]);

/**
 * Finds articles that contain all of the words, in any case: in the subject or the sender, or in the field before a
 * colon, for example "from:alice", "subject:tide", "references:<a@b>".
 */
export function createArticleFilter(words: string): (overview: Overview) => boolean {
  const wanted = splitWords(words).map((word) => {
    const colon = word.indexOf(":");
    const field = colon < 0 ? undefined : FIELDS.get(word.slice(0, colon));
    return field === undefined
      ? { fields: DEFAULT_FIELDS, text: word }
      : { fields: [field], text: word.slice(colon + 1) };
  });
  return (overview) =>
    wanted.every(({ fields, text }) => fields.some((field) => field(overview).toLowerCase().includes(text)));
}

const DEFAULT_FIELDS: readonly ((overview: Overview) => string)[] = [
  FIELDS.get("subject")!,
  FIELDS.get("from")!,
];

/** Finds newsgroups that contain all of the words in the name or the description. */
export function createGroupFilter(words: string): (group: Group) => boolean {
  const wanted = splitWords(words);
  return ({ name, description = "" }) => {
    const text = `${name} ${description}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
}

function splitWords(words: string): readonly string[] {
  return words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}
