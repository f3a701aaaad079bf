import { findEntity, type MimeEntity, parseValue } from "./mime.ts";

/** Formats a string, or NIL. */
export function formatString(text: string | undefined): string {
  if (text === undefined) return "NIL";
  if (/[\r\n\0]|[^\0-\x7f]/.test(text)) return `{${text.length}}\r\n${text}`;
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** The envelope of a message (RFC 3501 §7.4.2). */
export function formatEnvelope({ fields }: MimeEntity): string {
  const text = (name: string) => formatString(fields.get(name));
  const from = formatAddresses(fields.get("from"));
  const addresses = ["sender", "reply-to"].map((name) =>
    fields.has(name) ? formatAddresses(fields.get(name)) : from,
  );
  const receivers = ["to", "cc", "bcc"].map((name) => formatAddresses(fields.get(name)));
  return `(${[text("date"), text("subject"), from, ...addresses, ...receivers, text("in-reply-to"), text("message-id")].join(" ")})`;
}

function formatAddresses(field: string | undefined): string {
  if (field === undefined) return "NIL";
  const addresses = field.match(/(?:"[^"]*"|[^",])+/g) ?? [];
  const formatted = addresses.map((address) => {
    const [, name = "", spec = address] = /^(.*)<(.*)>$/.exec(address.trim()) ?? [];
    const [local = "", host = ""] = spec.trim().split("@");
    const shown = name.trim().replace(/^"(.*)"$/, "$1");
    return `(${formatString(shown === "" ? undefined : shown)} NIL ${formatString(local)} ${formatString(host)})`;
  });
  return `(${formatted.join("")})`;
}

/** The structure of a message (RFC 3501 §7.4.2), with the extension data. */
export function formatStructure(entity: MimeEntity): string {
  const { type, children, fields, body } = entity;
  const [main = "", sub = ""] = type.split("/");
  if (main === "multipart")
    return `(${children.map(formatStructure).join("")} ${formatString(sub)} ${formatParameters(entity.parameters)} NIL NIL NIL)`;
  const items = [
    ...[formatString(main), formatString(sub), formatParameters(entity.parameters)],
    ...[formatString(fields.get("content-id")), "NIL"],
    ...[formatString(fields.get("content-transfer-encoding") ?? "7bit"), String(body.length)],
  ];
  const [message] = children;
  if (message !== undefined) items.push(formatEnvelope(message), formatStructure(message));
  if (main === "text" || message !== undefined) items.push(String(body.split("\r\n").length - 1));
  return `(${items.join(" ")} NIL ${formatDisposition(fields.get("content-disposition"))} NIL NIL)`;
}

function formatParameters(parameters: ReadonlyMap<string, string>): string {
  if (parameters.size === 0) return "NIL";
  return `(${[...parameters].flatMap((pair) => pair.map(formatString)).join(" ")})`;
}

function formatDisposition(field: string | undefined): string {
  if (field === undefined) return "NIL";
  const [value, parameters] = parseValue(field);
  return `(${formatString(value)} ${formatParameters(parameters)})`;
}

/** Returns what a section stands for; `undefined`: the message has no such section. */
export function readSection(message: MimeEntity, section: string): string | undefined {
  const [, numbers = "", rest = ""] = /^((?:[0-9]+(?:\.|$))*)(.*)$/.exec(section) ?? [];
  const path = numbers
    .split(".")
    .filter((each) => each !== "")
    .map(Number);
  const found = findEntity(message, path);
  if (found === undefined) return undefined;
  const [name = "", list = ""] = rest.toUpperCase().split(" (");
  // HEADER and TEXT of a part are those of the message within it.
  const inner = path.length > 0 && found.type === "message/rfc822" ? found.children[0]! : found;
  switch (name) {
    case "":
      return path.length === 0 ? found.header + found.body : found.body;
    case "MIME":
      return found.header;
    case "HEADER":
      return inner.header;
    case "TEXT":
      return inner.body;
    case "HEADER.FIELDS":
      return selectFields(inner.header, list.replace(")", "").split(" "));
    default:
      return undefined;
  }
}

function selectFields(header: string, names: readonly string[]): string {
  const fields = header
    .split(/\r\n(?![ \t])/)
    .filter((field) => names.includes(field.split(":")[0]!.toUpperCase()));
  return `${fields.map((field) => `${field}\r\n`).join("")}\r\n`;
}
