import { defineScheme, octetsOf, type Scheme, type Url } from "@anyurl/core";

const access = async () => ({
  get: async ({ href }: Url) => ({
    mediaType: "text/plain",
    body: (async function* () {
      yield octetsOf(href);
      return true as const;
    })(),
  }),
});

/** A scheme whose URLs contain their text: `x-book:text`, or `x-book://server/text`. */
export const book: Scheme = defineScheme({
  name: "x-book",
  cite: ["none"],
  parse: () => undefined,
  format: () => "x-book:a",
  examples: [{ url: "x-book:a", title: "a book" }],
  access,
});

/** http and https in place of a network: each resource is the text of its own URL. */
export const echo: Scheme = defineScheme({
  name: ["http", "https"],
  defaultPort: { http: 80, https: 443 },
  cite: ["none"],
  parse: () => undefined,
  format: () => "http://h/",
  examples: [{ url: "http://h/", title: "a page" }],
  access,
});
