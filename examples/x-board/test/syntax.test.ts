import { describeScheme, readVectors, textWithout } from "@anyurl/testkit";
import fc from "fast-check";
import { board } from "../src/index.ts";

const name = textWithout("\0\r\n").filter((text) => text !== "");

describeScheme(board, readVectors(new URL("vectors.json", import.meta.url)), {
  parts: fc.oneof(fc.constant({}), fc.record({ board: name, note: name }, { requiredKeys: ["board"] })),
});
