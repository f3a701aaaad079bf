/*
 * msg-id      = "<" msg-id-core ">"                 ; maximum length is 250 octets
 * msg-id-core = id-left "@" id-right
 * id-left     = dot-atom-text
 * id-right    = dot-atom-text / no-fold-literal     (RFC 5536 §3.1.3)
 */

/** Octets of a msg-id-core: of 250, "<" and ">" are two. */
const MAX_LENGTH = 248;

/** dot-atom-text = 1*atext *( "." 1*atext )   (RFC 5322 §3.2.3) */
const DOT_ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+(?:\\.[\\w!#$%&'*+/=?^`{|}~-]+)*";
/** no-fold-literal = "[" *mdtext "]": printable ASCII but ">", "[", "]" and a backslash   (RFC 5536 §3.1.3) */
const CORE = /* @__PURE__ */ new RegExp(`^${DOT_ATOM}@(?:${DOT_ATOM}|\\[[!-=?-Z^-~]*\\])$`);

/**
 * Why a decoded text, without "<" and ">", is no msg-id-core of RFC 5536 §3.1.3; `undefined` when it is one. Quoted
 * strings were message-ids once; of today's servers some have trouble with them.
 */
export function messageIdFault(id: string): string | undefined {
  if (id.length > MAX_LENGTH) return `a message-id has at most ${MAX_LENGTH} octets, without its "<" and ">"`;
  return CORE.test(id)
    ? undefined
    : 'a message-id is atoms with dots between them, "@", and the like or "[…]"; neither "<" nor quotes';
}

/**
 * Where the "@" stands in a message-id that divides it: the last one, for RFC 1738 lets the left side hold others in
 * escapes; but in front of a literal, which may hold some itself. -1 without one.
 */
export function atOfMessageId(id: string): number {
  const literal = id.endsWith("]") ? id.indexOf("@[") : -1;
  return literal < 0 ? id.lastIndexOf("@") : literal;
}
