import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GameSocket } from "./socket.svelte";
import type { ServerMessage } from "./wire";

/** A line whose other end is the test. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  readonly sent: Record<string, unknown>[] = [];

  constructor() {
    super();
    FakeSocket.made.push(this);
  }
  static get last(): FakeSocket {
    return FakeSocket.made.at(-1)!;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): this {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
    return this;
  }
  says(message: object): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }
  ends(code: number): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

const WELCOME = { type: "welcome", n: 1, game: {}, protocol: 2 };
let page: EventTarget;
let asked = 0;
let heard: ServerMessage[] = [];

const line = (): GameSocket => {
  const host = { last: () => null, heard: (message: ServerMessage) => void heard.push(message), askedToWait: () => Promise.resolve(asked) };
  const socket = new GameSocket("ws://here", host);
  socket.open();
  return socket;
};

/** How long it takes until the next call. */
async function waited(): Promise<number> {
  const calls = FakeSocket.made.length;
  let time = 0;
  for (; FakeSocket.made.length === calls && time < 60_000; time += 100) await vi.advanceTimersByTimeAsync(100);
  return time;
}

/** How long it takes until the next call, after the last line has ended so. */
function waits(code: number): Promise<number> {
  FakeSocket.last.ends(code);
  return waited();
}

beforeEach(() => {
  vi.useFakeTimers();
  [FakeSocket.made, asked, heard, page] = [[], 0, [], new EventTarget()];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a line that is lost", () => {
  test("calls again ever more rarely, and only a welcome lets it begin anew", async () => {
    const socket = line();
    expect([await waits(1006), await waits(1006), await waits(1006)]).toEqual([400, 800, 1600]);
    FakeSocket.last.opens().says({ type: "pong", n: 1 });
    expect(await waits(1006)).toBe(3200);
    FakeSocket.last.opens().says(WELCOME);
    expect(await waits(1006)).toBe(400);
    socket.close();
  });

  test("calls at once when the network is back, but does not forget how often it has tried", async () => {
    const socket = line();
    expect([await waits(1006), await waits(1006)]).toEqual([400, 800]);
    FakeSocket.last.ends(1006);
    page.dispatchEvent(new Event("online"));
    expect(FakeSocket.made.length).toBe(4);
    expect(await waits(1006)).toBe(3200);
    socket.close();
  });

  test("waits long where it was sent away", async () => {
    const socket = line();
    FakeSocket.last.opens();
    expect(await waits(1008)).toBeGreaterThan(10_000);
    socket.close();
  });

  test("does not call before the time that a busy server has named, not even when the network comes back", async () => {
    const socket = line();
    asked = 30_000;
    FakeSocket.last.ends(1006);
    await vi.advanceTimersByTimeAsync(10_000);
    page.dispatchEvent(new Event("online"));
    expect(FakeSocket.made.length).toBe(1);
    expect(await waited()).toBe(20_000);
    socket.close();
  });

  test("asks how long to wait only where it got no line at all", async () => {
    const socket = line();
    asked = 30_000;
    FakeSocket.last.opens().says(WELCOME);
    expect(await waits(1012)).toBe(400);
    socket.close();
  });

  test("is given up for good when the page leaves the game", async () => {
    line().close();
    FakeSocket.last.ends(1006);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.made.length).toBe(1);
  });
});

describe("a wish", () => {
  const wishes = () => FakeSocket.last.sent.filter((message) => "key" in message);

  test("is sent again with its key on the next line, until it is answered", async () => {
    const socket = line();
    FakeSocket.last.opens();
    const key = socket.wish({ type: "start" });
    await waits(1006);
    FakeSocket.last.opens();
    expect(wishes()).toEqual([{ type: "start", key }]);
    FakeSocket.last.says({ type: "ack", key, n: 2 });
    await waits(1006);
    FakeSocket.last.opens();
    expect(wishes()).toEqual([]);
    socket.close();
  });

  test("is sent again after a while where the server could not keep it", async () => {
    const socket = line();
    FakeSocket.last.opens();
    const key = socket.wish({ type: "start" });
    FakeSocket.last.says({ type: "refused", key, trouble: { code: "unavailable" } });
    expect(wishes().length).toBe(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(wishes()).toEqual([{ type: "start", key }, { type: "start", key }]);
    socket.close();
  });
});

test("a line that does not answer a ping is dead", async () => {
  const socket = line();
  FakeSocket.last.opens().says(WELCOME);
  await vi.advanceTimersByTimeAsync(27_900);
  expect(socket.line).toBe("open");
  await vi.advanceTimersByTimeAsync(200);
  expect(socket.line).toBe("lost");
  socket.close();
});

test("a server of an older protocol sends the page away, which should be loaded again", () => {
  const socket = line();
  FakeSocket.last.opens().says({ type: "refused", key: null, trouble: { code: "other_protocol" }, protocol: 1 });
  expect(socket.outdated).toBe(true);
  socket.close();
});

test("a server of a newer protocol says that the page is old", () => {
  const socket = line();
  FakeSocket.last.opens().says({ ...WELCOME, protocol: 3 });
  expect(socket.outdated).toBe(true);
  expect(heard.length).toBe(1);
  socket.close();
});
