import { expect, test } from "vitest";
import { seatLinkOf } from "./seat-link";

test("a link to a seat names the seat and carries the secret", () => {
  expect(seatLinkOf("#seat=2.kjyLYWGKdKyc1JfNv77-_w")).toEqual({ seat: 1, secret: "kjyLYWGKdKyc1JfNv77-_w" });
});

test.each(["", "#", "#seat=0.secret", "#seat=7.secret", "#seat=2.", "#seat=2.se cret", "#board"])("%s is no link to a seat", (hash) => {
  expect(seatLinkOf(hash)).toBeNull();
});
