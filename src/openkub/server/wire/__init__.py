"""Everything that goes over the wire, declared once."""
