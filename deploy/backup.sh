#!/bin/sh
# backup.sh FOLDER [KEEP]: writes a backup into FOLDER and checks it by restoring it into a temporary database. A backup
# that cannot be restored is renamed to .broken, and the exit code is 1. It is 1, too, if there is no space for that
# database: then the backup stays, and is not checked. Keeps the newest KEEP backups (default: 14), and as many broken
# ones. It reads the service's environment. Run it in Motif's folder, as the service's user.
set -eu
umask 077

folder=${1:?usage: backup.sh FOLDER [KEEP]}
keep=${2:-14}
file=$folder/motif-$(date -u +%Y-%m-%dT%H-%M-%SZ).backup
motif() {
  node service/cli.ts "$@"
}
# Names contain dates, so the oldest come first.
keep_newest() {
  while [ $# -gt "$keep" ]; do
    rm "$1"
    shift
  done
}

# What was killed has left these.
rm -rf "$folder"/.trial.*
find "$folder" -name 'motif-*.backup.*.part' -mtime +0 -exec rm {} +
trial=$(mktemp -d "$folder/.trial.XXXXXX")
trap 'rm -rf "$trial"' EXIT

motif backup "$file"
restored=yes
said=$(DATABASE_URL='' DATA_DIR="$trial/data" motif restore "$file" 2>&1) || restored=no
echo "$said" >&2
if [ $restored = no ]; then
  # That says nothing of the backup.
  case $said in *ENOSPC* | *[Nn]"o space left"*)
    echo "$file was not checked: there is no space left in $folder" >&2
    exit 1
    ;;
  esac
  mv "$file" "$file.broken"
  echo "$file.broken cannot be restored" >&2
  keep_newest "$folder"/motif-*.backup.broken
  exit 1
fi
keep_newest "$folder"/motif-*.backup
