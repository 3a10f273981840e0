import type { RunRecord } from '../../../model/state/run.ts';

/**
 * Formats the git command that reverts the commits of a run, for a person to run. `previous` is the
 * commit of the apply before it. Null when there is none.
 */
export function formatGitRevert(
  { command, commit }: Pick<RunRecord, 'command' | 'commit'>,
  previous: string | null,
): string | null {
  if (command !== 'apply' || commit === null) return null;
  const text = 'Git still has the values of the run, and the next apply would write them again.';
  if (!isCommit(commit)) {
    const of = commit.endsWith('+') && isCommit(commit.slice(0, -1)) ? commit.slice(0, 10) : null;
    return of === null
      ? text
      : `${text} The run applied ${of} with uncommitted changes: revert those in the files.`;
  }
  if (previous === commit) {
    return 'The apply before it used the same commit, so no commit belongs to this run alone.';
  }
  const range = previous !== null && isCommit(previous) ? `${previous}..${commit}` : commit;
  return `${text} To revert it in Git too:\n  git revert --no-commit ${range}`;
}

// Accepts hashes only, because the text becomes part of a command.
function isCommit(text: string): boolean {
  return /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(text);
}
