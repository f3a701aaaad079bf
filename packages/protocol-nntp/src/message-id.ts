/*
 * msg-id      = "<" msg-id-core ">"                 ; at most 250 bytes
 * msg-id-core = id-left "@" id-right
 * id-left     = dot-atom-text
 * id-right    = dot-atom-text / no-fold-literal     (RFC 5536 §3.1.3)
 */

/** Maximum bytes of a msg-id-core: 250, minus "<" and ">". */
const MAX_MESSAGE_ID_BYTES = 248;

/** dot-atom-text = 1*atext *( "." 1*atext )   (RFC 5322 §3.2.3) */
const DOT_ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+(?:\\.[\\w!#$%&'*+/=?^`{|}~-]+)*";
/** no-fold-literal = "[" *mdtext "]": printable ASCII but ">", "[", "]" and a backslash   (RFC 5536 §3.1.3) */
const CORE = /* @__PURE__ */ new RegExp(`^${DOT_ATOM}@(?:${DOT_ATOM}|\\[[!-=?-Z^-~]*\\])$`);

/**
 * Returns why a decoded text, without "<" and ">", is not a msg-id-core of RFC 5536 §3.1.3; `undefined` if it is one.
 * Quoted strings were allowed in old message-ids, but some servers today do not support them.
 */
export function checkMessageId(id: string): string | undefined {
  if (id.length > MAX_MESSAGE_ID_BYTES)
    return `a message-id has at most ${MAX_MESSAGE_ID_BYTES} bytes, without its "<" and ">"`;
  return CORE.test(id)
    ? undefined
    : 'a message-id is atoms separated by dots, "@", and again such atoms or "[…]"; "<" and quotes are not allowed';
}

/**
 * Returns the offset of the "@" that divides a message-id: the last one, because RFC 1738 allows escaped ones in the
 * left side; but before a literal, which can contain "@" itself. Returns -1 if there is no "@".
 */
export function findMessageIdAt(id: string): number {
  const literal = id.endsWith("]") ? id.indexOf("@[") : -1;
  return literal < 0 ? id.lastIndexOf("@") : literal;
}
