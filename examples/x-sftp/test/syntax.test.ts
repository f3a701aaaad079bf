import { describeScheme, readVectors } from "@anyurl/testkit";
import { sftp } from "../src/index.ts";

describeScheme(sftp, readVectors(new URL("vectors.json", import.meta.url)));
