import { describeScheme, readVectors } from "@anyurl/testkit";
import { finger } from "../src/index.ts";

describeScheme(finger, readVectors(new URL("vectors.json", import.meta.url)));
