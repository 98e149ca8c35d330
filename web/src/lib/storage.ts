/** What this browser remembers. A browser that forbids storage forgets, and everything else still works. */

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`openkub.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`openkub.${key}`, JSON.stringify(value));
  } catch {
    // storage is full or forbidden: the value lives as long as the page
  }
}
