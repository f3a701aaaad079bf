import { type CharSet, PCHAR, QUERY } from "../syntax/charset.ts";

/*
 * The grammar of a template:
 *
 *   template  = scheme ":" [ authority ] *element
 *   authority = "//" [ login "{host}" [ "[:{port}]" ] ]
 *   login     = [ "[{user}@]" / "[{user}[:{password}]@]" ]
 *   element   = literal / field / optional
 *   literal   = 1*( pchar without escapes / "/" / "?" )        ; the first "?" begins the query
 *   field     = "{" name [ "+" / "*" ] "}"                     ; "+": not empty; "*": a list with "/" between members
 *   optional  = "[" literal *element "]"                       ; present with all its fields, or absent
 *
 * A field ends at the first character with which the literal after it can begin. As data, this character is escaped.
 * So each URL has one reading.
 */

/** A field in the path or the query of a template. */
export interface TemplateField {
  readonly name: string;
  readonly kind: "text" | "list";
  /** Does it need at least one character? */
  readonly nonEmpty: boolean;
  readonly component: "path" | "query";
  /** The characters that need no escape in it, or in a member of the list. Every other one of {@link QUERY} ends it. */
  readonly bare: CharSet;
}

export type TemplateElement =
  | { readonly is: "literal"; readonly text: string }
  | ({ readonly is: "field" } & TemplateField)
  | {
      readonly is: "optional";
      /** Its first literal. The part is present if the text continues with it. */
      readonly begins: string;
      readonly elements: readonly TemplateElement[];
    };

/** The authority of a template. */
export interface TemplateAuthority {
  readonly host: boolean;
  readonly user: boolean;
  readonly password: boolean;
  readonly port: boolean;
}

/** A parsed template. */
export interface UrlTemplate {
  readonly text: string;
  readonly scheme: string;
  /** `undefined` without "//". */
  readonly authority: TemplateAuthority | undefined;
  /** The path and the query. */
  readonly elements: readonly TemplateElement[];
  /** The fields of the path and the query, in their order. */
  readonly fields: readonly TemplateField[];
  readonly hasQuery: boolean;
}

/** Fields that a template cannot declare, because every URL can have them. */
const GENERIC_FIELDS = ["scheme", "user", "password", "host", "port", "fragment"];

const SCHEME = /[a-z][a-z0-9+.-]*:/y;
const FULL_AUTHORITY = "//[{user}[:{password}]@]{host}[:{port}]";
const AUTHORITY = /\/\/((\[\{user\}(\[:\{password\}\])?@\])?\{host\}(\[:\{port\}\])?)?/y;
const FIELD = /\{([A-Za-z][A-Za-z0-9]*)([+*]?)\}/y;
const LITERAL = /[A-Za-z0-9\-._~!$&'()*+,;=:@/?]+/y;

/**
 * Parses a template.
 *
 * @throws {TypeError} the text is not a template, or a URL could have two readings. The message has the offset.
 */
export function parseTemplate(template: string): UrlTemplate {
  return new TemplateParser(template).parse();
}

/** An element before it is known what can follow it. */
type Draft =
  | { readonly is: "literal"; readonly at: number; readonly text: string }
  | { readonly is: "field"; readonly at: number; readonly field: Omit<TemplateField, "bare"> }
  | { readonly is: "optional"; readonly at: number; readonly drafts: readonly Draft[] };

class TemplateParser {
  readonly #text: string;
  #at = 0;
  #component: "path" | "query" = "path";
  readonly #names: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  parse(): UrlTemplate {
    const scheme = this.#match(SCHEME)?.[0].slice(0, -1);
    if (scheme === undefined) throw this.#error("expected a scheme in lower case, and a colon");
    const found = this.#match(AUTHORITY);
    const authority = found && {
      host: found[1] !== undefined,
      user: found[2] !== undefined,
      password: found[3] !== undefined,
      port: found[4] !== undefined,
    };
    if (authority !== undefined && !/^\[?[/?]|^$/.test(this.#text.slice(this.#at)))
      throw this.#error(
        `expected ${FULL_AUTHORITY} with any of its optional parts, then "/", "?", or the end`,
      );
    const drafts = this.#readDrafts();
    if (this.#at < this.#text.length) throw this.#error("expected a field, a literal, or an optional part");
    const elements = this.#finish(drafts, []).elements;
    const fields = collectFields(elements);
    return { text: this.#text, scheme, authority, elements, fields, hasQuery: this.#component === "query" };
  }

  /** Reads up to the end of the text or of an optional part. */
  #readDrafts(): readonly Draft[] {
    const drafts: Draft[] = [];
    for (;;) {
      const at = this.#at;
      const literal = this.#match(LITERAL)?.[0];
      if (literal !== undefined) {
        drafts.push({ is: "literal", at, text: literal });
        if (literal.includes("?")) this.#component = "query";
        continue;
      }
      const field = this.#match(FIELD);
      if (field !== undefined) drafts.push({ is: "field", at, field: this.#declare(field, at) });
      else if (this.#text[at] === "[") drafts.push(this.#readOptional());
      else return drafts;
    }
  }

  #readOptional(): Draft {
    const at = this.#at++;
    const before = this.#component;
    const drafts = this.#readDrafts();
    if (drafts[0]?.is !== "literal") throw this.#error("an optional part must begin with a literal", at);
    if (!drafts.some(({ is }) => is === "field"))
      throw this.#error("an optional part must have a field of its own", at);
    if (this.#text[this.#at] !== "]") throw this.#error('expected "]"');
    this.#at++;
    if (this.#component !== before && /^[^\]]/.test(this.#text.slice(this.#at)))
      throw this.#error("nothing can follow an optional part in which the query begins");
    return { is: "optional", at, drafts };
  }

  #declare([, name = "", suffix]: RegExpExecArray, at: number): Omit<TemplateField, "bare"> {
    if (GENERIC_FIELDS.includes(name)) throw this.#error(`the name "${name}" is reserved`, at);
    if (this.#names.includes(name)) throw this.#error(`two fields have the name "${name}"`, at);
    this.#names.push(name);
    const component = this.#component;
    return { name, kind: suffix === "*" ? "list" : "text", nonEmpty: suffix === "+", component };
  }

  /**
   * Finishes elements from the last to the first.
   *
   * @param after the literals that can follow; `undefined` before a field.
   * @returns the elements, and the literals with which they, or what follows them, can begin.
   */
  #finish(
    drafts: readonly Draft[],
    after: readonly string[] | undefined,
  ): { readonly elements: readonly TemplateElement[]; readonly begins: readonly string[] | undefined } {
    const elements: TemplateElement[] = [];
    let next = after;
    for (const draft of [...drafts].reverse()) {
      if (draft.is === "literal") {
        elements.unshift({ is: "literal", text: draft.text });
        next = [draft.text];
      } else if (draft.is === "field") {
        elements.unshift({ is: "field", ...draft.field, bare: this.#getBare(draft.field, next, draft.at) });
        next = undefined;
      } else {
        if (next === undefined) throw this.#error("a field cannot follow an optional part", draft.at);
        const { elements: inner, begins: [first = ""] = [] } = this.#finish(draft.drafts, next);
        if (next.some((other) => other.startsWith(first) || first.startsWith(other)))
          throw this.#error("the text after an optional part can begin like the part", draft.at);
        elements.unshift({ is: "optional", begins: first, elements: inner });
        next = [first, ...next];
      }
    }
    return { elements, begins: next };
  }

  /** Returns the characters that need no escape in a field. */
  #getBare(
    { kind, component }: Omit<TemplateField, "bare">,
    next: readonly string[] | undefined,
    at: number,
  ): CharSet {
    if (next === undefined) throw this.#error("a literal is needed between two fields", at);
    const stops = next.map((literal) => literal[0]!).join("");
    if (/[A-Za-z0-9\-._~]/.test(stops))
      throw this.#error("the literal after a field must begin with a reserved character", at);
    if (kind === "list" && stops.includes("/")) throw this.#error('a list cannot end at a "/"', at);
    const inPath = component === "path" || kind === "list";
    return (inPath ? PCHAR : QUERY).without(stops);
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found;
  }

  #error(message: string, at = this.#at): TypeError {
    return new TypeError(`invalid template "${this.#text}": ${message}, at ${at}`);
  }
}

function collectFields(elements: readonly TemplateElement[]): readonly TemplateField[] {
  return elements.flatMap((element) => {
    if (element.is === "literal") return [];
    return element.is === "field" ? [element] : collectFields(element.elements);
  });
}
