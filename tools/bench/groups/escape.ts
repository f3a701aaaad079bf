import { decodeText, encodeText, UNRESERVED } from "@anyurl/core";
import { decodedFields, escapedFields, plainFields } from "../corpora/fields.ts";
import { type Contender, type Group, keep } from "../group.ts";

const decoders: readonly Contender<string>[] = [
  {
    name: "decodeText",
    answer: decodeText,
    run: (fields) => {
      for (let i = 0; i < fields.length; i++) keep(i, decodeText(fields[i]!));
    },
  },
  {
    name: "decodeURIComponent",
    answer: decodeURIComponent,
    run: (fields) => {
      for (let i = 0; i < fields.length; i++) keep(i, decodeURIComponent(fields[i]!));
    },
  },
];

const encoders: readonly Contender<string>[] = [
  {
    name: "encodeText",
    answer: (field) => encodeText(field, UNRESERVED),
    run: (fields) => {
      for (let i = 0; i < fields.length; i++) keep(i, encodeText(fields[i]!, UNRESERVED));
    },
  },
  {
    name: "encodeURIComponent",
    answer: encodeURIComponent,
    run: (fields) => {
      for (let i = 0; i < fields.length; i++) keep(i, encodeURIComponent(fields[i]!));
    },
  },
];

export const escapeGroups: readonly Group<string>[] = [
  { bench: "decode", corpus: "without escapes", inputs: () => plainFields(10_000), contenders: decoders },
  { bench: "decode", corpus: "with escapes", inputs: () => escapedFields(10_000), contenders: decoders },
  { bench: "encode", corpus: "fields", inputs: () => decodedFields(10_000), contenders: encoders },
];
