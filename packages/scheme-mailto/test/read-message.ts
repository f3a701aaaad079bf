/* A message parser for tests, which shares no code with the formatter. */

/** Parses the unfolded fields of a message and its body. */
export function read(message: string): {
  readonly fields: readonly (readonly [string, string])[];
  readonly body: string;
} {
  const [head = "", ...rest] = message.split(/(?<=^|\r\n)\r\n/);
  const lines = head
    .replace(/\r\n(?=[ \t])/g, "")
    .split("\r\n")
    .filter((line) => line !== "");
  const fields = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  return { fields, body: rest.join("\r\n") };
}

/** Decodes a value (RFC 2047 §6.2). */
export function shown(value: string): string {
  return value.replace(/\?=[ \t]+=\?/g, "?==?").replace(/(?:=\?utf-8\?[BQ]\?[^?]*\?=)+/g, (words) => {
    const octets = [...words.matchAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/g)].flatMap(([, encoding, text]) =>
      encoding === "B" ? [...Buffer.from(text!, "base64")] : octetsOfQ(text!.replaceAll("_", " ")),
    );
    return Buffer.from(octets).toString("utf8");
  });
}

function octetsOfQ(text: string): number[] {
  return [...text.matchAll(/=([0-9A-F]{2})|([^=])/g)].map(([, hex, char]) =>
    hex === undefined ? char!.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}

export function quotedPrintable(body: string): string {
  return Buffer.from(octetsOfQ(body.replace(/=\r\n/g, ""))).toString("utf8");
}

/** Returns the addr-specs of a list of mailboxes, each alone or after a name; quoted strings can contain commas. */
export function addressesOf(list: string): readonly string[] {
  const items = list.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];
  return items.map((item) => /<([^<>]*)>\s*$/.exec(item)?.[1] ?? item.trim());
}
