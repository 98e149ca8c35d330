const messages = {
  "board.game": "Game",
};

export default messages;
