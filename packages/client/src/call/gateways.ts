import {
  AccessError,
  CharSet,
  encodeText,
  type OperationName,
  OptionValueError,
  type Registry,
  SUB_DELIMS,
  UNRESERVED,
  type Url,
} from "@anyurl/core";

/** URI Templates (RFC 6570) by scheme name, which convert the URLs of the scheme to those of a gateway. */
export type Gateways = Readonly<Record<string, string>>;

/** Parsed gateways by scheme. */
export type GatewayTable = ReadonlyMap<string, readonly Piece[]>;

/** Literal text, or a variable and the characters of its value that stay unencoded. */
type Piece = string | { readonly variable: Variable; readonly bare: CharSet };

const VARIABLES = ["url", "scheme", "host", "port", "path", "query", "fragment"] as const;
type Variable = (typeof VARIABLES)[number];

const READING: ReadonlySet<OperationName> = new Set<OperationName>(["get", "list", "stat", "search"]);

const RESERVED: CharSet = new CharSet(":/?#[]@", SUB_DELIMS, UNRESERVED);

/**
 * Parses the templates: `https://gw.example/{url}`, `{+url}` to leave reserved characters unencoded (RFC 6570 §3.2.3),
 * and `scheme`, `host`, `port`, `path`, `query`, `fragment` instead of `url`.
 *
 * @returns `undefined` if it is not an object.
 * @throws {OptionValueError} a template is invalid or has another variable; the gateways form a loop.
 */
export function parseGateways(gateways: unknown): GatewayTable | undefined {
  if (typeof gateways !== "object" || gateways === null || Array.isArray(gateways)) return undefined;
  const table = new Map(
    Object.entries(gateways).map(
      ([scheme, template]) => [scheme.toLowerCase(), parseTemplate(template)] as const,
    ),
  );
  for (const start of table.keys()) {
    const met = new Set<string>();
    for (let scheme: string | undefined = start; scheme !== undefined && table.has(scheme); ) {
      if (met.has(scheme))
        throw new OptionValueError(`templates that form no loop, unlike those of ${[...met].join(", ")}`);
      met.add(scheme);
      scheme = parseLeadingScheme(table.get(scheme)!);
    }
  }
  return table;
}

/**
 * Returns the URL to open: `url` itself, or the URL of its scheme's gateway, which may have a gateway too (RFC 1738
 * §4).
 *
 * @throws {AccessError} userinfo-not-allowed: a login is never sent to a gateway; unsupported: the operation does not
 *   only read.
 * @throws {UrlSyntaxError} the template does not result in a valid URL.
 */
export function applyGateways(
  url: Url,
  table: GatewayTable,
  registry: Registry,
  operation: OperationName,
): Url {
  if (table.has(url.scheme) && !READING.has(operation)) {
    throw new AccessError("unsupported", `cannot ${operation} through a gateway: gateways are read-only`, {
      scheme: url.scheme,
    });
  }
  let target = url;
  for (let pieces = table.get(url.scheme); pieces !== undefined; pieces = table.get(target.scheme)) {
    if (target.userinfo !== undefined) {
      throw new AccessError("userinfo-not-allowed", "cannot open a URL with a login through a gateway", {
        scheme: target.scheme,
        hint: 'remove the user and password before the "@"',
      });
    }
    target = registry.parse(expanded(pieces, target)) as Url;
  }
  return target;
}

function parseTemplate(template: unknown): readonly Piece[] {
  if (typeof template !== "string") throw new OptionValueError("URI Templates");
  const pieces: Piece[] = [];
  let from = 0;
  for (let open = template.indexOf("{"); open >= 0; open = template.indexOf("{", from)) {
    const close = template.indexOf("}", open);
    const inside = template.slice(open + 1, close);
    const name = inside.startsWith("+") ? inside.slice(1) : inside;
    const variable = VARIABLES.find((each) => each === name);
    if (close < 0 || variable === undefined)
      throw new OptionValueError(`templates with only ${VARIABLES.map((each) => `{${each}}`).join(", ")}`);
    pieces.push(template.slice(from, open), { variable, bare: name === inside ? UNRESERVED : RESERVED });
    from = close + 1;
  }
  pieces.push(template.slice(from));
  if (parseLeadingScheme(pieces) === undefined)
    throw new OptionValueError("templates with a scheme, such as https://gw.example/{url}");
  return pieces;
}

function parseLeadingScheme([first]: readonly Piece[]): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(first as string)?.[1]?.toLowerCase();
}

function expanded(pieces: readonly Piece[], url: Url): string {
  return pieces
    .map((piece) =>
      typeof piece === "string" ? piece : encoded(expandVariable(url, piece.variable), piece.bare),
    )
    .join("");
}

function expandVariable(url: Url, variable: Variable): string {
  return (variable === "url" ? url.href : url[variable]) ?? "";
}

/**
 * Encodes a value, which is ASCII because it is a URL or a component. Reserved expansion keeps percent-encodings
 * unchanged.
 */
function encoded(value: string, bare: CharSet): string {
  return bare === UNRESERVED
    ? encodeText(value, bare)
    : value
        .split("%")
        .map((piece) => encodeText(piece, bare))
        .join("%");
}
