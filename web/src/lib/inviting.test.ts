import { expect, test } from "vitest";
import { isThisMachine, reachable } from "./inviting";

const home = { origin: "http://localhost:8000", hostname: "localhost" };
const away = { origin: "https://kub.example.org", hostname: "kub.example.org" };

test("localhost is nobody else's machine", () => {
  expect(["localhost", "127.0.0.1", "[::1]"].every(isThisMachine)).toBe(true);
  expect(["192.168.1.20", "kitchen.local", "localhost.example.org"].some(isThisMachine)).toBe(false);
});

test("who opened the page as localhost invites to the addresses of the network", () => {
  const network = ["http://192.168.1.20:8000", "http://10.0.0.7:8000"];
  expect(reachable(home, { public: null, network })).toEqual(network);
});

test("a server that listens on its own machine alone can be reached by nobody else", () => {
  expect(reachable(home, { public: null, network: [] })).toEqual([]);
  expect(reachable(home, null)).toEqual([]);
});

test("elsewhere the page's own address is the one to tell", () => {
  expect(reachable(away, { public: null, network: [] })).toEqual([away.origin]);
});

test("what the host has set wins", () => {
  expect(reachable(home, { public: away.origin, network: ["http://192.168.1.20:8000"] })).toEqual([away.origin]);
});
