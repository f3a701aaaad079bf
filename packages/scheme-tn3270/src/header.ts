/** The header of a TN3270E message (RFC 2355 §8.1). */
export interface Tn3270eHeader {
  readonly type: number;
  readonly request: number;
  readonly response: number;
  /** From 0 to 65535. */
  readonly sequence: number;
}

/** DATA-TYPE (RFC 2355 §8.1.1). */
export const DATA_3270 = 0;
const RESPONSE = 2;
export const BIND_IMAGE = 3;
export const UNBIND = 4;
export const NVT_DATA = 5;
export const SSCP_LU_DATA = 7;

/** RESPONSE-FLAG of 3270-DATA (RFC 2355 §8.1.3). */
const ERROR_RESPONSE = 1;
const ALWAYS_RESPONSE = 2;

/** RESPONSE-FLAG of RESPONSE. */
const POSITIVE = 0;
const NEGATIVE = 1;

const LENGTH = 5;

/** Splits a message; `undefined` if it is shorter than a header. */
export function splitMessage(
  message: Uint8Array,
): { readonly header: Tn3270eHeader; readonly data: Uint8Array } | undefined {
  if (message.length < LENGTH) return undefined;
  const [type, request, response] = [message[0]!, message[1]!, message[2]!];
  const sequence = (message[3]! << 8) | message[4]!;
  return { header: { type, request, response, sequence }, data: message.subarray(LENGTH) };
}

/** Formats a message. */
export function formatMessage(header: Partial<Tn3270eHeader>, data: Uint8Array): Uint8Array {
  const { type = DATA_3270, request = 0, response = 0, sequence = 0 } = header;
  const message = new Uint8Array(LENGTH + data.length);
  message.set([type, request, response, sequence >> 8, sequence & 0xff]);
  message.set(data, LENGTH);
  return message;
}

/**
 * Formats the response to a message, if it asks for one: `sense` is that of the error, or `undefined` after success (RFC
 * 2355 §10.4.1).
 */
export function formatResponse(
  { response, sequence }: Tn3270eHeader,
  sense: number | undefined,
): Uint8Array | undefined {
  const isWanted = response === ALWAYS_RESPONSE || (response === ERROR_RESPONSE && sense !== undefined);
  if (!isWanted) return undefined;
  const flag = sense === undefined ? POSITIVE : NEGATIVE;
  return formatMessage({ type: RESPONSE, response: flag, sequence }, Uint8Array.of(sense ?? 0));
}
