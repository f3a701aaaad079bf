import { type CharSet, encodeText, PATH, QUERY, REG_NAME, USER_BARE } from "@anyurl/core";
import { addQuery, appendSegments, removeQuery, sortQuery } from "@anyurl/core/edit";
import { displayText, type Url, type UrlChange } from "anyurl";
import { InvalidArgumentError } from "commander";
import { UsageError } from "../../errors.ts";

/** The components of a URL that a command line can name, each with the characters that its value does not escape. */
const BARE: Readonly<Record<Component, CharSet | undefined>> = {
  scheme: undefined,
  user: USER_BARE,
  password: USER_BARE,
  host: REG_NAME,
  port: undefined,
  path: PATH,
  query: QUERY,
  fragment: QUERY,
};

export type Component = "scheme" | "user" | "password" | "host" | "port" | "path" | "query" | "fragment";

export function isComponent(name: string): name is Component {
  return Object.hasOwn(BARE, name);
}

/** A component and the raw text that it gets. */
export interface Assignment {
  readonly component: Component;
  readonly raw: string;
}

/** Parses COMPONENT=VALUE, or COMPONENT:=VALUE for a value that is already escaped. */
export function parseAssignment(text: string): Assignment {
  const [, component = "", raw, value = ""] = /^([a-z]+)(:?)=(.*)$/s.exec(text) ?? [];
  if (!isComponent(component))
    throw new InvalidArgumentError(`Expected COMPONENT=VALUE with ${Object.keys(BARE).join(", ")}.`);
  return { component, raw: raw === ":" ? value : escapeValue(component, value) };
}

/** Escapes a decoded value. An IP literal, a scheme, and a port have no escapes. */
function escapeValue(component: Component, value: string): string {
  const bare = BARE[component];
  return bare === undefined || (component === "host" && value.startsWith("["))
    ? value
    : encodeText(value, bare);
}

/** Parses COMPONENT=VALUES, with a space between two values. */
export function parseIteration(text: string): readonly Assignment[] {
  const [name = ""] = text.split("=", 1);
  const values = text
    .slice(name.length + 1)
    .split(" ")
    .filter((each) => each !== "");
  if (values.length === 0)
    throw new InvalidArgumentError('Expected COMPONENT=VALUES, for example "port=80 81".');
  return values.map((value) => parseAssignment(`${name}=${value}`));
}

type Edit = (url: Url) => Url;

/** Parses path=SEGMENT or query=NAME=VALUE. */
export function parseAppend(text: string): Edit {
  const [, component, value = ""] = /^(path|query)=(.*)$/s.exec(text) ?? [];
  if (component === undefined) throw new InvalidArgumentError("Expected path=SEGMENT or query=NAME=VALUE.");
  if (component === "path") return (url) => appendSegments(url, value);
  const [name = ""] = value.split("=", 1);
  const content = name === value ? undefined : value.slice(name.length + 1);
  return (url) => addQuery(url, name, content);
}

/** Parses COMPONENT or query=NAME. */
export function parseRemoval(text: string): Component | Edit {
  if (text.startsWith("query=")) return (url) => removeQuery(url, text.slice("query=".length));
  if (!isComponent(text) || text === "scheme")
    throw new InvalidArgumentError(`Expected query=NAME or one of ${Object.keys(BARE).slice(1).join(", ")}.`);
  return text;
}

/** The changes of a command line. */
export interface Changes {
  readonly remove?: readonly (Component | Edit)[];
  readonly set?: readonly Assignment[];
  readonly append?: readonly Edit[];
  readonly sortQuery?: boolean;
}

/**
 * Applies changes: first what is removed, then what is set, then what is appended. Components change together, so that
 * no step between them has to be valid.
 *
 * @throws {UrlSyntaxError} a result is not valid.
 */
export function applyChanges(
  url: Url,
  { remove = [], set = [], append = [], sortQuery: sort }: Changes,
): Url {
  const change: Record<string, string | undefined> = {};
  let edited = url;
  for (const each of remove) {
    if (typeof each === "function") edited = each(edited);
    else change[each] = each === "path" ? "" : undefined;
  }
  for (const { component, raw } of set) change[component] = raw;
  if (Object.keys(change).length > 0) edited = edited.with(change as UrlChange);
  for (const each of append) edited = each(edited);
  return sort === true ? sortQuery(edited) : edited;
}

/**
 * Returns each combination of the values to iterate over.
 *
 * @throws {UsageError} two lists of values for one component, or a value that would be visible to other users.
 */
export function* combineIterations(
  set: readonly Assignment[],
  iterations: readonly (readonly Assignment[])[],
): Generator<readonly Assignment[]> {
  const names = [...set, ...iterations.map(([first]) => first!)].map(({ component }) => component);
  if (names.includes("password"))
    throw new UsageError(
      "other users can see a password on the command line",
      "remove the assignment of the password",
    );
  const repeated = names.find((name, i) => names.indexOf(name) < i);
  if (repeated !== undefined)
    throw new UsageError(`the ${displayText(repeated)} has two values`, "use --set or --iterate once for it");
  yield* combine(set, iterations);
}

function* combine(
  chosen: readonly Assignment[],
  [first, ...others]: readonly (readonly Assignment[])[],
): Generator<readonly Assignment[]> {
  if (first === undefined) yield chosen;
  else for (const each of first) yield* combine([...chosen, each], others);
}
