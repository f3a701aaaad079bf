import type { CodePage } from "../ebcdic.ts";
import { isHidden, isModified, isNumeric, isProtected } from "./attributes.ts";
import type { ScreenBuffer } from "./buffer.ts";

/** A field of the screen. */
export interface FieldView {
  /** The first position after the field attribute, from 0. */
  readonly row: number;
  readonly column: number;
  /** Positions. */
  readonly length: number;
  /** Without blanks at the end. Empty if the field is hidden. Not trusted. */
  readonly text: string;
  readonly isProtected: boolean;
  readonly isNumeric: boolean;
  /** Its characters are not shown, as of a password. */
  readonly isHidden: boolean;
  /** Sent to the host with the next key such as Enter. */
  readonly isModified: boolean;
}

/** Returns the fields of the screen, in order. */
export function listFields(buffer: ScreenBuffer, codePage: CodePage): readonly FieldView[] {
  const { columns } = buffer.size;
  return buffer.fields.map((start) => {
    const field = buffer.at(start).field!;
    const first = buffer.wrap(start + 1);
    const positions = [...buffer.contents(start)];
    const text = positions.map((address) => codePage.decode(buffer.at(address).code) ?? " ").join("");
    return {
      row: Math.floor(first / columns),
      column: first % columns,
      length: positions.length,
      text: isHidden(field) ? "" : text.trimEnd(),
      isProtected: isProtected(field),
      isNumeric: isNumeric(field),
      isHidden: isHidden(field),
      isModified: isModified(field),
    };
  });
}
