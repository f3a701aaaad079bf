import { describeScheme, readVectors } from "@anyurl/testkit";
import { xDemo } from "../src/index.ts";

describeScheme(xDemo, readVectors(new URL("vectors.json", import.meta.url)));
