#!/usr/bin/env bash
# Builds the last commit in two clean clones that differ in path, user, language, time zone and install scripts, and compares
# every file of both builds.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

build_in() {
  git clone --quiet --no-hardlinks "$repository" "$folder/$1"
  cd "$folder/$1"
  npm ci --no-audit --no-fund "${@:2}"
  npm run build
  npm run build:demo
}
(build_in one)
(
  export HOME="$folder/home" USER=someone LOGNAME=someone LC_ALL=C TZ=Pacific/Auckland
  build_in 'another/folder of another user' --ignore-scripts
)
for build in dist dist-demo; do
  diff -r "$folder/one/$build" "$folder/another/folder of another user/$build"
done
echo 'Both builds are the same.'
