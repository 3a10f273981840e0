/** The short commit, and whether files differed from it. */
export function formatShortCommit(commit: string): string {
  const isDirty = commit.endsWith('+');
  return `${commit.slice(0, 10)}${isDirty ? ' with changes that are not committed' : ''}`;
}
