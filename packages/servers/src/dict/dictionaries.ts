/** A database of a dictionary server. */
export interface Dictionary {
  readonly description: string;
  /** What the database says about itself. Default: nothing. */
  readonly information?: string;
  /** The definitions of each headword, as texts whose lines end in LF. */
  readonly words: Readonly<Record<string, string | readonly string[]>>;
}

/** The built-in dictionaries: of the sea, with words that are difficult to quote, and of the sky. */
export const DICTIONARIES: Readonly<Record<string, Dictionary>> = {
  sea: {
    description: "Words of the sea",
    information: "A small dictionary.\nIts words were collected on the shore.\n",
    words: {
      tide: ["tide\n   the rising and falling of the sea\n", "tide\n   a time, or a season\n"],
      tidal: "tidal\n   of the tide\n",
      "sea bear": "sea bear\n   a seal with ears\n",
      'the "old" sea': 'the "old" sea\n   as people call it\n',
      Größe: "Größe\n   a size, in German\n",
      dots: "dots\n.\n..two\n   and the end\n",
    },
  },
  sky: {
    description: "Words of the sky",
    words: { sun: "sun\n   the star that the earth goes around\n", tide: "tide\n   what the moon does\n" },
  },
};
