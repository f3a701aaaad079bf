/*
 * The Q method, which negotiates an option without loops (RFC 1143 §7). Each side of each option has one of six states:
 * "us" and "usq", or "him" and "himq" of the RFC, joined.
 */

/** An option is on only in the state "YES". */
export type OptionState = "NO" | "YES" | "WANTNO" | "WANTNO OPPOSITE" | "WANTYES" | "WANTYES OPPOSITE";

/** The message: DO or DONT for the server's side, WILL or WONT for ours. */
export type OptionMessage = "enable" | "disable";

/** The next state and the message, if any. */
export type Transition = readonly [OptionState, OptionMessage?];

/** RFC 1143 §7, "Upon receipt of WILL"; for our side, of DO. */
export const ON_ENABLE: Readonly<Record<OptionState, (agree: boolean) => Transition>> = {
  NO: (agree) => (agree ? ["YES", "enable"] : ["NO", "disable"]),
  YES: () => ["YES"],
  WANTNO: () => ["NO"], // error: DONT answered by WILL
  "WANTNO OPPOSITE": () => ["YES"], // the same error
  WANTYES: () => ["YES"],
  "WANTYES OPPOSITE": () => ["WANTNO", "disable"],
};

/** RFC 1143 §7, "Upon receipt of WONT"; for our side, of DONT. */
export const ON_DISABLE: Readonly<Record<OptionState, Transition>> = {
  NO: ["NO"],
  YES: ["NO", "disable"],
  WANTNO: ["NO"],
  "WANTNO OPPOSITE": ["WANTYES", "enable"],
  WANTYES: ["NO"],
  "WANTYES OPPOSITE": ["NO"], // refused into the right state
};

/** RFC 1143 §7, "If we decide to ask him to enable". The RFC's errors change nothing here. */
export const ASK_ENABLE: Readonly<Record<OptionState, Transition>> = {
  NO: ["WANTYES", "enable"],
  YES: ["YES"],
  WANTNO: ["WANTNO OPPOSITE"],
  "WANTNO OPPOSITE": ["WANTNO OPPOSITE"],
  WANTYES: ["WANTYES"],
  "WANTYES OPPOSITE": ["WANTYES"],
};

/** RFC 1143 §7, "If we decide to ask him to disable". */
export const ASK_DISABLE: Readonly<Record<OptionState, Transition>> = {
  NO: ["NO"],
  YES: ["WANTNO", "disable"],
  WANTNO: ["WANTNO"],
  "WANTNO OPPOSITE": ["WANTNO"],
  WANTYES: ["WANTYES OPPOSITE"],
  "WANTYES OPPOSITE": ["WANTYES OPPOSITE"],
};
