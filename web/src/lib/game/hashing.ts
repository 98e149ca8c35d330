// SHA-256 and SHAKE-256 (FIPS 180-4, FIPS 202): what a deal follows from. A page without https has no other.

/** The bytes that a text of hexadecimal digits stands for. */
export const bytesOf = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const ROUNDS = 64;

/** The first fractional bits of a root of the n-th prime. */
function rootsOfPrimes(count: number, root: (prime: number) => number): Uint32Array {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return Uint32Array.from(found, (prime) => (root(prime) % 1) * 2 ** 32);
}

const START = rootsOfPrimes(8, Math.sqrt);
const CONSTANTS = rootsOfPrimes(ROUNDS, Math.cbrt);

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(data: Uint8Array): Uint8Array {
  const blocks = Math.ceil((data.length + 9) / 64);
  const padded = new DataView(new ArrayBuffer(blocks * 64));
  data.forEach((byte, place) => padded.setUint8(place, byte));
  padded.setUint8(data.length, 0x80);
  padded.setUint32(blocks * 64 - 4, data.length * 8);
  const state = Uint32Array.from(START);
  for (let block = 0; block < blocks; block++) compress(state, padded, block * 64);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setUint32(place * 4, word));
  return new Uint8Array(digest.buffer);
}

function compress(state: Uint32Array, data: DataView, from: number): void {
  const words = new Uint32Array(ROUNDS);
  for (let i = 0; i < 16; i++) words[i] = data.getUint32(from + i * 4);
  for (let i = 16; i < ROUNDS; i++) {
    const [x, y] = [words[i - 15]!, words[i - 2]!];
    const small = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const large = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    words[i] = words[i - 16]! + small + words[i - 7]! + large;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < ROUNDS; i++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[i]! + words[i]!) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place]! += word));
}

const RATE = 136;
const lane = (value: bigint): bigint => BigInt.asUintN(64, value);
const rotated = (value: bigint, by: number): bigint => lane((value << BigInt(by)) | (value >> BigInt(64 - by)));

/** So many bytes of the stream of SHAKE-256; the data is shorter than a block. */
export function shake256(data: Uint8Array, length: number): Uint8Array {
  const block = new Uint8Array(RATE);
  block.set(data);
  block[data.length]! ^= 0x1f;
  block[RATE - 1]! ^= 0x80;
  const state = Array.from({ length: 25 }, () => 0n);
  block.forEach((byte, place) => (state[place >> 3]! ^= BigInt(byte) << BigInt((place & 7) * 8)));
  const stream = new Uint8Array(length);
  for (let place = 0; place < length; place++) {
    if (place % RATE === 0) permute(state);
    const within = place % RATE;
    stream[place] = Number((state[within >> 3]! >> BigInt((within & 7) * 8)) & 0xffn);
  }
  return stream;
}

/** Keccak-f[1600]: lanes by x + 5y. */
function permute(state: bigint[]): void {
  let register = 1;
  for (let round = 0; round < 24; round++) {
    theta(state);
    rhoAndPi(state);
    for (let y = 0; y < 25; y += 5) {
      const row = state.slice(y, y + 5);
      row.forEach((value, x) => (state[y + x] = value ^ (lane(~row[(x + 1) % 5]!) & row[(x + 2) % 5]!)));
    }
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) state[0]! ^= 1n << BigInt(2 ** bit - 1);
      register = register & 0x80 ? (register << 1) ^ 0x171 : register << 1;
    }
  }
}

function theta(state: bigint[]): void {
  const columns = [0, 1, 2, 3, 4].map((x) => state[x]! ^ state[x + 5]! ^ state[x + 10]! ^ state[x + 15]! ^ state[x + 20]!);
  state.forEach((_, place) => (state[place]! ^= columns[(place + 4) % 5]! ^ rotated(columns[(place + 1) % 5]!, 1)));
}

function rhoAndPi(state: bigint[]): void {
  let [x, y, value] = [1, 0, state[1]!];
  for (let step = 0; step < 24; step++) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    const next = state[x + 5 * y]!;
    state[x + 5 * y] = rotated(value, (((step + 1) * (step + 2)) / 2) % 64);
    value = next;
  }
}
