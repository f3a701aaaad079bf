/**
 * A set of ASCII characters with membership tests by char code. Appendix A of RFC 3986 and §5 of RFC 1738 are written
 * with it. Characters beyond ASCII are in no set.
 */
export class CharSet {
  /** 1 at the code of each member. */
  readonly table: Uint8Array = new Uint8Array(128);

  /** Each string and each set adds its characters. */
  constructor(...members: readonly (string | CharSet)[]) {
    for (const member of members) {
      if (typeof member === "string") for (const char of member) this.table[char.charCodeAt(0)] = 1;
      else for (let code = 0; code < 128; code++) if (member.has(code)) this.table[code] = 1;
    }
  }

  /** Is the UTF-16 code unit a member? NaN (past the end of a string) is not. */
  has(code: number): boolean {
    return code < 128 && this.table[code] === 1;
  }

  /** Is every code unit of `text` a member? True for "". */
  covers(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (!this.has(text.charCodeAt(i))) return false;
    return true;
  }

  /** Returns this set without the characters of `text`. */
  without(text: string): CharSet {
    const set = /* @__PURE__ */ new CharSet(this);
    for (const char of text) set.table[char.charCodeAt(0)] = 0;
    return set;
  }
}

export const ALPHA: CharSet = /* @__PURE__ */ new CharSet(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
);
export const DIGIT: CharSet = /* @__PURE__ */ new CharSet("0123456789");
export const HEXDIG: CharSet = /* @__PURE__ */ new CharSet("ABCDEFabcdef", DIGIT);

/** unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"   (RFC 3986 §2.3) */
export const UNRESERVED: CharSet = /* @__PURE__ */ new CharSet("-._~", ALPHA, DIGIT);
/** sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="   (RFC 3986 §2.2) */
export const SUB_DELIMS: CharSet = /* @__PURE__ */ new CharSet("!$&'()*+,;=");
/** scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )   (RFC 3986 §3.1); the first must be ALPHA */
export const SCHEME: CharSet = /* @__PURE__ */ new CharSet("+-.", ALPHA, DIGIT);
/** userinfo = *( unreserved / pct-encoded / sub-delims / ":" )   (RFC 3986 §3.2.1) */
export const USERINFO: CharSet = /* @__PURE__ */ new CharSet(":", UNRESERVED, SUB_DELIMS);
/** reg-name = *( unreserved / pct-encoded / sub-delims )   (RFC 3986 §3.2.2) */
export const REG_NAME: CharSet = /* @__PURE__ */ new CharSet(UNRESERVED, SUB_DELIMS);
/** pchar = unreserved / pct-encoded / sub-delims / ":" / "@"   (RFC 3986 §3.3) */
export const PCHAR: CharSet = /* @__PURE__ */ new CharSet(":@", UNRESERVED, SUB_DELIMS);
/** path = *( pchar / "/" )   (RFC 3986 §3.3) */
export const PATH: CharSet = /* @__PURE__ */ new CharSet("/", PCHAR);
/** query = fragment = *( pchar / "/" / "?" )   (RFC 3986 §3.4, §3.5) */
export const QUERY: CharSet = /* @__PURE__ */ new CharSet("/?", PCHAR);

/** Characters that `format` does not escape in a user or password. A ":" would separate them (RFC 1738 §3.1). */
export const USER_BARE: CharSet = /* @__PURE__ */ USERINFO.without(":");

/** uchar without escapes: alpha, digit, safe, and extra (RFC 1738 §5). "~" is not a member. */
export const UCHAR: CharSet = /* @__PURE__ */ new CharSet("$-_.+!*'(),", ALPHA, DIGIT);
/** xchar without escapes: uchar and reserved (RFC 1738 §5). */
export const XCHAR: CharSet = /* @__PURE__ */ new CharSet(";/?:@&=", UCHAR);
