#!/bin/sh
# Patroni calls it once, with the address of the first primary. MOTIF_DATABASE_PASSWORD is the password of the role.
set -eu
psql -X -v ON_ERROR_STOP=1 -v password="$MOTIF_DATABASE_PASSWORD" "$1" <<'SQL'
CREATE ROLE motif LOGIN PASSWORD :'password';
CREATE DATABASE motif OWNER motif ENCODING UTF8 TEMPLATE template0;
SQL
