#!/bin/sh
# backup.sh FOLDER [KEEP]: writes a backup into FOLDER and checks it by restoring it elsewhere. One that cannot be restored
# is renamed to .broken, and the exit code is 1. Keeps the newest KEEP backups (default: 14). It reads the service's
# environment; PostgreSQL is backed up by pg_dump. Run it in Motif's folder, as the service's user.
set -eu
umask 077

folder=${1:?usage: backup.sh FOLDER [KEEP]}
keep=${2:-14}
file=$folder/motif-$(date -u +%Y-%m-%dT%H-%M-%SZ).backup
if [ -n "${DATABASE_URL:-}" ]; then
  pg_dump --format=custom --file="$file" "$DATABASE_URL"
  pg_restore --list "$file" >/dev/null
else
  # What was killed has left these.
  rm -rf "$folder"/.trial.* "$folder"/motif-*.part
  trial=$(mktemp -d "$folder/.trial.XXXXXX")
  trap 'rm -rf "$trial"' EXIT
  node service/cli.ts backup "$file"
  if ! DATA_DIR="$trial/data" node service/cli.ts restore "$file"; then
    mv "$file" "$file.broken"
    echo "$file.broken cannot be restored" >&2
    exit 1
  fi
fi
# Names contain dates, so the oldest come first.
set -- "$folder"/motif-*.backup
while [ $# -gt "$keep" ]; do
  rm "$1"
  shift
done
