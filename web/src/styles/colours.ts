// Colour arithmetic for tests: WCAG contrast and the CIEDE2000 colour difference.

export type Lab = readonly [lightness: number, a: number, b: number];

/** Red, green and blue as linear light, each from 0 to 1. */
function linear(hex: string): [number, number, number] {
  const part = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function luminance(hex: string): number {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast ratio of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** CIE L*a*b* of an sRGB colour, white point D65. */
function lab(hex: string): Lab {
  const [red, green, blue] = linear(hex);
  const curve = (value: number) => (value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116);
  const x = curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = curve(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = curve((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const rad = (degrees: number) => (degrees * Math.PI) / 180;
const weight = (chroma: number) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));

/** Difference and mean of two hue angles in degrees; a colour without chroma has no hue of its own. */
function hues(one: number, other: number, grey: boolean): [apart: number, mean: number] {
  if (grey) return [0, one + other];
  const turn = Math.abs(other - one) <= 180 ? 0 : other > one ? -360 : 360;
  const mean = (one + other) / 2;
  return [other - one + turn, turn === 0 ? mean : one + other < 360 ? mean + 180 : mean - 180];
}

/** CIEDE2000 difference of two Lab colours (Sharma, Wu, Dalal 2005). */
export function ciede2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const g = 1 + 0.5 * (1 - weight((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [c1, c2] = [Math.hypot(a1 * g, b1), Math.hypot(a2 * g, b2)];
  const hue = (a: number, b: number) => ((Math.atan2(b, a * g) * 180) / Math.PI + 360) % 360;
  const [hueApart, h] = hues(hue(a1, b1), hue(a2, b2), c1 * c2 === 0);
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t = 1 - 0.17 * Math.cos(rad(h - 30)) + 0.24 * Math.cos(rad(2 * h)) + 0.32 * Math.cos(rad(3 * h + 6)) - 0.2 * Math.cos(rad(4 * h - 63));
  const lightness = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const chroma = (c2 - c1) / (1 + 0.045 * c);
  const around = (2 * Math.sqrt(c1 * c2) * Math.sin(rad(hueApart / 2))) / (1 + 0.015 * c * t);
  const rotation = -Math.sin(rad(60 * Math.exp(-(((h - 275) / 25) ** 2)))) * 2 * weight(c);
  return Math.sqrt(lightness ** 2 + chroma ** 2 + around ** 2 + rotation * chroma * around);
}

/** CIEDE2000 difference of two colours written as `#rrggbb`. */
export const difference = (one: string, other: string): number => ciede2000(lab(one), lab(other));
