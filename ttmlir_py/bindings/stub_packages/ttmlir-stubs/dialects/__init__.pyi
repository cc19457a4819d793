# Generated: run `make generated`.
