/** A representation of an item (+VIEWS, appendix A3 of the Gopher+ specification). */
export interface View {
  /** As the server writes it, and as a request must name it: "Text/plain". */
  readonly view: string;
  /** In lower case: "text/plain". */
  readonly mediaType: string;
  /** ISO 639 and ISO 3166: "De_DE". */
  readonly language: string | undefined;
  /** The approximate size in bytes; `undefined` if the server gives none, or less than one of its units. */
  readonly size: number | undefined;
}

/** Parses the lines of a +VIEWS block; the first is the server's default. Skips empty lines. */
export function readViews(block: string | readonly string[]): readonly View[] {
  const lines = typeof block === "string" ? block.split("\n") : block;
  return lines.map(parseView).filter((view) => view !== undefined);
}

/** A media type, a language, or both. "de" matches any German, "De_DE" only that of Germany. */
export interface ViewPreference {
  readonly mediaType?: string | undefined;
  readonly language?: string | undefined;
}

/** Returns the first view that matches, ignoring case. */
export function chooseView(views: readonly View[], wanted: ViewPreference): View | undefined {
  const mediaType = wanted.mediaType?.toLowerCase();
  const language = wanted.language?.toLowerCase().replace("-", "_");
  return views.find((view) => {
    const has = view.language?.toLowerCase();
    const speaks = language === undefined || has === language || has?.startsWith(`${language}_`) === true;
    return speaks && (mediaType === undefined || view.mediaType === mediaType);
  });
}

/** Parses `Content-Type[ viewLanguage]: [<56K>]`. */
function parseView(line: string): View | undefined {
  const less = line.indexOf("<");
  const label = (less < 0 ? line : line.slice(0, less)).trim().replace(/:$/, "");
  const [view = "", language] = label.split(" ").filter((word) => word !== "");
  if (view === "") return undefined;
  const size = less < 0 ? undefined : parseViewSize(line.slice(less + 1));
  return { view, mediaType: view.toLowerCase(), language, size };
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["b", 1],
  ["k", 1024],
  ["m", 1024 * 1024],
]);

/** Parses "10k>", ".5k>", "512b>", "18>". */
function parseViewSize(text: string): number | undefined {
  const match = /^([0-9]{0,9}(?:\.[0-9]{1,6})?)([a-z]?)>/i.exec(text);
  const unit = UNITS.get(match?.[2]?.toLowerCase() ?? "none");
  if (match === null || unit === undefined || !/[0-9]/.test(match[1]!)) return undefined;
  const size = Math.round(Number(match[1]) * unit);
  return size === 0 && unit > 1 ? undefined : size;
}
