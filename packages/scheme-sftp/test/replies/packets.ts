import { octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { formatPacket, PACKET, PacketReader, string, uint32, uint64 } from "../../src/packet.ts";

/* Packets in a short notation: requests as a line of text, replies as JSON (draft-ietf-secsh-filexfer-02 §3). */

/** ATTRS (§5). */
interface Attributes {
  readonly size?: number;
  readonly owner?: readonly [uid: number, gid: number];
  /** Octal. */
  readonly mode?: string;
  /** Seconds since 1970. */
  readonly modified?: number;
  readonly extended?: readonly (readonly [type: string, data: string])[];
}

export type ReplyPacket =
  | readonly ["VERSION", version: number, ...extensions: (readonly [name: string, data: string])[]]
  | readonly ["STATUS", code: number, text?: string]
  /** A number: as many bytes. */
  | readonly ["HANDLE" | "DATA", text: string | number]
  | readonly ["NAME", ...entries: (readonly [name: string, line?: string, attributes?: Attributes])[]]
  | readonly ["ATTRS", attributes?: Attributes];

const text = (value: string | number) =>
  string(octetsOf(typeof value === "number" ? "x".repeat(value) : value));

function formatAttributes({ size, owner, mode, modified, extended }: Attributes = {}): Uint8Array {
  const flags = [
    size === undefined ? 0 : 0x1,
    owner === undefined ? 0 : 0x2,
    mode === undefined ? 0 : 0x4,
    modified === undefined ? 0 : 0x8,
  ];
  return joinBytes([
    uint32(flags.reduce((sum, flag) => sum + flag, extended === undefined ? 0 : 0x8000_0000)),
    ...(size === undefined ? [] : [uint64(size)]),
    ...(owner ?? []).map(uint32),
    ...(mode === undefined ? [] : [uint32(Number.parseInt(mode, 8))]),
    // The time of the last access comes first.
    ...(modified === undefined ? [] : [uint32(1), uint32(modified)]),
    ...(extended === undefined ? [] : [uint32(extended.length), ...extended.flat().map(text)]),
  ]);
}

export function formatReply(id: Uint8Array, reply: ReplyPacket): Uint8Array {
  switch (reply[0]) {
    case "VERSION": {
      const [, version, ...extensions] = reply;
      return formatPacket(PACKET.VERSION, uint32(version), ...extensions.flat().map(text));
    }
    case "STATUS": {
      const told = reply[2] === undefined ? [] : [text(reply[2]), text("")];
      return formatPacket(PACKET.STATUS, id, uint32(reply[1]), ...told);
    }
    case "NAME": {
      const [, ...entries] = reply;
      const fields = entries.flatMap(([name, line = "", attributes]) => [
        ...[text(name), text(line), formatAttributes(attributes)],
      ]);
      return formatPacket(PACKET.NAME, id, uint32(entries.length), ...fields);
    }
    case "ATTRS":
      return formatPacket(PACKET.ATTRS, id, formatAttributes(reply[1]));
    default:
      return formatPacket(PACKET[reply[0]], id, text(reply[1]));
  }
}

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(PACKET).map(([name, code]) => [code, name]),
);

/** What follows the id in each request: a string, a number of 32 or 64 bits, or bytes of which only the number is shown. */
const FIELDS: Readonly<Record<string, string>> = {
  ...{ OPEN: "s4a", CLOSE: "s", READ: "s84", WRITE: "s8b", LSTAT: "s", FSTAT: "s", FSETSTAT: "sa" },
  ...{ OPENDIR: "s", READDIR: "s", REMOVE: "s", MKDIR: "sa", RMDIR: "s", REALPATH: "s", STAT: "s" },
  ...{ RENAME: "ss", READLINK: "s", SYMLINK: "ss", EXTENDED: "sss", INIT: "" },
};

export interface Request {
  readonly name: string;
  readonly id: Uint8Array;
  /** Name and fields: "READ h 0 32768". */
  readonly shown: string;
}

/** Reads a request with its length. All of its bytes must be fields. */
export function readRequest(octets: Uint8Array): Request {
  const reader = new PacketReader(octets);
  reader.uint32();
  const name = NAMES.get(reader.byte())!;
  const id = reader.uint32();
  const fields = [...FIELDS[name]!].map((kind) => {
    if (kind === "s") return textOf(reader.string());
    if (kind === "4") return reader.uint32();
    if (kind === "8") return reader.size();
    if (kind === "b") return `${reader.string().length} bytes`;
    const { modified, ...others } = reader.attributes();
    if (Object.values(others).some((value) => value !== undefined)) throw new Error("unexpected attributes");
    return modified?.toISOString() ?? "no attributes";
  });
  if (!reader.isAtEnd) throw new Error(`${name} has more fields than its type`);
  return { name, id: uint32(id), shown: [name, ...(name === "INIT" ? [id] : fields)].join(" ") };
}
