import type { Answer } from '../model/api-failure.ts';
import type { Forge, Post } from '../model/forge.ts';

/** What became of a post: made, or put in the place of the earlier one. */
export type Posted = 'added' | 'changed' | 'same' | 'closed' | 'nothing';

/** A text that is found again by its first line. */
export type MarkedText = { readonly marker: string; readonly text: string };

/**
 * Puts a text under a pull request: in the place of ours with the same marker, else as a new one. An answer that is lost
 * may have made one, so that it is looked for and not sent again.
 */
export async function postComment(
  forge: Forge,
  pullRequest: string,
  { marker, text }: MarkedText,
): Promise<Answer<Posted>> {
  const found = await findOurs(marker, () => forge.listComments(pullRequest));
  if (!found.ok) return found;
  if (found.value !== null) {
    const { id, body } = found.value;
    if (isSame(body, text)) return { ok: true, value: 'same' };
    return toPosted('changed', await forge.changeComment(pullRequest, id, text));
  }
  const added = await forge.addComment(pullRequest, text);
  return confirm(added, marker, () => forge.listComments(pullRequest));
}

/** The same for the one open issue with a label and a marker. */
export async function postIssue(
  forge: Forge,
  { label, title }: { readonly label: string; readonly title: string },
  { marker, text }: MarkedText,
): Promise<Answer<Posted>> {
  const found = await findOurs(marker, () => forge.listIssues(label));
  if (!found.ok) return found;
  const issue = { title, body: text };
  if (found.value !== null) {
    if (isSame(found.value.body, text)) return { ok: true, value: 'same' };
    return toPosted('changed', await forge.changeIssue(found.value.id, issue));
  }
  const opened = await forge.openIssue(label, issue);
  return confirm(opened, marker, () => forge.listIssues(label));
}

/** Closes the issue that `postIssue` keeps, with a last text in it; nothing where none is open. */
export async function endIssue(
  forge: Forge,
  { label, title }: { readonly label: string; readonly title: string },
  { marker, text }: MarkedText,
): Promise<Answer<Posted>> {
  const found = await findOurs(marker, () => forge.listIssues(label));
  if (!found.ok) return found;
  if (found.value === null) return { ok: true, value: 'nothing' };
  const { id } = found.value;
  const changed = await forge.changeIssue(id, { title, body: text });
  return changed.ok ? toPosted('closed', await forge.closeIssue(id)) : changed;
}

// The oldest: where two jobs have made one each, they meet there.
async function findOurs(
  marker: string,
  list: () => Promise<Answer<readonly Post[]>>,
): Promise<Answer<Post | null>> {
  const posts = await list();
  if (!posts.ok) return posts;
  const ours = posts.value.find(({ body, isOurs }) => isOurs && readFirstLine(body) === marker);
  return { ok: true, value: ours ?? null };
}

async function confirm(
  made: Answer<null>,
  marker: string,
  list: () => Promise<Answer<readonly Post[]>>,
): Promise<Answer<Posted>> {
  if (made.ok || made.failure.kind !== 'outcome-unknown') return toPosted('added', made);
  const found = await findOurs(marker, list);
  return found.ok && found.value !== null ? { ok: true, value: 'added' } : made;
}

function toPosted(posted: Posted, answer: Answer<null>): Answer<Posted> {
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
