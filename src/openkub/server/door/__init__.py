"""The doors of the server: HTTP and sockets, and what stands in front of both."""
