#!/usr/bin/env bash
# Proves that the last commit installs and passes on a machine that has never seen it: a clone in a temporary folder, an
# empty npm cache, then .ci/run. Nothing uncommitted takes part.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet "$repository" "$folder/clone"
npm_config_cache="$folder/npm-cache" "$folder/clone/.ci/run"
