"""The commands, a file each; none of them knows another."""
