"""The server: rooms, clocks, sockets, and a log from which no accepted turn is ever lost."""
