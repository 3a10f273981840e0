import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterFile } from '../../support/opened.ts';

/** A comment or an issue, as the fake keeps it. */
export type FakePost = {
  id: number;
  title: string | null;
  body: string;
  author: string;
  labels: string[];
  isOpen: boolean;
};

/** Fault of the fake for later requests. */
type Fault = {
  readonly method: string;
  readonly status: number;
  readonly isDone: boolean;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Fake of the GitHub and GitLab APIs that cyclectl uses, over real HTTP. Keeps comments and issues,
 * distinguishes authors, and fails on request.
 */
export class FakeForge {
  readonly comments = new Map<string, FakePost[]>();
  readonly issues: FakePost[] = [];
  /** Pull requests by the commit that they brought. */
  readonly pulls = new Map<string, { number: number; isMerged: boolean }[]>();
  readonly requests: string[] = [];
  readonly faults: Fault[] = [];
  /** False for the token of a fork, which cannot write. */
  mayWrite = true;
  /** Who writes with the token at GitHub: the one of workflows, or another app. */
  author = 'github-actions[bot]';
  #lastId = 0;

  readonly token = 'fake-forge-token';
  url = '';

  /** Where a job finds it. */
  environmentOf(kind: 'github' | 'gitlab'): Record<string, string> {
    return kind === 'github'
      ? {
          GITHUB_REPOSITORY: 'sample/integrations',
          GITHUB_API_URL: `${this.url}/api/v3`,
          GITHUB_TOKEN: this.token,
        }
      : { CI_PROJECT_ID: '77', CI_API_V4_URL: `${this.url}/api/v4/`, GITLAB_TOKEN: this.token };
  }

  addComment(pullRequest: string, body: string, author: string): FakePost {
    const post = this.#make({ body, author });
    this.comments.set(pullRequest, [...(this.comments.get(pullRequest) ?? []), post]);
    return post;
  }

  addIssue(issue: Partial<FakePost> & { readonly body: string }): FakePost {
    const post = this.#make(issue);
    this.issues.push(post);
    return post;
  }

  bodiesOf(pullRequest: string): string[] {
    return (this.comments.get(pullRequest) ?? []).map(({ body }) => body);
  }

  openIssues(): FakePost[] {
    return this.issues.filter(({ isOpen }) => isOpen);
  }

  #make(post: Partial<FakePost> & { readonly body: string }): FakePost {
    this.#lastId += 1;
    const plain = { title: null, author: this.author, labels: [], isOpen: true };
    return { ...plain, ...post, id: this.#lastId };
  }

  async open(): Promise<this> {
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    closeAfterFile(() => new Promise<void>((resolve) => server.close(() => resolve())));
    return this;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, string>);
    const method = request.method ?? '';
    const url = new URL(request.url ?? '/', this.url);
    this.requests.push(`${method} ${url.pathname}`);
    const send = (status: number, json: unknown, headers = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(json));
    };
    const { authorization = '', 'private-token': key = '' } = request.headers;
    if (authorization !== `Bearer ${this.token}` && key !== this.token) {
      return send(401, { message: 'Bad credentials' });
    }
    // A question, although it is a POST.
    if (url.pathname === '/api/graphql') {
      return send(200, { data: { viewer: { login: this.author } } });
    }
    url.pathname = url.pathname.replace(/^\/api\/v[34]/, '');
    const at = this.faults.findIndex((item) => item.method === method);
    const [fault] = at < 0 ? [] : this.faults.splice(at, 1);
    const { status: broken = 0, message = 'a fault', headers: more = {} } = fault ?? {};
    if (fault?.isDone === false) return send(broken, { message }, more);
    if (method !== 'GET' && !this.mayWrite) {
      return send(403, { message: 'Resource not accessible by integration' });
    }
    const isGitLab = url.pathname.startsWith('/projects/') || key !== '';
    const found = isGitLab
      ? this.#askGitLab(method, url, body)
      : this.#askGitHub(method, url, body);
    if (fault !== undefined) return send(broken, { message }, more);
    return send(...found);
  }

  #askGitHub(method: string, url: URL, body: Record<string, unknown>): [number, unknown] {
    const path = url.pathname.replace('/repos/sample/integrations', '');
    const toWire = (post: FakePost) => ({
      id: post.id,
      number: post.id,
      title: post.title,
      body: post.body,
      user: { login: post.author },
    });
    if (path === '/user') return [403, { message: 'Resource not accessible by integration' }];
    const [, commit] = /^\/commits\/(\w+)\/pulls$/.exec(path) ?? [];
    if (commit !== undefined) {
      const pulls = this.pulls.get(commit) ?? [];
      return [
        200,
        toPage(
          url,
          pulls.map(({ number, isMerged }) => ({ number, merged_at: isMerged ? 'then' : null })),
        ),
      ];
    }
    const [, pull] = /^\/issues\/(\d+)\/comments$/.exec(path) ?? [];
    if (pull !== undefined && method === 'GET')
      return [200, toPage(url, (this.comments.get(pull) ?? []).map(toWire))];
    if (pull !== undefined && method === 'POST')
      return [201, toWire(this.addComment(pull, String(body.body), this.author))];
    const [, id] = /^\/issues\/comments\/(\d+)$/.exec(path) ?? [];
    if (id !== undefined) return this.#change([...this.comments.values()].flat(), id, body);
    if (path === '/issues' && method === 'GET')
      return [200, toPage(url, this.#list(url).map(toWire))];
    if (path === '/issues' && method === 'POST') {
      const { title, labels } = body as { title: string; labels: string[] };
      return [201, toWire(this.addIssue({ title, labels, body: String(body.body) }))];
    }
    const [, number] = /^\/issues\/(\d+)$/.exec(path) ?? [];
    if (number !== undefined) return this.#change(this.issues, number, body);
    return [404, { message: 'Not Found' }];
  }

  #askGitLab(method: string, url: URL, body: Record<string, unknown>): [number, unknown] {
    const path = url.pathname.replace('/projects/77', '');
    const toWire = (post: FakePost) => ({
      id: post.id,
      iid: post.id,
      title: post.title,
      body: post.body,
      description: post.body,
      system: false,
      author: { id: post.author === this.author ? 9 : 10 },
    });
    if (path === '/user') return [200, { id: 9 }];
    const [, commit] = /^\/repository\/commits\/(\w+)\/merge_requests$/.exec(path) ?? [];
    if (commit !== undefined) {
      const pulls = this.pulls.get(commit) ?? [];
      return [
        200,
        toPage(
          url,
          pulls.map(({ number, isMerged }) => ({
            iid: number,
            state: isMerged ? 'merged' : 'opened',
          })),
        ),
      ];
    }
    const [, pull, note] = /^\/merge_requests\/(\d+)\/notes(?:\/(\d+))?$/.exec(path) ?? [];
    if (pull !== undefined && note !== undefined)
      return this.#change(this.comments.get(pull) ?? [], note, body);
    if (pull !== undefined && method === 'GET')
      return [200, toPage(url, (this.comments.get(pull) ?? []).map(toWire))];
    if (pull !== undefined)
      return [201, toWire(this.addComment(pull, String(body.body), this.author))];
    if (path === '/issues' && method === 'GET')
      return [200, toPage(url, this.#list(url).map(toWire))];
    const { title, description, labels } = body as Record<string, string>;
    if (path === '/issues')
      return [
        201,
        toWire(
          this.addIssue({ title: title ?? '', body: description ?? '', labels: [labels ?? ''] }),
        ),
      ];
    const [, number] = /^\/issues\/(\d+)$/.exec(path) ?? [];
    const state = body.state_event === 'close' ? { state: 'closed' } : {};
    const text = description === undefined ? {} : { body: description };
    return this.#change(this.issues, number ?? '', { title, ...text, ...state });
  }

  #list(url: URL): FakePost[] {
    const label = url.searchParams.get('labels') ?? '';
    return this.openIssues().filter(({ labels }) => labels.includes(label));
  }

  #change(
    posts: readonly FakePost[],
    id: string,
    body: Record<string, unknown>,
  ): [number, unknown] {
    const post = posts.find((item) => String(item.id) === id);
    if (post === undefined) return [404, { message: 'Not Found' }];
    if (typeof body.body === 'string') post.body = body.body;
    if (typeof body.title === 'string') post.title = body.title;
    if (body.state === 'closed') post.isOpen = false;
    return [200, { id: post.id }];
  }
}

function toPage<T>(url: URL, items: readonly T[]): readonly T[] {
  const size = Number(url.searchParams.get('per_page'));
  const page = Number(url.searchParams.get('page'));
  return items.slice((page - 1) * size, page * size);
}

/** Opens one that is closed after the test's file. */
export function openFakeForge(): Promise<FakeForge> {
  return new FakeForge().open();
}
