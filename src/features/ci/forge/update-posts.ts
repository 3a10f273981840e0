import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import type { Forge, Post, PostMatcher } from '../../../model/report/forge.ts';

export type PostResult = 'added' | 'changed' | 'same' | 'closed' | 'nothing';

/** Text that is found again by its first line. `isOpen`: it has differences, also if they fail nothing. */
export type MarkedText = {
  readonly marker: string;
  readonly text: string;
  readonly isOpen: boolean;
};

/** Comments of a pull request, or open issues with a label. */
type PostTarget = {
  readonly find: (isIt: PostMatcher) => Promise<Answer<Post | null>>;
  readonly add: (text: string) => Promise<Answer<null>>;
  readonly change: (id: string, text: string) => Promise<Answer<null>>;
};

/** Creates or updates one comment on a pull request. */
export function updateComment(
  forge: Forge,
  pullRequest: string,
  marked: MarkedText,
): Promise<Answer<PostResult>> {
  const target: PostTarget = {
    find: (isIt) => forge.findComment(pullRequest, isIt),
    add: (text) => forge.addComment(pullRequest, text),
    change: (id, text) => forge.updateComment(pullRequest, id, text),
  };
  return updatePost(target, marked);
}

/** Creates or updates one open issue with a label. */
export function updateIssue(
  forge: Forge,
  { label, title }: { readonly label: string; readonly title: string },
  marked: MarkedText,
): Promise<Answer<PostResult>> {
  const target: PostTarget = {
    find: (isIt) => forge.findIssue(label, isIt),
    add: (body) => forge.openIssue(label, { title, body }),
    change: (id, body) => forge.updateIssue(id, { title, body }),
  };
  return updatePost(target, marked);
}

/**
 * Replaces our text with the same marker, else adds it. Looks for it after a lost response instead
 * of sending it again, because it may exist.
 */
async function updatePost(
  target: PostTarget,
  { marker, text }: MarkedText,
): Promise<Answer<PostResult>> {
  const found = await target.find(isMarked(marker));
  if (!found.ok) return found;
  if (found.value !== null) {
    const { id, body } = found.value;
    return isSame(body, text)
      ? { ok: true, value: 'same' }
      : toPostResult('changed', await target.change(id, text));
  }
  const added = await target.add(text);
  if (added.ok || added.failure.kind !== 'outcome-unknown') return toPostResult('added', added);
  const made = await target.find(isMarked(marker));
  return made.ok && made.value !== null
    ? { ok: true, value: 'added' }
    : toPostResult('added', added);
}

/**
 * Closes the issue of `updateIssue` with a last text; does nothing when none is open. One whose
 * report still has differences stays open with the new text.
 */
export async function closeIssue(
  forge: Forge,
  { label, title }: { readonly label: string; readonly title: string },
  { marker, text, isOpen }: MarkedText,
): Promise<Answer<PostResult>> {
  const found = await forge.findIssue(label, isMarked(marker));
  if (!found.ok) return found;
  if (found.value === null) return { ok: true, value: 'nothing' };
  const { id } = found.value;
  const changed = await forge.updateIssue(id, { title, body: text });
  if (!changed.ok || isOpen) return toPostResult('changed', changed);
  return toPostResult('closed', await forge.closeIssue(id));
}

// Finds the oldest match, because two jobs that created one each must agree on it.
function isMarked(marker: string): PostMatcher {
  return (body) => readFirstLine(body) === marker;
}

function toPostResult(posted: PostResult, answer: Answer<null>): Answer<PostResult> {
  return answer.ok ? { ok: true, value: posted } : answer;
}

function readFirstLine(text: string): string {
  return text.slice(0, 500).split(/\r?\n/, 1)[0] ?? '';
}

// Compares without line ends and trailing space, because a forge may change them.
function isSame(body: string, text: string): boolean {
  const plain = (of: string) => of.replaceAll('\r\n', '\n').trimEnd();
  return plain(body) === plain(text);
}
