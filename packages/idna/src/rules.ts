/**
 * The options of UTS #46 §4: every check, and not transitional. UseSTD3ASCIIRules and VerifyDnsLength are left to
 * core's `hostProblem`, which checks the result: it allows "_" and a root dot, and reports a reason.
 */
export const RULES: { readonly checkBidi: true; readonly checkHyphens: true; readonly checkJoiners: true } = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
};

/** UTF-16 code units. A name of 253 characters takes no more, however it is composed. */
export const MAX_NAME_LENGTH = 1024;

/** The dots of RFC 3490 §3.1, which UTS #46 maps to the first of them. Each is one code unit. */
export const DOTS: RegExp = /[.\u3002\uff0e\uff61]/;

export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
