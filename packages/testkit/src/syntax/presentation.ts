import { deepEqual, equal, ok } from "node:assert/strict";
import type { Scheme, Url } from "@anyurl/core";
import {
  type ArticleStyle,
  type FormStyle,
  getResultStyle,
  getView,
  type ListingStyle,
  listAncestors,
  type SearchStyle,
} from "@anyurl/core/presentation";
import { catchCodedError } from "../access/coded.ts";
import type { Exam } from "./exam.ts";

const LAYOUTS: ReadonlySet<string> = new Set(["table", "menu", "articles", "hits"]);
const FIELD = /^(?:name|kind|size|modified|mediaType|attributes\..+)$/s;

/** Words with characters that a URL must escape. */
const WORDS = "a b?&/#%é";

/**
 * Checks how a URL is shown: the view is a pure function, complete and consistent, and breadcrumbs are above the URL, on
 * its server.
 */
export function checkPresentation({ scheme, registry, initOf }: Exam, url: Url): void {
  const view = getView(url, scheme);
  equal(JSON.stringify(getView(url, scheme)), JSON.stringify(view), "the view of the same URL again");
  checkStyle(view);
  const { search, form, article } = view;
  if (search !== undefined) {
    checkStyle(getResultStyle(view));
    // The parts of a URL can be read and not written, such as a control character in a selector: it has no search.
    if (catchCodedError(() => registry.format(url.scheme, initOf(url))).value !== undefined)
      checkSearch(search, url);
  }
  if (form !== undefined) checkForm(form, scheme);
  if (article !== undefined) checkArticle(article, scheme);
  checkTree(scheme, url);
  for (const text of listAncestors(url, scheme)) {
    const above = registry.tryParse(text);
    // Not every path above a URL is a URL of the scheme: programs leave those out.
    if (!above.ok) continue;
    const ancestor = above.url as Url;
    equal(ancestor.scheme, url.scheme, `the scheme of the breadcrumb ${text}`);
    equal(ancestor.authority, url.authority, `the server of the breadcrumb ${text}`);
    ok(url.href.startsWith(text), `the breadcrumb ${text} must be the beginning of the URL`);
  }
}

/** Checks how a copy of a tree names the resource. */
function checkTree({ presentation, options }: Scheme, url: Url): void {
  const tree = presentation?.tree;
  if (tree === undefined) return;
  const names = tree.path(url);
  ok(
    names.every((name) => typeof name === "string" && name !== ""),
    "the names of a path must not be empty",
  );
  deepEqual(tree.path(url), names, "the path of the same URL again");
  equal(tree.isTitled?.(url), tree.isTitled?.(url), "whether the same URL has titles, again");
  checkOptions(Object.keys(tree.listOptions ?? {}), { options } as Scheme);
}

function checkStyle({ layout, columns, details }: ListingStyle): void {
  ok(LAYOUTS.has(layout), `unknown layout "${layout}"`);
  const fields = columns.map(({ field }) => field);
  equal(fields.filter((field) => field === "name").length, 1, "the number of columns with the name");
  equal(new Set(fields).size, fields.length, "the number of different columns");
  for (const { field, title } of [...columns, ...details]) {
    ok(FIELD.test(field), `unknown field "${field}" of an entry`);
    ok(title.trim() !== "", `the column ${field} must have a title`);
  }
}

function checkSearch({ title, label, part, required }: SearchStyle, url: Url): void {
  ok(title.trim() !== "" && label.trim() !== "", "a search must have a title and a label");
  if (part === undefined) {
    ok(required !== true, "a search can be required only if the URL has a part for its words");
    return;
  }
  const found: Url = url.with({ [part]: WORDS } as object);
  equal((found.parts as Readonly<Record<string, unknown>>)[part], WORDS, `the part ${part} of a search URL`);
}

function checkForm({ attribute, read, option }: FormStyle, scheme: Scheme): void {
  ok(attribute !== "", "a form must name its attribute");
  checkOptions([option], scheme);
  for (const text of ["", "a\tb\r\n: ::\n\0"])
    deepEqual(read(text), read(text), "the questions of the same form again");
}

function checkArticle({ title, fields, mediaType, options = {} }: ArticleStyle, scheme: Scheme): void {
  const attributes = [title, ...fields.map(({ attribute }) => attribute)];
  ok(
    [...attributes, mediaType ?? "-"].every((name) => name !== ""),
    "attributes must have names",
  );
  ok(
    fields.every((field) => field.title.trim() !== ""),
    "the fields of an article must have titles",
  );
  checkOptions(Object.keys(options), scheme);
}

/** Options that are described by a function are not checked. */
function checkOptions(names: readonly string[], { options }: Scheme): void {
  if (typeof options === "function") return;
  for (const name of names)
    ok(Object.hasOwn(options?.declarations ?? {}, name), `"${name}" is not an option of the scheme`);
}
