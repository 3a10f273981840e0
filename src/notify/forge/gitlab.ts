import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { Forge, Post } from '../../model/report/forge.ts';
import {
  readFlag,
  readId,
  readOptionalText,
  readPart,
  readText,
  type Wire,
} from '../../wire/shape.ts';
import type { ForgeClient } from './forge-client.ts';

/**
 * GitLab REST API, version 4, for a project id or path. Its merge requests are our pull requests.
 */
export function openGitLab(client: ForgeClient, project: string): Omit<Forge, 'close'> {
  const at = `/projects/${encodeURIComponent(project)}`;
  const readAuthor = (): Promise<Answer<string>> =>
    client.ask({ method: 'GET', path: '/user' }, (user) => readId(user, 'id'));
  const notesOf = (pullRequest: string) => `${at}/merge_requests/${pullRequest}/notes`;
  return {
    name: `GitLab ${project}`,
    findPullRequest: async (commit) => {
      const path = `${at}/repository/commits/${encodeURIComponent(commit)}/merge_requests`;
      const found = await client.list({ method: 'GET', path }, (item) => ({
        number: readId(item, 'iid'),
        isMerged: readText(item, 'state') === 'merged',
      }));
      if (!found.ok) return found;
      const [first] = [...found.value].sort((a, b) => Number(b.isMerged) - Number(a.isMerged));
      return { ok: true, value: first?.number ?? null };
    },
    findComment: async (pullRequest, isIt) => {
      const author = await readAuthor();
      if (!author.ok) return author;
      const query = { sort: 'asc', order_by: 'created_at' };
      return client.find({ method: 'GET', path: notesOf(pullRequest), query }, (item) => {
        const post = readOurs(item, 'id', author.value);
        return post !== null && !readFlag(item, 'system') && isIt(post.body) ? post : null;
      });
    },
    addComment: (pullRequest, body) =>
      client.write({ method: 'POST', path: notesOf(pullRequest), body: { body } }),
    updateComment: (pullRequest, id, body) =>
      client.write({ method: 'PUT', path: `${notesOf(pullRequest)}/${id}`, body: { body } }),
    findIssue: async (label, isIt) => {
      const author = await readAuthor();
      if (!author.ok) return author;
      const query = { state: 'opened', labels: label, sort: 'asc', order_by: 'created_at' };
      return client.find({ method: 'GET', path: `${at}/issues`, query }, (item) => {
        const post = readOurs(item, 'iid', author.value);
        return post !== null && isIt(post.body) ? post : null;
      });
    },
    openIssue: (label, { title, body }) =>
      client.write({
        method: 'POST',
        path: `${at}/issues`,
        body: { title, description: body, labels: label },
      }),
    updateIssue: (number, { title, body }) =>
      client.write({
        method: 'PUT',
        path: `${at}/issues/${number}`,
        body: { title, description: body },
      }),
    closeIssue: (number) =>
      client.write({
        method: 'PUT',
        path: `${at}/issues/${number}`,
        body: { state_event: 'close' },
      }),
  };
}

// Null for posts of other authors.
function readOurs(item: Wire, id: 'id' | 'iid', author: string): Post | null {
  const user = readPart(item, 'author');
  if (user === null || readId(user, 'id') !== author) return null;
  const body = readOptionalText(item, id === 'id' ? 'body' : 'description');
  return { id: readId(item, id), body: body ?? '' };
}
