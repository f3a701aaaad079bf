/** What a listing shows of a record, as far as the record says it. */
export interface Summary {
  readonly title?: string;
  readonly author?: string;
  readonly date?: string;
  readonly publisher?: string;
  /** The identifier by which a server can find the record again. */
  readonly identifier?: string;
}

const KEYS = ["title", "author", "date", "publisher", "identifier"] as const;

/** Characters of each text. */
const MAX_TEXT = 500;

/** Removes what is missing, the punctuation at the ends of fields (ISBD), and the rest of long texts. */
export function makeSummary(texts: Readonly<Record<string, string | undefined>>): Summary {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const text = texts[key]?.replaceAll(/\s+/g, " ").trim().slice(0, MAX_TEXT) ?? "";
      const short = key === "identifier" ? text : text.replace(/(?: ?[/:;,=])+$/, "");
      return short === "" ? [] : [[key, short] as const];
    }),
  );
}
