import { replayTranscripts } from "@anyurl/testkit";
import { imap } from "../src/index.ts";

replayTranscripts(new URL("./transcripts/", import.meta.url), { scheme: imap });
