import type { CharSet } from "../syntax/charset.ts";
import { decodeText, ESCAPES, escapeAt, normalizeEscapes } from "../syntax/escape.ts";
import { syntaxError } from "../syntax/problems.ts";
import type { Url } from "../syntax/url.ts";
import { expandReference } from "./expand.ts";
import { type Expression, parseUriTemplate, RESERVED, type UriTemplate, type Varspec } from "./parse.ts";

/** A variable that a URL has. A list or an object is returned if the URL shows that it is one. */
export type MatchedValue = string | readonly string[] | { readonly [key: string]: string };

export interface MatchOptions {
  /** Maximum size of the template multiplied by the length of the text. Default 16 777 216. */
  readonly maxMatchSteps?: number;
}

/**
 * Returns values with which a URI template expands to this URL or reference; `undefined` if it cannot (RFC 6570 §1.4).
 * Variables without a value in the URL are absent. Decoded.
 *
 * If several values would do, earlier variables get as much as possible, except after "{.", and a "," separates variables
 * rather than the members of a list. A variable that is in the template twice may then not be found. The time is linear
 * in the length of the URL.
 *
 * @throws {UrlSyntaxError} bad-template. too-long: the limit `maxMatchSteps`.
 */
export function matchTemplate(
  template: string | UriTemplate,
  url: string | Url,
  { maxMatchSteps = 2 ** 24 }: MatchOptions = {},
): Readonly<Record<string, MatchedValue>> | undefined {
  const parsed = typeof template === "string" ? parseUriTemplate(template) : template;
  const raw = typeof url === "string" ? url : url.href;
  // A text with an invalid escape is not a URL.
  if (/%(?![0-9A-Fa-f]{2})/.test(raw)) return undefined;
  const text = normalizeEscapes(raw);
  const graph = new Graph(parsed);
  if (!(graph.size * (text.length + 1) <= maxMatchSteps))
    throw syntaxError({
      ...{ code: "too-long", component: "url", start: 0, end: text.length, cite: "RFC 6570 §1.4" },
      message: `the template and the URL exceed the limit of ${maxMatchSteps} steps`,
      hint: "increase the option maxMatchSteps",
    });
  const pieces = graph.match(text);
  const values = pieces && collectValues(pieces);
  if (values === undefined) return undefined;
  // A variable can be in the template twice.
  return normalizeEscapes(expandReference(parsed, values)) === text ? values : undefined;
}

/** What a part of the text is: a text or a member of a list, or the key or the value of a member of an object. */
type Role = "item" | "key" | "value";

/** A part of the text that belongs to a variable. */
interface Piece {
  readonly expression: Expression;
  readonly spec: Varspec;
  readonly role: Role;
  readonly text: string;
}

/** A state. `next` is the number of another one. */
type State =
  | { readonly kind: "end" }
  | { readonly kind: "literal"; readonly text: string; next: number }
  | { readonly kind: "choice"; readonly options: readonly number[] }
  | {
      readonly kind: "run";
      readonly allow: CharSet;
      /** Maximum number of characters. */
      readonly max: number;
      readonly next: number;
      readonly piece: Omit<Piece, "text">;
    };

/** Without the separator of lists. */
const RESERVED_ITEM: CharSet = /* @__PURE__ */ RESERVED.without(",");

/**
 * The states of all expansions of a template, the last ones first. Every cycle has a literal that is not empty, so the
 * states that can follow one without reading text have smaller numbers.
 */
class Graph {
  readonly #states: State[] = [];
  /** The number of states, and of characters of their literals. */
  size: number;

  constructor({ parts }: UriTemplate) {
    let next = this.#add({ kind: "end" });
    for (const part of [...parts].reverse())
      next =
        part.varspecs === undefined
          ? this.#add({ kind: "literal", text: normalizeEscapes(part.text), next })
          : this.#addExpression(part, next);
    this.size = this.#states.reduce(
      (sum, each) => sum + 1 + (each.kind === "literal" ? each.text.length : 0),
      0,
    );
  }

  #add(state: State): number {
    return this.#states.push(state) - 1;
  }

  #addLiteral(text: string, next: number): number {
    return text === "" ? next : this.#add({ kind: "literal", text, next });
  }

  #addExpression(expression: Expression, end: number): number {
    const { first, separator } = expression.operator;
    /** Where the first defined variable is the current one, or one after it. */
    let defined: number | undefined;
    for (const spec of [...expression.varspecs].reverse()) {
      const after =
        defined === undefined
          ? end
          : this.#add({ kind: "choice", options: [this.#addLiteral(separator, defined), end] });
      const value = spec.explode
        ? this.#addExploded(expression, spec, after)
        : this.#addValue(expression, spec, after);
      defined = defined === undefined ? value : this.#add({ kind: "choice", options: [value, defined] });
    }
    return this.#add({ kind: "choice", options: [this.#addLiteral(first, defined!), end] });
  }

  /** A text, or the members of a list with "," between them; with its name. */
  #addValue(expression: Expression, spec: Varspec, after: number): number {
    const { named, ifEmpty, allow } = expression.operator;
    const isList = spec.prefix === Number.POSITIVE_INFINITY;
    const run = (max: number, next: number): number =>
      this.#add({
        kind: "run",
        allow: isList && allow === RESERVED ? RESERVED_ITEM : allow,
        ...{ max, next },
        piece: { expression, spec, role: "item" },
      });
    const item = isList
      ? this.#addLoop(",", after, (next) => run(spec.prefix, next))
      : run(spec.prefix, after);
    if (!named) return item;
    const value = this.#addLiteral("=", item);
    const options = ifEmpty === "" ? [value, run(0, after)] : [value];
    return this.#addLiteral(spec.name, this.#add({ kind: "choice", options }));
  }

  /** Members of a list, or of an object with "=" between key and value. */
  #addExploded(expression: Expression, spec: Varspec, after: number): number {
    const { named, ifEmpty, separator, allow } = expression.operator;
    const set = allow === RESERVED ? RESERVED_ITEM : allow;
    const run = (role: Role, max: number, next: number): number =>
      this.#add({ kind: "run", allow: set, max, next, piece: { expression, spec, role } });
    return this.#addLoop(separator, after, (next) => {
      // "=" can be a character of an item there.
      if (allow === RESERVED) return run("item", spec.prefix, next);
      const value = this.#addLiteral("=", run("value", spec.prefix, next));
      const options = [value];
      if (named && ifEmpty === "") options.push(run("value", 0, next));
      const pair = run("key", spec.prefix, this.#add({ kind: "choice", options }));
      return named ? pair : this.#add({ kind: "choice", options: [pair, run("item", spec.prefix, next)] });
    });
  }

  /** One or more of what `add` adds, with the separator between them. */
  #addLoop(separator: string, after: number, add: (next: number) => number): number {
    const again: State = { kind: "literal", text: separator, next: -1 };
    const first = add(this.#add({ kind: "choice", options: [after, this.#add(again)] }));
    again.next = first;
    return first;
  }

  /** Returns the parts of a text that belong to variables; `undefined` if it is not an expansion. */
  match(text: string): readonly Piece[] | undefined {
    const states = this.#states;
    const width = text.length + 1;
    // For a run the number of characters before the next state, plus 1; 0: the rest of the text does not match.
    const reach = new Uint16Array(states.length * width);
    const matches = (id: number, at: number): boolean => {
      const steps = reach[id * width + at]!;
      const state = states[id]!;
      return steps > 0 && (state.kind !== "run" || steps - 1 <= state.max);
    };
    for (let at = text.length; at >= 0; at--) {
      states.forEach((state, id) => {
        let steps = 0;
        if (state.kind === "end") steps = at === text.length ? 1 : 0;
        else if (state.kind === "literal")
          steps = text.startsWith(state.text, at) && matches(state.next, at + state.text.length) ? 1 : 0;
        else if (state.kind === "choice") steps = state.options.some((option) => matches(option, at)) ? 1 : 0;
        else if (matches(state.next, at)) steps = 1;
        else {
          const length = characterLength(text, at, state.allow);
          const rest = length === 0 ? 0 : reach[id * width + at + length]!;
          steps = rest === 0 ? 0 : Math.min(rest + 1, 0xffff);
        }
        reach[id * width + at] = steps;
      });
    }

    let id = states.length - 1;
    if (!matches(id, 0)) return undefined;
    const pieces: Piece[] = [];
    for (let at = 0; ; ) {
      const state = states[id]!;
      if (state.kind === "end") return pieces;
      if (state.kind === "choice") id = state.options.find((option) => matches(option, at))!;
      else if (state.kind === "literal") {
        at += state.text.length;
        id = state.next;
      } else {
        let end = at;
        // The longest run after which the rest matches; the shortest if the separator can be a part of it.
        const isShortest = state.allow.has(state.piece.expression.operator.separator.charCodeAt(0));
        for (let i = at, count = 0; ; count++) {
          if (matches(state.next, i)) {
            end = i;
            if (isShortest) break;
          }
          const length = count < state.max ? characterLength(text, i, state.allow) : 0;
          if (length === 0) break;
          i += length;
        }
        pieces.push({ ...state.piece, text: text.slice(at, end) });
        at = end;
        id = state.next;
      }
    }
  }
}

/** Returns the length of the character at `at`, with all escapes of its bytes; 0 if it is not allowed. */
function characterLength(text: string, at: number, allow: CharSet): number {
  const code = text.charCodeAt(at);
  if (allow.has(code)) return 1;
  const first = code === 0x25 ? escapeAt(text, at) : -1;
  if (first < 0) return 0;
  const count = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const all = text.slice(at, at + 3 * count);
  // ASCII, and bytes that are not UTF-8, are one character each.
  const isWhole = all.length === 3 * count && /^(?:%[0-9A-F]{2})+$/.test(all);
  return isWhole && Array.from(decodeText(all)).length === 1 ? all.length : 3;
}

/** Makes values of the parts of a text; `undefined` if they contradict each other. */
function collectValues(pieces: readonly Piece[]): Readonly<Record<string, MatchedValue>> | undefined {
  const values = new Map<string, MatchedValue>();
  const prefixes = new Map<string, string>();
  const specs = new Set(pieces.map(({ spec }) => spec));
  for (const spec of specs) {
    const own = pieces.filter((piece) => piece.spec === spec);
    const value = toValue(spec, own);
    if (value === undefined) return undefined;
    // `{x}` that is empty: a value that is empty or undefined.
    const { operator, varspecs } = own[0]!.expression;
    if (value === "" && operator.first === "" && varspecs.length === 1) continue;
    if (spec.prefix !== Number.POSITIVE_INFINITY) prefixes.set(spec.name, value as string);
    else values.set(spec.name, value);
  }
  for (const [name, prefix] of prefixes) if (!values.has(name)) values.set(name, prefix);
  return Object.fromEntries(values);
}

function toValue({ name, explode }: Varspec, pieces: readonly Piece[]): MatchedValue | undefined {
  const isReserved = pieces[0]!.expression.operator.allow === RESERVED;
  const decode = isReserved ? decodeReserved : decodeText;
  const texts = pieces.map(({ text }) => decode(text));
  if (!explode) return texts.length === 1 || isReserved ? texts.join(",") : texts;
  const keys = pieces.filter(({ role }) => role === "key");
  if (keys.length === 0) return texts;
  const members = pieces.filter(({ role }) => role === "value").map(({ text }) => decode(text));
  if (keys.every(({ text }) => text === name)) return members;
  const names = new Set(keys.map(({ text }) => decode(text)));
  if (names.size < keys.length || members.length < keys.length || pieces.length > 2 * keys.length)
    return undefined;
  return Object.fromEntries([...names].map((key, i) => [key, members[i]!]));
}

/** Decodes the escapes that the expansion of a value would write, and keeps the others, which it would keep (§3.2.3). */
function decodeReserved(text: string): string {
  return text.replace(/(?:%[0-9A-F]{2})+/g, (run) =>
    Array.from(decodeText(run), (char) => {
      const code = char.charCodeAt(0);
      return char === "%" || RESERVED.has(code) ? ESCAPES[code]! : char;
    }).join(""),
  );
}
