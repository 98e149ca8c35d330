// boardgame.io's own server, as its documentation starts it, with all games in memory: `node server.js PORT`.
const { Server, Origins } = require("boardgame.io/server");
const { Kub } = require("./game.js");

Server({ games: [Kub], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
