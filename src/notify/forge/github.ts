import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { Forge, Post, PostMatcher } from '../../model/report/forge.ts';
import {
  readField,
  readId,
  readOptionalText,
  readPart,
  readText,
  type Wire,
} from '../../wire/shape.ts';
import type { ForgeClient } from './forge-client.ts';

/** GitHub REST API, version 2022-11-28, for the repository `owner/name`. */
export function openGitHub(client: ForgeClient, repository: string): Omit<Forge, 'close'> {
  const at = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;
  const readAuthor = cacheAnswer(() => askAuthor(client));
  const findPost = async (
    path: string,
    query: Readonly<Record<string, string>>,
    { id, isIt }: { readonly id: 'id' | 'number'; readonly isIt: PostMatcher },
  ): Promise<Answer<Post | null>> => {
    const author = await readAuthor();
    if (!author.ok) return author;
    return client.find({ method: 'GET', path, query }, (item) => {
      const post = readOurs(item, id, author.value);
      return post !== null && isIt(post.body) ? post : null;
    });
  };
  return {
    name: `GitHub ${repository}`,
    findPullRequest: async (commit) => {
      const path = `${at}/commits/${encodeURIComponent(commit)}/pulls`;
      const found = await client.list({ method: 'GET', path }, (item) => ({
        number: readId(item, 'number'),
        isMerged: readOptionalText(item, 'merged_at') !== null,
      }));
      if (!found.ok) return found;
      const [first] = [...found.value].sort((a, b) => Number(b.isMerged) - Number(a.isMerged));
      return { ok: true, value: first?.number ?? null };
    },
    findComment: (pullRequest, isIt) =>
      findPost(`${at}/issues/${pullRequest}/comments`, {}, { id: 'id', isIt }),
    addComment: (pullRequest, body) =>
      client.write({
        method: 'POST',
        path: `${at}/issues/${pullRequest}/comments`,
        body: { body },
      }),
    updateComment: (_pullRequest, id, body) =>
      client.write({ method: 'PATCH', path: `${at}/issues/comments/${id}`, body: { body } }),
    findIssue: (label, isIt) =>
      findPost(
        `${at}/issues`,
        { state: 'open', labels: label, sort: 'created', direction: 'asc' },
        { id: 'number', isIt },
      ),
    openIssue: (label, issue) =>
      client.write({ method: 'POST', path: `${at}/issues`, body: { ...issue, labels: [label] } }),
    updateIssue: (number, issue) =>
      client.write({ method: 'PATCH', path: `${at}/issues/${number}`, body: issue }),
    closeIssue: (number) =>
      client.write({
        method: 'PATCH',
        path: `${at}/issues/${number}`,
        body: { state: 'closed', state_reason: 'completed' },
      }),
  };
}

// Asks through GraphQL because the token of an app, such as that of a workflow, cannot read
// `/user`.
async function askAuthor(client: ForgeClient): Promise<Answer<string>> {
  const found = await client.ask({ method: 'GET', path: '/user' }, (user) =>
    readText(user, 'login'),
  );
  const isOfApp =
    !found.ok &&
    found.failure.kind === 'forbidden' &&
    found.failure.message.includes('not accessible by integration');
  if (!isOfApp) return found;
  const query = { query: 'query { viewer { login } }' };
  // Use the parent path because GitHub Enterprise serves GraphQL beside version 3, not below it.
  const root = client.root.replace(/\/v3$/, '');
  return client.ask(
    { method: 'POST', root, path: '/graphql', body: query, isQuestion: true },
    (answer) => readText(readField(readField(answer, 'data'), 'viewer'), 'login'),
  );
}

// Null for a pull request, which GitHub lists among the issues, and for posts of other authors.
function readOurs(item: Wire, id: 'id' | 'number', author: string): Post | null {
  if (readPart(item, 'pull_request') !== null) return null;
  const user = readPart(item, 'user');
  if (user === null || readText(user, 'login') !== author) return null;
  return { id: readId(item, id), body: readOptionalText(item, 'body') ?? '' };
}

/** Caches an answer; failures are not cached. */
function cacheAnswer<T>(ask: () => Promise<Answer<T>>): () => Promise<Answer<T>> {
  let kept: Answer<T> | null = null;
  return async () => {
    if (kept !== null) return kept;
    const answer = await ask();
    if (answer.ok) kept = answer;
    return answer;
  };
}
