import { describeScheme, readVectors } from "@anyurl/testkit";
import { gemini } from "../src/index.ts";

describeScheme(gemini, readVectors(new URL("vectors.json", import.meta.url)));
