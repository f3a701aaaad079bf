import { textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { type BaseBlock, fromBER } from "asn1js";
import { type ApduLimits, invalidError, MAX_DEPTH } from "./apdu.ts";

/** The classes of tags. */
const UNIVERSAL = 1;
const CONTEXT = 3;

/** An element of a message. */
export class Element {
  readonly #block: BaseBlock;

  constructor(block: BaseBlock) {
    this.#block = block;
  }

  /** The number of its tag, if it has a context tag; otherwise -1. */
  get tag(): number {
    const { tagClass, tagNumber } = this.#block.idBlock;
    return tagClass === CONTEXT ? tagNumber : -1;
  }

  /** The number of its universal tag; otherwise -1. */
  get universal(): number {
    const { tagClass, tagNumber } = this.#block.idBlock;
    return tagClass === UNIVERSAL ? tagNumber : -1;
  }

  get members(): readonly Element[] {
    if (!this.#block.idBlock.isConstructed) return [];
    const { value } = this.#block.valueBlock as { readonly value?: unknown };
    // asn1js decodes some types in parts to one value, without the parts.
    if (!Array.isArray(value)) throw invalidError("a value in parts");
    return (value as readonly BaseBlock[]).map((block) => new Element(block));
  }

  /** Its bytes, with tag and length. A view. */
  get octets(): Uint8Array {
    return this.#block.valueBeforeDecodeView;
  }

  /** The bytes of a value. A value can be sent in parts (X.690 §8.7.3). */
  get content(): Uint8Array {
    if (this.#block.idBlock.isConstructed) return joinBytes(this.members.map(({ content }) => content));
    const { idBlock, lenBlock, valueBeforeDecodeView } = this.#block;
    return valueBeforeDecodeView.subarray(idBlock.blockLength + lenBlock.blockLength);
  }

  /** The first member with a context tag. */
  find(tag: number): Element | undefined {
    return this.members.find((member) => member.tag === tag);
  }

  /** Its value as text that preserves bytes. */
  get text(): string {
    return textOf(this.content);
  }

  /** Its value as a whole number of at most 48 bits. @throws {AccessError} protocol-error: it is not one. */
  get integer(): number {
    const { content } = this;
    if (content.length === 0 || content.length > 6) throw invalidError("an invalid number");
    const value = content.reduce((sum, byte) => sum * 256 + byte, 0);
    return content[0]! < 0x80 ? value : value - 256 ** content.length;
  }

  /** Is a BOOLEAN true? */
  get boolean(): boolean {
    return this.content.some((byte) => byte !== 0);
  }

  /** Its value as a dotted OBJECT IDENTIFIER. @throws {AccessError} protocol-error: it is not one. */
  get oid(): string {
    const { content } = this;
    if (content.length === 0 || content.length > MAX_OID_BYTES || content.at(-1)! >= 0x80)
      throw invalidError("an invalid object identifier");
    const arcs: number[] = [];
    let arc = 0;
    let bytes = 0;
    for (const byte of content) {
      if (++bytes > MAX_ARC_BYTES) throw invalidError("an invalid object identifier");
      arc = arc * 128 + (byte & 0x7f);
      if (byte >= 0x80) continue;
      arcs.push(arc);
      arc = 0;
      bytes = 0;
    }
    // The first two arcs are one number (X.690 §8.19.4).
    const [first, ...rest] = arcs as [number, ...number[]];
    const top = Math.min(2, Math.floor(first / 40));
    return [top, first - top * 40, ...rest].join(".");
  }
}

const MAX_OID_BYTES = 64;
/** Arcs up to 2^49, which a number represents exactly. */
const MAX_ARC_BYTES = 7;

/**
 * Decodes a complete APDU.
 *
 * @throws {AccessError} protocol-error: it is not valid BER, is nested too deep, or has too many elements.
 */
export function decodeApdu(octets: Uint8Array, { maxApdu, maxElements }: ApduLimits): Element {
  const { offset, result } = decode(octets, maxApdu, maxElements);
  if (offset !== octets.length) throw invalidError(describeFault(result.error, maxElements));
  return new Element(result);
}

/** asn1js throws for some invalid values, and returns an error for others. */
function decode(octets: Uint8Array, maxApdu: number, maxElements: number) {
  try {
    return fromBER(octets, {
      // The outermost element has the depth 0.
      maxDepth: MAX_DEPTH - 1,
      maxNodes: maxElements,
      maxContentLength: maxApdu,
      copyInput: false,
      parseEmbedded: false,
    });
  } catch {
    throw invalidError("invalid BER");
  }
}

function describeFault(error: string, maxElements: number): string {
  if (error.includes("nesting depth")) return `more than ${MAX_DEPTH} nested elements`;
  if (error.includes("node count"))
    return `more than ${maxElements} elements; increase the z39.50 option maxElements`;
  return "invalid BER";
}
