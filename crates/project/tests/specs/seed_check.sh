#!/bin/sh
# The check of self-containment as the seed prescribes it (seed 2, precondition 3), unchanged but for the slug as an argument.
# Run in the root of a repository; the oracle of seed_check.rs.
spec_dir=docs/specs/$1
link_hits=$(grep --include='*.md' -RInE '(\]\([^)]*(docs/)?(_inbox|findings)/[^)]*\)|^[[:space:]]*\[[^]]+\]:[[:space:]]*<?[^[:space:]>]*(docs/)?(_inbox|findings)/)' "$spec_dir")
link_status=$?
if test "$link_status" -eq 0; then
  printf '%s\n' "$link_hits"
  echo "self-containment failed: rewrite each listed link at adoption step 8"
  exit 1
fi
test "$link_status" -eq 1 || exit "$link_status"


slug=$1
index="docs/specs/$slug/references/_index.md"
expected_owner=${slug%%-*}
parsed_index=$(mktemp) || exit 1
trap 'rm -f "$parsed_index"' EXIT HUP INT TERM

if test -L "$(dirname "$index")"; then
  printf 'self-containment failed: references/ must not be a symbolic link\n' >&2
  exit 1
fi

if test -L "$index" || test ! -f "$index"; then
  printf 'self-containment failed: references/_index.md must be a regular, non-symbolic-link file\n' >&2
  exit 1
fi

awk -F '|' -v expected_owner="$expected_owner" '
function trim(value) {
  gsub(/^[[:space:]]+|[[:space:]]+$/, "", value)
  return value
}
function reject(message) {
  print "self-containment failed: " message > "/dev/stderr"
  invalid = 1
}
function separator(value) {
  value = trim(value)
  return value ~ /^:?-{3,}:?$/
}
/^[[:space:]]*$/ || /^[[:space:]]*#/ { next }
!header {
  if (NF != 7 || trim($2) != "source" || trim($3) != "type" ||
      trim($4) != "owner" || trim($5) != "adopted date" ||
      trim($6) != "path") {
    reject("_index.md must use the fixed source | type | owner | adopted date | path header")
  } else {
    header = 1
  }
  next
}
!divider {
  if (NF != 7 || !separator($2) || !separator($3) || !separator($4) ||
      !separator($5) || !separator($6)) {
    reject("_index.md has an invalid table separator")
  } else {
    divider = 1
  }
  next
}
{
  source = trim($2)
  type = trim($3)
  owner = trim($4)
  adopted = trim($5)
  path = trim($6)
  if (NF != 7 || source == "" || type == "" || owner == "" ||
      adopted == "" || path == "") {
    reject("invalid index row at line " NR ": " $0)
    next
  }
  if (type != "inbox" && type != "finding" && type != "backlog") {
    reject("type must be `inbox`, `finding`, or `backlog` at line " NR ": " type)
  }
  if (owner != expected_owner) {
    reject("owner must be " expected_owner " at line " NR ": " owner)
  }
  if (seen_source[source]++) {
    reject("duplicate source at line " NR ": " source)
  }
  if (seen_path[path]++) {
    reject("duplicate path at line " NR ": " path)
  }
  if (adopted !~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]$/) {
    reject("adopted date must be YYYY-MM-DD at line " NR ": " adopted)
  }
  if ((type == "inbox" && source !~ /^docs\/_inbox\/[^\/]+\.md$/) ||
      (type == "finding" && source !~ /^docs\/findings\/[^\/]+\.md$/) ||
      (type == "backlog" && source !~ /^docs\/backlog\/[^\/]+\.md$/)) {
    reject("source does not match type at line " NR ": " source)
  }
  print source "|" type "|" owner "|" adopted "|" path
}
END {
  if (!header || !divider) {
    reject("_index.md is missing its fixed table header")
  }
  if (invalid) {
    exit 1
  }
}
' "$index" > "$parsed_index" || exit $?

while IFS='|' read -r source type owner adopted path; do
  case "$path" in
    ""|.|..|/*|*/*|*\\*)
      printf 'self-containment failed: path must be one basename relative to `_index.md`: %s\n' "$path" >&2
      exit 1
      ;;
  esac
  source_basename=${source##*/}
  if test "$path" != "$source_basename"; then
    printf 'self-containment failed: path must equal source basename for %s: %s != %s\n' "$source" "$path" "$source_basename" >&2
    exit 1
  fi
  current="$(dirname "$index")/$path"
  if test -L "$current" || test ! -f "$current"; then
    printf 'self-containment failed: invalid or missing path %s; finish adoption step 7\n' "$path" >&2
    exit 1
  fi
  if test -e "$source" || test -L "$source"; then
    printf 'self-containment failed: source still exists at %s; finish adoption step 7\n' "$source" >&2
    exit 1
  fi
done < "$parsed_index"
cat "$parsed_index"
