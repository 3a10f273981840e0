import type { Answer } from '../model/api-failure.ts';
import type { Forge, Post } from '../model/forge.ts';
import { readId, readOptionalText, readPart, readText, type Wire } from '../wire/shape.ts';
import type { Desk } from './desk.ts';

/** The one who writes with the token that a workflow of GitHub is given. */
const workflowAuthor = 'github-actions[bot]';

/** GitHub's REST interface, version 2022-11-28, of the repository `owner/name`. */
export function openGitHub(desk: Desk, repository: string): Omit<Forge, 'close'> {
  const at = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;
  const readAuthor = keepAnswer(() => askAuthor(desk));
  const listPosts = async (
    path: string,
    query: Readonly<Record<string, string>>,
    id: 'id' | 'number',
  ): Promise<Answer<readonly Post[]>> => {
    const author = await readAuthor();
    if (!author.ok) return author;
    const found = await desk.list({ method: 'GET', path, query }, (item) =>
      // A pull request is listed among the issues.
      readPart(item, 'pull_request') === null ? readPost(item, id, author.value) : null,
    );
    return found.ok ? { ok: true, value: found.value.filter((post) => post !== null) } : found;
  };
  return {
    name: `GitHub ${repository}`,
    findPullRequest: async (commit) => {
      const path = `${at}/commits/${encodeURIComponent(commit)}/pulls`;
      const found = await desk.list({ method: 'GET', path }, (item) => ({
        number: readId(item, 'number'),
        isMerged: readOptionalText(item, 'merged_at') !== null,
      }));
      if (!found.ok) return found;
      const [first] = [...found.value].sort((a, b) => Number(b.isMerged) - Number(a.isMerged));
      return { ok: true, value: first?.number ?? null };
    },
    listComments: (pullRequest) => listPosts(`${at}/issues/${pullRequest}/comments`, {}, 'id'),
    addComment: (pullRequest, body) =>
      desk.tell({ method: 'POST', path: `${at}/issues/${pullRequest}/comments`, body: { body } }),
    changeComment: (_pullRequest, id, body) =>
      desk.tell({ method: 'PATCH', path: `${at}/issues/comments/${id}`, body: { body } }),
    listIssues: (label) =>
      listPosts(
        `${at}/issues`,
        { state: 'open', labels: label, sort: 'created', direction: 'asc' },
        'number',
      ),
    openIssue: (label, issue) =>
      desk.tell({ method: 'POST', path: `${at}/issues`, body: { ...issue, labels: [label] } }),
    changeIssue: (number, issue) =>
      desk.tell({ method: 'PATCH', path: `${at}/issues/${number}`, body: issue }),
    closeIssue: (number) =>
      desk.tell({
        method: 'PATCH',
        path: `${at}/issues/${number}`,
        body: { state: 'closed', state_reason: 'completed' },
      }),
  };
}

// A token of a workflow may not ask who it is; one of a person may.
async function askAuthor(desk: Desk): Promise<Answer<string>> {
  const found = await desk.ask({ method: 'GET', path: '/user' }, (user) => readText(user, 'login'));
  const isWorkflow =
    !found.ok &&
    found.failure.kind === 'forbidden' &&
    found.failure.message.includes('not accessible by integration');
  if (!isWorkflow) return found;
  return { ok: true, value: workflowAuthor };
}

function readPost(item: Wire, id: 'id' | 'number', author: string): Post {
  const user = readPart(item, 'user');
  return {
    id: readId(item, id),
    body: readOptionalText(item, 'body') ?? '',
    isOurs: user !== null && readText(user, 'login') === author,
  };
}

/** Asks once; a failure is not kept. */
function keepAnswer<T>(ask: () => Promise<Answer<T>>): () => Promise<Answer<T>> {
  let kept: Answer<T> | null = null;
  return async () => {
    if (kept !== null) return kept;
    const answer = await ask();
    if (answer.ok) kept = answer;
    return answer;
  };
}
