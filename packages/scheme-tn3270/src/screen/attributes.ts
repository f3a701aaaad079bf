/* The attributes of fields and characters (GA23-0059, "Character sets, fields and attributes"). */

const PROTECTED = 0x20;
const NUMERIC = 0x10;
const DISPLAY = 0x0c;
const MODIFIED = 0x01;

/** The bits of a field attribute that have a meaning; the others make it a graphic character. */
export const FIELD_BITS = 0x3f;

export function isProtected(field: number): boolean {
  return (field & PROTECTED) !== 0;
}

export function isNumeric(field: number): boolean {
  return (field & NUMERIC) !== 0;
}

/** Protected and numeric: the cursor skips the field. */
export function isSkipped(field: number): boolean {
  return isProtected(field) && isNumeric(field);
}

export function isIntensified(field: number): boolean {
  return (field & DISPLAY) === 0x08;
}

/** Nondisplay: its characters are never shown. */
export function isHidden(field: number): boolean {
  return (field & DISPLAY) === DISPLAY;
}

export function isModified(field: number): boolean {
  return (field & MODIFIED) !== 0;
}

/** Returns the attribute with the modified data tag (MDT) set or reset. */
export function withModified(field: number, modified: boolean): number {
  return modified ? field | MODIFIED : field & ~MODIFIED;
}

/** The types of attributes in SFE, MF, and SA. */
export const TYPE_ALL = 0x00;
export const TYPE_HIGHLIGHT = 0x41;
export const TYPE_COLOR = 0x42;
export const TYPE_CHARSET = 0x43;
export const TYPE_BACKGROUND = 0x45;
export const TYPE_FIELD = 0xc0;

/** The extended attributes of a field or a character; 0 is the default. */
export interface Extended {
  readonly highlight: number;
  readonly color: number;
  readonly background: number;
  /** 0xF1: the graphic characters of Graphic Escape. */
  readonly charset: number;
}

export const NO_EXTENDED: Extended = { highlight: 0, color: 0, background: 0, charset: 0 };

/** Returns the attributes with one changed. Unknown types change nothing. */
export function withAttribute(extended: Extended, type: number, value: number): Extended {
  if (type === TYPE_ALL) return NO_EXTENDED;
  if (type === TYPE_HIGHLIGHT) return { ...extended, highlight: value };
  if (type === TYPE_COLOR) return { ...extended, color: value };
  if (type === TYPE_BACKGROUND) return { ...extended, background: value };
  if (type === TYPE_CHARSET) return { ...extended, charset: value };
  return extended;
}

/** Returns the pairs of type and value of all attributes that are not the default. */
export function toPairs({ highlight, color, background, charset }: Extended): readonly (readonly number[])[] {
  return [
    [TYPE_HIGHLIGHT, highlight],
    [TYPE_COLOR, color],
    [TYPE_CHARSET, charset],
    [TYPE_BACKGROUND, background],
  ].filter(([, value]) => value !== 0);
}
