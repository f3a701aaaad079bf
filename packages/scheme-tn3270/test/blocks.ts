/** A test as text: a title, what is given, and lines. */
export interface Block<Given> {
  readonly title: string;
  readonly given: Given;
  readonly lines: readonly string[];
}

/** Reads blocks: "# title {given}", and lines up to an empty one. */
export function readBlocks<Given>(text: string): readonly Block<Given>[] {
  return text
    .trim()
    .split(/\n\n+/)
    .map((block) => {
      const [head = "", ...lines] = block.split("\n");
      const [, title = "", given = "{}"] = /^# (.*?)(?: (\{.*\}))?$/.exec(head) ?? [];
      return { title, given: JSON.parse(given) as Given, lines };
    });
}
