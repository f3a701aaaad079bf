import { escapeMarkup } from "@anyurl/core";

/** A record of a catalog. */
export interface CatalogRecord {
  /** The identifier: its docid. */
  readonly id: string;
  readonly title: string;
  readonly author?: string;
  readonly publisher?: string;
  readonly date?: string;
  readonly subjects?: readonly string[];
}

/** The catalogs of the demo, by the name of the database. */
export const Z3950_CATALOGS: Readonly<Record<string, readonly CatalogRecord[]>> = {
  Default: [
    {
      id: "b1",
      title: "Tides and their tables",
      author: "Reader, Ada",
      publisher: "Harbour Press",
      date: "1994",
      subjects: ["Tides", "Navigation"],
    },
    {
      id: "b2",
      title: "Möwen der Küste",
      author: "Grün, Jörg",
      publisher: "Küstenverlag",
      date: "1987",
      subjects: ["Gulls"],
    },
    { id: "b 3+4", title: "A light in the north", author: "Keeper, A.", date: "1901" },
  ],
  maps: [{ id: "m1", title: "Chart of the harbour", publisher: "Harbour Press", date: "1912" }],
};

/** The MARC fields of a record. */
function fieldsOf({ id, title, author, publisher, date, subjects = [] }: CatalogRecord) {
  const fields: (readonly [tag: string, content: string])[] = [
    ["001", id],
    ["008", `940101s${(date ?? "").padEnd(4, " ")}    xx            000 0 eng d`.slice(0, 40)],
  ];
  if (author !== undefined) fields.push(["100", `1 \x1fa${author}`]);
  fields.push(["245", `10\x1fa${title}`]);
  if (publisher !== undefined || date !== undefined)
    fields.push([
      "260",
      `  ${publisher === undefined ? "" : `\x1fb${publisher},`}${date === undefined ? "" : `\x1fc${date}`}`,
    ]);
  for (const subject of subjects) fields.push(["650", ` 0\x1fa${subject}`]);
  return fields;
}

/** Formats a record in MARC 21 (ISO 2709), in UTF-8. */
export function formatMarc(record: CatalogRecord): Buffer {
  let position = 0;
  const contents = fieldsOf(record).map(([tag, content]) => [tag, Buffer.from(`${content}\x1e`)] as const);
  const directory = contents
    .map(([tag, { length }]) => {
      const entry = `${tag}${String(length).padStart(4, "0")}${String(position).padStart(5, "0")}`;
      position += length;
      return entry;
    })
    .join("");
  const base = 24 + directory.length + 1;
  const total = base + position + 1;
  const digits = (value: number) => String(value).padStart(5, "0");
  const head = `${digits(total)}nam a22${digits(base)} i 4500${directory}\x1e`;
  return Buffer.concat([Buffer.from(head), ...contents.map(([, content]) => content), Buffer.from("\x1d")]);
}

/** Formats a record as text for people; the element set "B" has only its title. */
export function formatText(
  { title, author, publisher, date, subjects = [] }: CatalogRecord,
  isBrief: boolean,
): string {
  if (isBrief) return `Title: ${title}\n`;
  const rows = Object.entries({ Title: title, Author: author, Publisher: publisher, Date: date });
  const lines = rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\n`]));
  return [...lines, ...subjects.map((subject) => `Subject: ${subject}\n`)].join("");
}

/** Formats a record as Dublin Core in XML. */
export function formatXml({ id, title, author, publisher, date, subjects = [] }: CatalogRecord): string {
  const element = (name: string, text: string | undefined) =>
    text === undefined ? "" : `  <dc:${name}>${escapeMarkup(text)}</dc:${name}>\n`;
  return (
    '<record xmlns:dc="http://purl.org/dc/elements/1.1/">\n' +
    element("identifier", id) +
    element("title", title) +
    element("creator", author) +
    element("publisher", publisher) +
    element("date", date) +
    subjects.map((subject) => element("subject", subject)).join("") +
    "</record>\n"
  );
}
