import { AccessError, octetsOf, type ScreenKey, type ScreenView } from "@anyurl/core";
import { type CodePage, createCodePage } from "./ebcdic.ts";
import type { Tn3270Event, Tn3270Exchange } from "./exchange.ts";
import { BIND_IMAGE, DATA_3270, formatResponse, SSCP_LU_DATA, UNBIND } from "./header.ts";
import type { Tn3270Settings } from "./options.ts";
import { Display } from "./screen/display.ts";
import { type FieldView, listFields } from "./screen/fields.ts";
import { KEYS } from "./screen/keys.ts";
import { DataStreamError } from "./screen/orders.ts";
import { sizesOfBind, sizesOfDevice } from "./sizes.ts";

const NEW_LINE = 0x15;

/** The dialogue that owns the screen: an application, the system (RFC 2355 §10.5), or text of the NVT. */
type Owner = "application" | "system" | "nvt";

/** The terminal: joins the protocol and the display. No I/O: it returns the bytes to send. */
export class Terminal {
  readonly #exchange: Tn3270Exchange;
  readonly #codePage: CodePage;
  readonly #display: Display;
  #owner: Owner = "application";
  /** Where the line that is being typed to the system begins. */
  #lineStart = 0;

  constructor(exchange: Tn3270Exchange, { codePage, deviceTypes, numericLock }: Tn3270Settings) {
    this.#exchange = exchange;
    this.#codePage = createCodePage(codePage);
    const sizes = sizesOfDevice(deviceTypes[0]!);
    this.#display = new Display({ codePage: this.#codePage, sizes, numericLock });
  }

  get view(): ScreenView {
    return this.#display.view;
  }

  get fields(): readonly FieldView[] {
    return listFields(this.#display.buffer, this.#codePage);
  }

  get keys(): readonly ScreenKey[] {
    return KEYS;
  }

  /** Handles an event. Returns the bytes to send, in order. */
  handle(event: Tn3270Event): readonly Uint8Array[] {
    if (event.is === "mode") this.#begin();
    if (event.is === "text") this.#showText("nvt", event.text);
    return event.is === "record" ? this.#receive(event) : [];
  }

  /** A new mode begins with an empty screen of the agreed device. */
  #begin(): void {
    const { deviceType } = this.#exchange;
    this.#owner = "application";
    if (deviceType !== undefined) this.#display.setSizes(sizesOfDevice(deviceType));
    else this.#display.erase();
  }

  #receive({ header, data }: Extract<Tn3270Event, { is: "record" }>): readonly Uint8Array[] {
    switch (header?.type) {
      case undefined:
      case DATA_3270:
        break;
      case BIND_IMAGE: {
        const { deviceType = "" } = this.#exchange;
        this.#display.setSizes(sizesOfBind(data, sizesOfDevice(deviceType)));
        return [];
      }
      case UNBIND:
        this.#begin();
        return [];
      case SSCP_LU_DATA: {
        const text = [...data].map((code) =>
          code === NEW_LINE ? "\r\n" : (this.#codePage.decode(code) ?? ""),
        );
        this.#showText("system", text.join(""));
        return [];
      }
      default:
        return [];
    }
    if (this.#owner !== "application") this.#begin();
    const replies: Uint8Array[] = [];
    let sense: number | undefined;
    try {
      replies.push(...this.#display.receive(data).map((record) => this.#exchange.write(record)));
    } catch (error) {
      // A terminal rejects a record that it cannot read, and goes on. The view says why.
      if (!(error instanceof DataStreamError)) throw error;
      ({ sense } = error);
    }
    if (header !== undefined && this.#exchange.functions.has("responses")) {
      const response = formatResponse(header, sense);
      if (response !== undefined) replies.push(this.#exchange.writeMessage(response));
    }
    return replies;
  }

  #showText(owner: "system" | "nvt", text: string): void {
    if (this.#owner !== owner) this.#display.erase();
    this.#owner = owner;
    this.#display.showText(text);
    this.#display.unlock();
    this.#lineStart = this.#display.buffer.cursor;
  }

  /** @throws {AccessError} busy, bad-argument. */
  type(text: string): void {
    this.#display.type(text);
  }

  /** Presses a key. Returns the bytes to send. @throws {AccessError} busy, bad-argument. */
  press(name: string): Uint8Array | undefined {
    const isExtended = this.#exchange.mode === "tn3270e";
    // RFC 2355 §11, RFC 1576 §8.
    if (name === "Attn") return this.#exchange.command(isExtended ? "IP" : "BRK");
    if (name === "SysReq" && isExtended) return this.#pressSysReq();
    if (name === "Enter" && this.#owner !== "application") return this.#enterLine(this.#owner);
    const record = this.#display.press(name);
    return record && this.#exchange.write(record);
  }

  /** Toggles between the application and the system (RFC 2355 §10.5.2). */
  #pressSysReq(): Uint8Array {
    if (!this.#exchange.functions.has("sysreq"))
      throw new AccessError("bad-argument", "the server does not support the key SysReq");
    this.#display.erase();
    this.#owner = this.#owner === "system" ? "application" : "system";
    if (this.#owner === "system") this.#display.unlock();
    this.#lineStart = 0;
    return this.#exchange.command("AO");
  }

  /** Sends the line that was typed after the last text. */
  #enterLine(owner: "system" | "nvt"): Uint8Array {
    const { buffer } = this.#display;
    const end = buffer.cursor < this.#lineStart ? buffer.length : buffer.cursor;
    const codes: number[] = [];
    for (let address = this.#lineStart; address < end; address++) codes.push(buffer.at(address).code);
    this.#showText(owner, "\r\n");
    if (owner === "system") return this.#exchange.write(Uint8Array.from(codes), { type: SSCP_LU_DATA });
    const text = codes.map((code) => this.#codePage.decode(code) ?? " ").join("");
    return this.#exchange.writeLine(octetsOf(`${text}\r\n`));
  }
}
