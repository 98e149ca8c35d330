/** Reed–Solomon check bytes over the field of 256 elements that QR codes use (polynomial 0x11d). */

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = EXP[power + 255] = value;
  LOG[value] = power;
  value = value & 0x80 ? (value << 1) ^ 0x11d : value << 1;
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : EXP[LOG[a]! + LOG[b]!]!;
}

/** The product of (x − 2^i) for i below the degree, highest coefficient first and left out. */
function generator(degree: number): Uint8Array {
  const product = new Uint8Array(degree);
  product[degree - 1] = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) product[j] = times(product[j]!, EXP[i]!) ^ (product[j + 1] ?? 0);
  }
  return product;
}

export function checkBytes(data: Uint8Array, count: number): Uint8Array {
  const divisor = generator(count);
  const rest = new Uint8Array(count);
  for (const byte of data) {
    const factor = byte ^ rest[0]!;
    rest.copyWithin(0, 1);
    rest[count - 1] = 0;
    for (let i = 0; i < count; i++) rest[i] = rest[i]! ^ times(divisor[i]!, factor);
  }
  return rest;
}
