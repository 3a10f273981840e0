#!/bin/sh
# What a pipeline does with cyclectl, on any host. It needs a shell, git and cyclectl, and nothing of GitHub.
#
#   recipe.sh review    of a pull request: validate, plan and save the plan, one comment
#   recipe.sh apply     after the merge: exactly that plan; where it is stale, a fresh one is posted
#   recipe.sh drift     on a schedule: one issue while there is drift, closed when there is none
#   recipe.sh open      after apply: opens a rollout of each fleet in CYCLECTL_FLEETS
#   recipe.sh step      on a schedule: takes the next step of each, and fails where one stops
#   recipe.sh approve   by a person: lets the wave of each pass that waits for an approval or for evidence; fails if none does
#
# Variables:
#   CYCLECTL               the program, by default "cyclectl": its path, or several words such as
#                          "node /opt/cyclectl/bin/cyclectl.js"; not npx, which takes .npmrc and node_modules of a checkout
#   CYCLECTL_PROJECT       folder of cyclectl.yaml, by default "."
#   CYCLECTL_ENVIRONMENT   the environment; required
#   CYCLECTL_REPORTS       folder for reports and the plan, by default "cyclectl-reports"
#   CYCLECTL_BASE          review: only accounts that were touched since this commit; all where it is empty
#   CYCLECTL_POLICY_REF    the commit whose folder policy counts, and not that of the branch: in review CYCLECTL_BASE by
#                          default, which is a commit of the target branch; in other jobs, which run on it, HEAD
#   CYCLECTL_FORK          review: "true" where the branch is not trusted: no plan is saved, nothing is posted
#   CYCLECTL_PLAN          apply: the plan that review has saved
#   CYCLECTL_APPROVED_BY   apply, open, approve: who approved it, for the history
#   CYCLECTL_REASON        approve: why, for the history
#   CYCLECTL_WAVE          approve: the wave that the person has seen; refused if another one waits. Empty: the one that waits
#   CYCLECTL_COMMIT        apply: the commit whose pull request hears of it
#   CYCLECTL_LOCK_TIMEOUT  apply: how long another apply is waited for, such as "5m"; by default as long as cyclectl does
#   CYCLECTL_FLEETS        review, open, step, approve: names of fleets with a rollout, between spaces
#   CYCLECTL_REHEARSE      review: "true" applies the saved plan to an emulator, and puts what that came to below the plan;
#                          an account that failed there fails the job
#   CYCLECTL_POST          "false": nothing is posted
#
# The exit code is cyclectl's own; drift that was found and posted is 0.
set -eu

cyclectl=${CYCLECTL:-cyclectl}
project=${CYCLECTL_PROJECT:-.}
environment=${CYCLECTL_ENVIRONMENT:?name the environment}
reports=${CYCLECTL_REPORTS:-cyclectl-reports}
post=${CYCLECTL_POST:-true}
fork=${CYCLECTL_FORK:-false}
plan=${CYCLECTL_PLAN:-}
unposted=0

# Jobs other than review run on the target branch: what is checked out has the policies that count.
if [ -z "${CYCLECTL_POLICY_REF:-}" ]; then
  if [ "${1:-}" = review ]; then
    CYCLECTL_POLICY_REF=${CYCLECTL_BASE:-}
  elif [ -e "$project/policy" ]; then
    CYCLECTL_POLICY_REF=HEAD
  fi
fi
export CYCLECTL_POLICY_REF

# The branch may have brought this folder along: what it has there under our names goes, and a link leads nowhere.
if [ -L "$reports" ]; then
  echo "$reports is a link; name a folder of the job's own in CYCLECTL_REPORTS." >&2
  exit 1
fi
mkdir -p -- "$reports"
if [ -n "$plan" ] && [ -f "$plan" ]; then
  approved=$(mktemp)
  trap 'rm -f -- "$approved"' EXIT
  cat -- "$plan" >"$approved"
  plan=$approved
else
  plan=
fi
for name in validate plan rehearse apply drift; do
  rm -f -- "$reports/$name.md" "$reports/$name.html" "$reports/$name.json" "$reports/$name.annotations" \
    "$reports/$name.xml" "$reports/$name.sarif"
done
rm -f -- "$reports/cyclectl.plan" "$reports"/rollout-*

# Runs cyclectl. At GitHub a line of a step can be a command of the runner, and what is printed has names in it that a
# branch or the service chose: commands are stopped until a word that only this shell knows. Errors go the same way as
# the rest, since the runner reads the two in no order.
run() {
  if [ -z "${GITHUB_ACTIONS:-}" ]; then
    start "$@"
    return
  fi
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  if [ "${#token}" -ne 32 ]; then
    echo "There is no /dev/urandom to stop workflow commands with." >&2
    exit 1
  fi
  echo "::stop-commands::$token"
  ended=0
  start "$@" 2>&1 || ended=$?
  printf '\n::%s::\n' "$token"
  return "$ended"
}

# A path may have a space in it; what is no path of a file is several words.
start() {
  if [ "${cyclectl#/}" != "$cyclectl" ] && [ -f "$cyclectl" ]; then
    "$cyclectl" -C "$project" -e "$environment" "$@"
  else
    # shellcheck disable=SC2086
    $cyclectl -C "$project" -e "$environment" "$@"
  fi
}

# with_reports NAME COMMAND…: runs a command, keeps its exit code in $code, and shows what it came to.
with_reports() {
  name=$1
  shift
  rm -f -- "$reports/$name.md"
  code=0
  run "$@" \
    --report "markdown=$reports/$name.md" \
    --report "html=$reports/$name.html" \
    --report "json=$reports/$name.json" \
    --report "github=$reports/$name.annotations" || code=$?
  if [ -n "${GITHUB_ACTIONS:-}" ] && [ -f "$reports/$name.annotations" ]; then
    cat "$reports/$name.annotations"
  fi
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$reports/$name.md" ]; then
    cat "$reports/$name.md" >>"$GITHUB_STEP_SUMMARY"
  fi
}

# comment NAME ABOUT [OPTION…]: posts a report as the comment about something, of which there is one for each
# environment of each project. One that could not be posted fails the job in the end.
comment() {
  [ "$post" = true ] && [ "$fork" != true ] || return 0
  file=$reports/$1.md
  about=$2
  shift 2
  if [ ! -f "$file" ]; then
    echo "There is no report to post: see what was said above." >&2
    return 0
  fi
  run forge comment "$file" --as "$about $environment $project" "$@" || unposted=1
}

# end CODE: exits with that of cyclectl, or with 1 where only the posting of the report failed.
end() {
  if [ "$1" -eq 0 ] && [ "$unposted" -ne 0 ]; then
    exit 1
  fi
  exit "$1"
}

review() {
  with_reports validate validate \
    --report "junit=$reports/validate.xml" \
    --report "sarif=$reports/validate.sarif"
  if [ "$code" -ne 0 ]; then
    comment validate plan
    end "$code"
  fi
  set --
  [ -z "${CYCLECTL_BASE:-}" ] || set -- "$@" --changed-since "$CYCLECTL_BASE"
  [ "$fork" = true ] || set -- "$@" --out "$reports/cyclectl.plan"
  with_reports plan plan "$@" \
    --report "junit=$reports/plan.xml" \
    --report "sarif=$reports/plan.sarif"
  planned=$code
  [ "${CYCLECTL_REHEARSE:-false}" != true ] || rehearse
  comment plan plan
  # An environment for forks has no revisions.
  [ "$fork" != true ] || end "$planned"
  for fleet in ${CYCLECTL_FLEETS:-}; do
    with_reports "rollout-$fleet" rollout plan "$fleet"
    comment "rollout-$fleet" "rollout-$fleet"
    [ "$code" -eq 0 ] || planned=$code
  done
  end "$planned"
}

# Rehearses the saved plan: its report goes below that of the plan, as far as both fit into one comment. It needs no more
# secrets than the plan, and sends none of them.
rehearse() {
  [ -f "$reports/cyclectl.plan" ] || return 0
  code=0
  run rehearse "$reports/cyclectl.plan" \
    --report "markdown=$reports/rehearse.md" \
    --report "json=$reports/rehearse.json" || code=$?
  if [ ! -f "$reports/rehearse.md" ]; then
    [ "$planned" -ne 0 ] || planned=$code
    [ "$planned" -ne 0 ] || planned=1
    printf '\n**The plan could not be rehearsed**: cyclectl ended with code %s. See the log of the job.\n' "$code" >>"$reports/plan.md"
    return 0
  fi
  # 1 with a report: it could not be rehearsed, or not all of it, and the report says why.
  [ "$code" -eq 0 ] || [ "$code" -eq 1 ] || [ "$planned" -ne 0 ] || planned=$code
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    cat "$reports/rehearse.md" >>"$GITHUB_STEP_SUMMARY"
  fi
  both=$(cat "$reports/plan.md" "$reports/rehearse.md" | wc -c)
  if [ "$both" -le 64000 ]; then
    printf '\n' >>"$reports/plan.md"
    cat "$reports/rehearse.md" >>"$reports/plan.md"
  else
    comment rehearse rehearse
  fi
}

# each_fleet COMMAND: runs a command of rollout for each fleet, and ends with the first code that is not 0.
each_fleet() {
  first=0
  for fleet in ${CYCLECTL_FLEETS:?name the fleets}; do
    with_reports "rollout-$fleet" rollout "$@" "$fleet" \
      ${CYCLECTL_APPROVED_BY:+--approved-by "$CYCLECTL_APPROVED_BY"} \
      ${CYCLECTL_LOCK_TIMEOUT:+--lock-timeout "$CYCLECTL_LOCK_TIMEOUT"}
    [ "$first" -ne 0 ] || first=$code
  done
  exit "$first"
}

open() {
  each_fleet open --yes
}

step() {
  each_fleet continue
}

# Its commands have no reports. A fleet of which no wave waits fails nothing if one of another is approved.
approve() {
  first=0
  idle=0
  approved=false
  for fleet in ${CYCLECTL_FLEETS:?name the fleets}; do
    log=$reports/rollout-$fleet.log
    code=0
    run rollout approve "$fleet" --reason "${CYCLECTL_REASON:?give the reason}" \
      ${CYCLECTL_WAVE:+--wave "$CYCLECTL_WAVE"} \
      ${CYCLECTL_APPROVED_BY:+--approved-by "$CYCLECTL_APPROVED_BY"} \
      ${CYCLECTL_LOCK_TIMEOUT:+--lock-timeout "$CYCLECTL_LOCK_TIMEOUT"} >"$log" 2>&1 || code=$?
    cat -- "$log"
    if [ "$code" -eq 0 ]; then
      approved=true
    elif grep -q -F '[rollout-not-waiting]' -- "$log"; then
      idle=$code
    elif [ "$first" -eq 0 ]; then
      first=$code
    fi
  done
  [ "$first" -ne 0 ] || [ "$approved" = true ] || first=$idle
  exit "$first"
}

apply() {
  set --
  if [ -n "${CYCLECTL_COMMIT:-}" ]; then
    set -- --commit "$CYCLECTL_COMMIT"
  else
    post=false
  fi
  if [ -z "$plan" ]; then
    echo "There is no saved plan to apply. Review and approve the fresh one." >&2
    fresh "$@"
    [ "$code" -ne 0 ] || end 0
    end 1
  fi
  with_reports apply apply "$plan" \
    ${CYCLECTL_APPROVED_BY:+--approved-by "$CYCLECTL_APPROVED_BY"} \
    ${CYCLECTL_LOCK_TIMEOUT:+--lock-timeout "$CYCLECTL_LOCK_TIMEOUT"}
  applied=$code
  if is_busy; then
    echo "Another job is applying. Run this one again later, where that one does not do what this one is for." >&2
    # Posts only what was written, because the plan may still hold.
    [ "$applied" -eq 1 ] || comment apply apply "$@"
    exit "$applied"
  fi
  comment apply apply "$@"
  # 1: nothing was written, 3: not all of it. The service, manifests or a secret may not be as they were when it was
  # planned; a fresh plan says what is left.
  case $applied in
    1 | 3) fresh "$@" ;;
  esac
  end "$applied"
}

# Succeeds where another run kept apply from its end. A text of others is in the report with its quotes escaped, and
# is not taken for a code.
is_busy() {
  case $code in
    1 | 3) ;;
    *) return 1 ;;
  esac
  [ -f "$reports/apply.json" ] &&
    grep -q -e '"code":"lock-held"' -e '"code":"run-at-work"' -- "$reports/apply.json"
}

# Plans again what the saved plan changes, and no account beside it; everything where there is none. Ends with a code
# of 0 where there is nothing to do.
fresh() {
  with_reports plan plan --exit-code --out "$reports/cyclectl.plan" ${plan:+--replaces "$plan"}
  comment plan plan "$@"
}

drift() {
  with_reports drift drift \
    --report "junit=$reports/drift.xml" \
    --report "sarif=$reports/drift.sarif"
  [ "$post" = true ] || exit "$code"
  title="Drift in $environment"
  case $code in
    0) run forge issue "$reports/drift.md" --title "$title" --close || exit 1 ;;
    2) run forge issue "$reports/drift.md" --title "$title" || exit 1 ;;
    *)
      # What could not be read is no proof that all is well: an open issue stays open.
      exit "$code"
      ;;
  esac
  exit 0
}

case ${1:-} in
  review | apply | drift | open | step | approve) "$1" ;;
  *)
    echo "usage: recipe.sh review | apply | drift | open | step | approve" >&2
    exit 64
    ;;
esac
