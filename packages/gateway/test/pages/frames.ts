import { writeListing } from "@anyurl/client/front";
import { createListingWriter } from "../../src/pages/listing.ts";
import type { EntryView, FailureView, ListingView, PageFrame } from "../../src/views.ts";

export const FRAME: PageFrame = {
  title: "poems",
  url: "ftp://ftp.example/pub/poems/",
  breadcrumbs: [
    { text: "ftp.example", href: "/ftp/ftp.example/" },
    { text: "poems", href: "" },
  ],
  formats: [{ text: "JSON", href: "/_/json/ftp/ftp.example/" }],
  contact: "mailto:abuse@gateway.example",
};

export const FAILURE: FailureView = {
  status: 502,
  code: "truncated",
  message: "the server closed the connection",
  hint: "try again",
  reply: "426 <b>\u202e",
};

export const ENTRY: EntryView = { kind: "file", name: "ode.txt", href: "/ftp/ftp.example/ode.txt" };

export async function* failing<T>(...items: readonly T[]): AsyncGenerator<T, void, void> {
  yield* items;
  throw new Error("incomplete");
}

/** Renders a page with these entries. */
export async function* listingPage({
  entries,
  ...view
}: ListingView & { readonly entries: Iterable<EntryView> | AsyncIterable<EntryView> }): AsyncGenerator<
  string,
  void,
  void
> {
  async function* all() {
    yield* entries;
  }
  const rest = all();
  const first = await rest.next();
  yield* writeListing({ first, rest }, createListingWriter(view));
}
