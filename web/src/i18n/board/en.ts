const messages = {
  "board.game": "Game",
  "board.board": "Table and {rack}",
  "board.how":
    "Arrow keys walk over the tiles, Space chooses, Enter puts the chosen tiles where you are, N lays them as a new {set}, B takes them back {toRack}. Press the question mark for all keys.",
  "board.table": "Table",
  "board.rack": { one: "Your {rack}, {n} {tile}", other: "Your {rack}, {n} {tiles}" },
  "board.colour.k": "black",
  "board.colour.r": "red",
  "board.colour.b": "blue",
  "board.colour.y": "{yellow}",
  "board.tile": "{colour} {number}",
  "board.joker": "{joker}",
  "board.joker_as": "{joker} for {tile}",
  "board.points": { one: "{n} point", other: "{n} points" },
  "board.run": "{run} {colour} {first} to {last}",
  "board.group": "{group} of {n} times {number}",
  "board.valid_set": "{set}, valid, {points}",
  "board.loose": "Not {aSet} yet: {list}",
  "board.said.selected": { zero: "Nothing chosen", one: "{n} {tile} chosen", other: "{n} {tiles} chosen" },
};

export default messages;
