#!/bin/sh
# backup.sh FOLDER [KEEP]: writes a backup into the folder and restores it into a database of its own, which is thrown
# away. A backup that cannot be restored is named .broken, and the exit code is 1. The newest KEEP (14) stay.
# It reads the environment of the service. Run it in the folder of Motif, as the service's user.
set -eu
umask 077

folder=${1:?usage: backup.sh FOLDER [KEEP]}
keep=${2:-14}
file=$folder/motif-$(date -u +%Y-%m-%dT%H-%M-%SZ).backup
motif() {
  node run.js service/cli.ts "$@"
}

rm -rf "$folder"/.trial.*
trial=$(mktemp -d "$folder/.trial.XXXXXX")
trap 'rm -rf "$trial"' EXIT

motif backup "$file"
if ! DATABASE_URL='' DATA_DIR="$trial/data" motif restore "$file"; then
  mv "$file" "$file.broken"
  echo "$file.broken cannot be restored" >&2
  exit 1
fi

# Names are dates: the oldest come first.
set -- "$folder"/motif-*.backup
while [ $# -gt "$keep" ]; do
  rm "$1"
  shift
done
