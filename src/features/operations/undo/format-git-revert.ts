import type { RunRecord } from '../../../model/memory/run.ts';

/**
 * What belongs to the undo of a run in Git, for people: the command that takes its commits back, which nobody runs
 * for them. `previous` is the commit of the apply before it. Null where there is nothing to say.
 */
export function formatGitRevert(
  { command, commit }: Pick<RunRecord, 'command' | 'commit'>,
  previous: string | null,
): string | null {
  if (command !== 'apply' || commit === null) return null;
  const says = 'Git still says what the run wrote, and the next apply would bring it again.';
  if (!isCommit(commit)) {
    const of = commit.endsWith('+') && isCommit(commit.slice(0, -1)) ? commit.slice(0, 10) : null;
    return of === null
      ? says
      : `${says} It was made from ${of} with changes that were not committed: take those back in the files.`;
  }
  if (previous === commit) {
    return 'The apply before it was made from the same commit, so that no commit belongs to it alone.';
  }
  const range = previous !== null && isCommit(previous) ? `${previous}..${commit}` : commit;
  return `${says} To take it back there too:\n  git revert --no-commit ${range}`;
}

// What the store says is put into a command: nothing else may stand there.
function isCommit(text: string): boolean {
  return /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(text);
}
