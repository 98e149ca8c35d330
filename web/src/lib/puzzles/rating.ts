// Glicko-2 (Mark Glickman, 2013): a player against one puzzle at a time, whose rating is known well and stays.

export interface Rating {
  readonly value: number;
  /** How little is known of it. */
  readonly deviation: number;
  readonly volatility: number;
}

export interface Opponent {
  readonly value: number;
  readonly deviation: number;
  /** What the player made of it: 1 solved, 0 not, something between with help. */
  readonly score: number;
}

/** A player who has solved nothing yet. */
export const NEWCOMER: Rating = { value: 1100, deviation: 350, volatility: 0.06 };

const SCALE = 173.7178;
const MIDDLE = 1500;
const TAU = 0.5;
const CLOSE = 1e-6;

const g = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi * phi) / Math.PI ** 2);

/** The rating after these opponents. */
export function rated(player: Rating, opponents: readonly Opponent[]): Rating {
  const mu = (player.value - MIDDLE) / SCALE;
  const phi = player.deviation / SCALE;
  const met = opponents.map(({ value, deviation, score }) => {
    const weight = g(deviation / SCALE);
    return { weight, score, expected: 1 / (1 + Math.exp(-weight * (mu - (value - MIDDLE) / SCALE))) };
  });
  const variance = 1 / met.reduce((sum, { weight, expected }) => sum + weight ** 2 * expected * (1 - expected), 0);
  const gained = met.reduce((sum, { weight, score, expected }) => sum + weight * (score - expected), 0);
  const volatility = newVolatility(player.volatility, phi, variance, variance * gained);
  const newPhi = 1 / Math.sqrt(1 / (phi ** 2 + volatility ** 2) + 1 / variance);
  return { value: MIDDLE + SCALE * (mu + newPhi ** 2 * gained), deviation: SCALE * newPhi, volatility };
}

/** The root of the paper's step 5, by the Illinois method. */
function newVolatility(sigma: number, phi: number, variance: number, delta: number): number {
  const a = Math.log(sigma ** 2);
  const f = (x: number): number => {
    const rest = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (delta ** 2 - rest)) / (2 * rest ** 2) - (x - a) / TAU ** 2;
  };
  let low = a;
  let high = Math.log(delta ** 2 - phi ** 2 - variance);
  if (!(delta ** 2 > phi ** 2 + variance)) {
    let k = 1;
    while (f(a - k * TAU) < 0) k += 1;
    high = a - k * TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > CLOSE) {
    const between = low + ((low - high) * atLow) / (atHigh - atLow);
    const there = f(between);
    if (there * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [between, there];
  }
  return Math.exp(low / 2);
}
