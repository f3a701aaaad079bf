import { DataStreamError } from "./orders.ts";

/** A structured field that the display acts on (GA23-0059, "Structured fields"). */
export type StructuredField =
  /** Read Partition: Query and Query List. */
  | { readonly is: "query"; readonly codes: readonly number[] | "all" }
  /** Read Partition with a command; Outbound 3270DS. The data begin with the code of a command. */
  | { readonly is: "command"; readonly data: Uint8Array }
  | { readonly is: "erase"; readonly alternate: boolean }
  | { readonly is: "reply mode"; readonly mode: number; readonly types: readonly number[] }
  /** Create Partition, for the one partition that there is. */
  | { readonly is: "partition"; readonly addressing: "12/14" | "16" };

const READ_PARTITION = 0x01;
const ERASE_RESET = 0x03;
const SET_REPLY_MODE = 0x09;
const CREATE_PARTITION = 0x0c;
const OUTBOUND_3270DS = 0x40;

const QUERY = 0x02;
const QUERY_LIST = 0x03;

/** The partition of a read that is not for one. */
const NO_PARTITION = 0xff;

/**
 * Reads the structured fields of Write Structured Field. Fields of other functions, such as the transfer of files, are
 * ignored.
 *
 * @throws {DataStreamError} a length is invalid, or a field is incomplete or for another partition.
 */
export function* readStructuredFields(data: Uint8Array): Generator<StructuredField, void, void> {
  for (let at = 0; at < data.length; ) {
    if (at + 3 > data.length) throw new DataStreamError(2, "a structured field is incomplete");
    const length = (data[at]! << 8) | data[at + 1]!;
    // 0: to the end of the record.
    const end = length === 0 ? data.length : at + length;
    if (end > data.length || (length > 0 && length < 3))
      throw new DataStreamError(2, `invalid length of a structured field: ${length}`);
    const field = readField(data[at + 2]!, data.subarray(at + 3, end));
    if (field !== undefined) yield field;
    at = end;
  }
}

function readField(id: number, data: Uint8Array): StructuredField | undefined {
  const [first = -1, second = -1, third = -1] = data;
  switch (id) {
    case READ_PARTITION:
      if (second === QUERY) return { is: "query", codes: "all" };
      if (second === QUERY_LIST) {
        // 0x00: only the list. Otherwise the list and all that are like it, or all.
        const codes = third === 0x00 ? [...data.subarray(3)] : "all";
        return { is: "query", codes };
      }
      return { is: "command", data: inPartition(data) };
    case OUTBOUND_3270DS:
      return { is: "command", data: inPartition(data) };
    case ERASE_RESET:
      return { is: "erase", alternate: (first & 0x80) !== 0 };
    case SET_REPLY_MODE:
      inPartition(data);
      return { is: "reply mode", mode: second, types: [...data.subarray(2)] };
    case CREATE_PARTITION:
      inPartition(data);
      return { is: "partition", addressing: (second & 0x0f) === 1 ? "16" : "12/14" };
    default:
      return undefined;
  }
}

/** Returns the data after the partition, which must be 0. */
function inPartition(data: Uint8Array): Uint8Array {
  const [partition] = data;
  if (partition === 0) return data.subarray(1);
  throw new DataStreamError(
    2,
    partition === undefined || partition === NO_PARTITION
      ? "a structured field names no partition"
      : `there is no partition ${partition}`,
  );
}
