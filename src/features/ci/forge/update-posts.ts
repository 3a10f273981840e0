import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import type { Forge, Post, PostMatcher } from '../../../model/report/forge.ts';

/** What became of a post: made, or put in the place of the earlier one. */
export type PostResult = 'added' | 'changed' | 'same' | 'closed' | 'nothing';

/** A text that is found again by its first line. */
export type MarkedText = { readonly marker: string; readonly text: string };

/** Where texts are kept: the comments of a pull request, or the open issues with a label. */
type PostTarget = {
  readonly find: (isIt: PostMatcher) => Promise<Answer<Post | null>>;
  readonly add: (text: string) => Promise<Answer<null>>;
  readonly change: (id: string, text: string) => Promise<Answer<null>>;
};

/** Keeps one comment of a pull request up to date. */
export function updateComment(
  forge: Forge,
  pullRequest: string,
  marked: MarkedText,
): Promise<Answer<PostResult>> {
  const board: PostTarget = {
    find: (isIt) => forge.findComment(pullRequest, isIt),
    add: (text) => forge.addComment(pullRequest, text),
    change: (id, text) => forge.updateComment(pullRequest, id, text),
  };
  return updatePost(board, marked);
}

/** Keeps one open issue with a label up to date. */
export function updateIssue(
  forge: Forge,
  { label, title }: { readonly label: string; readonly title: string },
  marked: MarkedText,
): Promise<Answer<PostResult>> {
  const board: PostTarget = {
    find: (isIt) => forge.findIssue(label, isIt),
    add: (body) => forge.openIssue(label, { title, body }),
    change: (id, body) => forge.updateIssue(id, { title, body }),
  };
  return updatePost(board, marked);
}

/**
 * Puts a text in the place of ours with the same marker, else adds it. An answer that is lost may have made one, so that
 * it is looked for and not sent again.
 */
async function updatePost(
  board: PostTarget,
  { marker, text }: MarkedText,
): Promise<Answer<PostResult>> {
  const found = await board.find(isMarked(marker));
  if (!found.ok) return found;
  if (found.value !== null) {
    const { id, body } = found.value;
    return isSame(body, text)
      ? { ok: true, value: 'same' }
      : toPostResult('changed', await board.change(id, text));
  }
  const added = await board.add(text);
  if (added.ok || added.failure.kind !== 'outcome-unknown') return toPostResult('added', added);
  const made = await board.find(isMarked(marker));
  return made.ok && made.value !== null
    ? { ok: true, value: 'added' }
    : toPostResult('added', added);
}

/** Closes the issue that `updateIssue` keeps, with a last text in it; nothing where none is open. */
export async function closeIssue(
  forge: Forge,
  { label, title }: { readonly label: string; readonly title: string },
  { marker, text }: MarkedText,
): Promise<Answer<PostResult>> {
  const found = await forge.findIssue(label, isMarked(marker));
  if (!found.ok) return found;
  if (found.value === null) return { ok: true, value: 'nothing' };
  const { id } = found.value;
  const changed = await forge.updateIssue(id, { title, body: text });
  return changed.ok ? toPostResult('closed', await forge.closeIssue(id)) : changed;
}

// The oldest is found: where two jobs have made one each, they meet there.
function isMarked(marker: string): PostMatcher {
  return (body) => readFirstLine(body) === marker;
}

function toPostResult(posted: PostResult, answer: Answer<null>): Answer<PostResult> {
  return answer.ok ? { ok: true, value: posted } : answer;
}

function readFirstLine(text: string): string {
  return text.slice(0, 500).split(/\r?\n/, 1)[0] ?? '';
}

// A forge may keep line ends of its own, and drop what is empty at the end.
function isSame(body: string, text: string): boolean {
  const plain = (of: string) => of.replaceAll('\r\n', '\n').trimEnd();
  return plain(body) === plain(text);
}
