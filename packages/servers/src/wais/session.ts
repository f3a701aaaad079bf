import {
  type Facility,
  formatInitResponse,
  formatMessage,
  formatSearchResponse,
  fromPrintable,
  type InitResponse,
  type Message,
  PDU,
  readInit,
  readSearch,
  toPrintable,
} from "@anyurl/protocol-wais";
import { answerSearch, type WaisServerState } from "./answer.ts";

/** The implementation data in the response to an Init. */
export type Implementation = Pick<
  InitResponse,
  "implementationId" | "implementationName" | "implementationVersion"
>;

export interface WaisSettings extends Implementation {
  readonly world: WaisServerState;
  /** Maximum bytes of the body of a response. */
  readonly maxMessage: number;
}

/** The newest version of a header. */
const NEWEST_VERSION = "2";

/** Facilities of result sets, which are not supported. */
const UNSUPPORTED_FACILITIES: ReadonlySet<Facility> = new Set(["present", "delete"]);

const NOTHING: Uint8Array = new Uint8Array(0);

/** One connection, which answers each message. Its only state is the size from the Init. */
export class WaisSession {
  readonly #settings: WaisSettings;
  #size: number;

  constructor(settings: WaisSettings) {
    this.#settings = settings;
    this.#size = settings.maxMessage;
  }

  /**
   * Returns the whole response, or "close" for a newer header version. A message that cannot be answered gets an empty
   * body.
   */
  answer({ header, body }: Message): Uint8Array | "close" {
    if (header.version > NEWEST_VERSION) return "close";
    const isPrintable = header.encoding.toLowerCase() === "h";
    const answer = this.#bodyFor(body, isPrintable);
    const fits = answer.length <= this.#size ? answer : NOTHING;
    return formatMessage(isPrintable ? toPrintable(fits) : fits, header);
  }

  #bodyFor(octets: Uint8Array, isPrintable: boolean): Uint8Array {
    try {
      const body = isPrintable ? fromPrintable(octets) : octets;
      if (body[2] === PDU.init) return this.#initialize(body);
      return formatSearchResponse(answerSearch(readSearch(body), this.#settings.world));
    } catch {
      return NOTHING;
    }
  }

  #initialize(body: Uint8Array): Uint8Array {
    const { maxMessage, implementationId, implementationName, implementationVersion } = this.#settings;
    const init = readInit(body);
    const accepted = !init.facilities.some((each) => UNSUPPORTED_FACILITIES.has(each));
    const size = Math.min(maxMessage, init.maximumRecordSize ?? maxMessage);
    if (accepted) this.#size = size;
    return formatInitResponse({
      ...{ accepted, facilities: ["search"], implementationId, implementationName, implementationVersion },
      ...{ preferredMessageSize: size, maximumRecordSize: size },
    });
  }
}
