"""Local files: walking what was chosen, names, disk, reading; knows no service and no save."""
