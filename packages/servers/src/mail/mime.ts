/** A message, or a part of one. All texts have one character for each byte, and CR LF as line ends. */
export interface MimeEntity {
  /** With the empty line at its end. */
  readonly header: string;
  readonly body: string;
  /** By name in lower case, unfolded. */
  readonly fields: ReadonlyMap<string, string>;
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** The parts of a multipart; the message of a message/rfc822. */
  readonly children: readonly MimeEntity[];
}

/** Parses a message whose lines end with CR LF. */
export function parseEntity(text: string): MimeEntity {
  const end = text.startsWith("\r\n") ? 0 : text.indexOf("\r\n\r\n");
  const header = end < 0 ? text : text.slice(0, end + (end === 0 ? 2 : 4));
  const body = text.slice(header.length);
  const fields = parseFields(header);
  const [type, parameters] = parseValue(fields.get("content-type") ?? "text/plain; charset=us-ascii");
  const entity = { header, body, fields, type, parameters };
  if (type === "message/rfc822") return { ...entity, children: [parseEntity(body)] };
  const boundary = type.startsWith("multipart/") ? parameters.get("boundary") : undefined;
  return { ...entity, children: boundary === undefined ? [] : splitParts(body, boundary).map(parseEntity) };
}

function parseFields(header: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of header.replaceAll(/\r\n(?=[ \t])/g, "").split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) fields.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return fields;
}

/** Parses a value with parameters, such as that of Content-Type. */
export function parseValue(text: string): readonly [value: string, parameters: ReadonlyMap<string, string>] {
  const [value = "", ...rest] = text.split(";");
  const parameters = rest.map((each) => {
    const equals = each.indexOf("=");
    const content = each.slice(equals + 1).trim();
    return [each.slice(0, equals).trim().toLowerCase(), content.replace(/^"(.*)"$/, "$1")] as const;
  });
  return [value.trim().toLowerCase(), new Map(parameters)];
}

function splitParts(body: string, boundary: string): readonly string[] {
  const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`);
  return parts.filter((part) => part.startsWith("\r\n")).map((part) => part.slice("\r\n".length));
}

/** Returns the part with a number such as [1, 2] (RFC 3501 §6.4.5); `undefined`: it does not exist. */
export function findEntity(message: MimeEntity, path: readonly number[]): MimeEntity | undefined {
  let found: MimeEntity | undefined = message;
  for (const number of path) {
    const within: MimeEntity | undefined = found?.type === "message/rfc822" ? found.children[0] : found;
    const isMultipart: boolean = within?.type.startsWith("multipart/") === true;
    found = isMultipart ? within?.children[number - 1] : number === 1 ? within : undefined;
  }
  return found;
}
