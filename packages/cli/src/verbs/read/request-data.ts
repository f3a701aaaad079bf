import { octetsOf, UNRESERVED } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import { encodeText, textOf } from "anyurl";
import { openSource } from "../write/source.ts";
import type { GivenData } from "./request-options.ts";

/** Joins data with "&", in the order of the command line. @throws {LocalError} system errors. */
export async function readData(given: readonly GivenData[]): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (const each of given.toSorted((a, b) => a.order - b.order)) {
    if (chunks.length > 0) chunks.push(octetsOf("&"));
    chunks.push(await readOne(each));
  }
  return concat(...chunks);
}

async function readOne({ text, form }: GivenData): Promise<Uint8Array> {
  if (form === "urlencode") return readEncoded(text);
  if (!text.startsWith("@")) return octetsOf(text);
  const bytes = await readBytes(text.slice(1));
  // As curl: a text file is joined to one line.
  return form === "binary" ? bytes : bytes.filter((byte) => byte !== CR && byte !== LF && byte !== 0);
}

const CR = 0x0d;
const LF = 0x0a;

/** content, =content, name=content, @file, or name@file. The name is as it is sent. */
async function readEncoded(text: string): Promise<Uint8Array> {
  const [, name = "", sign = "=", rest = text] = /^([^=@]*)([=@])(.*)$/s.exec(text) ?? [];
  const content = sign === "@" ? await readBytes(rest) : octetsOf(rest);
  const encoded = encodeText(textOf(content), UNRESERVED);
  return octetsOf(name === "" ? encoded : `${name}=${encoded}`);
}

/** @param file "-" for standard input. */
async function readBytes(file: string): Promise<Uint8Array> {
  await using source = await openSource(file);
  const chunks: Uint8Array[] = [];
  // The source reuses its buffer.
  for await (const octets of source.octets) chunks.push(Uint8Array.from(octets));
  return concat(...chunks);
}
