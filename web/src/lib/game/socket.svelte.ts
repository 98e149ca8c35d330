// The line to a game. It comes back by itself, says which event it had last, and sends again what was not answered.

import type { Note, ServerMessage, Wish } from "./wire";

export type Line = "connecting" | "open" | "lost";

/** Counted up with the server's own, when what is said changes. */
const PROTOCOL = 2;
/** The newest games that this page knows. */
const FORMAT = 2;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
const PING_MS = 20_000;
const PATIENCE_MS = 8_000;
/** The close code of who called too often or may not come; the next call waits as long as after so many tries. */
const SENT_AWAY = 1008;
const PATIENT_TRY = 5;

export interface SocketHost {
  /** The last event that is known; null asks for a full view. */
  last(): number | null;
  heard(message: ServerMessage): void;
  /** Milliseconds for which the server wants to be left alone: a line that was refused cannot say so itself. */
  askedToWait(): Promise<number>;
}

/** 128 random bits as a key for one wish. */
export function newKey(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** How long to wait before the next try; a little chance keeps a crowd from coming all at once. */
export function waitFor(tries: number, chance = Math.random()): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) * (0.75 + 0.5 * chance);
}

export class GameSocket {
  line = $state<Line>("connecting");
  /** Whether the server speaks another protocol than this page, which should be loaded again. */
  outdated = $state(false);
  readonly lost = $derived(this.line === "lost");
  #socket: WebSocket | null = null;
  #tries = 0;
  #greeted = false;
  /** The server has asked not to be called before this time. */
  #notBefore = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #waiting = new Map<string, Wish>();
  #closed = false;

  constructor(
    private readonly url: string,
    private readonly host: SocketHost,
  ) {}

  open(): void {
    addEventListener("online", this.#again);
    addEventListener("offline", this.#onOffline);
    document.addEventListener("visibilitychange", this.#onVisible);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#again);
    removeEventListener("offline", this.#onOffline);
    document.removeEventListener("visibilitychange", this.#onVisible);
    this.#drop();
    clearTimeout(this.#timer);
  }

  /** Send a wish until it is answered; its key. */
  wish(wish: Wish, key = newKey()): string {
    this.#waiting.set(key, wish);
    this.#send({ ...wish, key });
    return key;
  }

  /** Send something that may get lost; false if nobody is there. */
  note(note: Note): boolean {
    return this.#send(note);
  }

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    this.#greeted = false;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", (event) => this.#onMessage(socket, String(event.data)));
    socket.addEventListener("close", (event) => this.#lost(socket, event.code));
  }

  #opened(): void {
    this.#greeted = true;
    // What was missed comes as events, and then the full view, in which the clocks and the others' draft stand.
    this.#send({ type: "hello", last: this.host.last(), steps: true, protocol: PROTOCOL, format: FORMAT });
    for (const [key, wish] of this.#waiting) this.#send({ ...wish, key });
    this.#ping = setInterval(() => this.#check(), PING_MS);
  }

  #onMessage(socket: WebSocket, text: string): void {
    if (socket !== this.#socket) return;
    clearTimeout(this.#silence);
    this.line = "open";
    const message = JSON.parse(text) as ServerMessage;
    // Only one who is welcome may come back at once: others are refused, and called again ever more rarely.
    if (message.type === "welcome") {
      this.#tries = 0;
      this.outdated = message.protocol > PROTOCOL;
    }
    if (message.type === "refused" && message.trouble.code === "other_protocol") this.outdated = true;
    if ((message.type === "ack" || message.type === "refused") && message.key) {
      const later = message.type === "refused" && message.trouble.code === "unavailable";
      if (later) this.#sendLater(message.key);
      else this.#waiting.delete(message.key);
    }
    this.host.heard(message);
  }

  /** The server could not keep it just now: the same wish again, with the same key. */
  #sendLater(key: string): void {
    setTimeout(() => {
      const wish = this.#waiting.get(key);
      if (wish) this.#send({ ...wish, key });
    }, 2000);
  }

  #send(message: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** A line that does not answer a ping is dead, whatever the browser believes. */
  #check(): void {
    clearTimeout(this.#silence);
    if (!this.#send({ type: "ping" })) return;
    this.#silence = setTimeout(() => this.#socket && this.#lost(this.#socket), PATIENCE_MS);
  }

  #lost(socket: WebSocket, code = 0): void {
    if (socket !== this.#socket) return;
    this.#drop();
    if (code === SENT_AWAY) this.#tries = Math.max(this.#tries, PATIENT_TRY);
    if (this.#closed) return;
    this.line = "lost";
    this.#callIn(waitFor(this.#tries++));
    if (!this.#greeted) void this.#obey(this.#tries);
  }

  #callIn(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  /** Who got no line at all asks whether the server wants to be left alone, and calls again then and not before. */
  async #obey(tries: number): Promise<void> {
    const asked = await this.host.askedToWait();
    if (asked === 0 || this.#closed || this.line !== "lost" || tries !== this.#tries) return;
    this.#notBefore = Date.now() + asked;
    this.#callIn(asked);
  }

  #drop(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #again = (): void => {
    if (this.line !== "lost") return this.#check();
    if (Date.now() >= this.#notBefore) this.#connect();
  };

  /** The device has lost its network: nobody has to wait until the line is found dead. */
  #onOffline = (): void => {
    if (this.#socket) this.#lost(this.#socket);
  };

  #onVisible = (): void => {
    if (!document.hidden) this.#again();
  };

  /** A new line: the server knows a line by the cookie that it was opened with. */
  reopen(): void {
    this.#drop();
    this.#connect();
  }
}
