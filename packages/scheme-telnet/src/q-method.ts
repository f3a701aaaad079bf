/*
 * How two sides come to agree on an option without going round in circles: the Q method (RFC 1143 §7). Each
 * side of each option has one of six states: "us" and "usq", "him" and "himq" of the RFC in one word.
 */

/** An option is on when this is "YES", and only then. */
export type OptionState = "NO" | "YES" | "WANTNO" | "WANTNO OPPOSITE" | "WANTYES" | "WANTYES OPPOSITE";

/** What is said then. For his side DO and DONT, for ours WILL and WONT. */
export type Said = "enable" | "disable";

/** The next state and, if there is one, the message. */
export type Transition = readonly [OptionState, Said?];

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

/** RFC 1143 §7, "If we decide to ask him to enable". What would be an error there changes nothing here. */
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
