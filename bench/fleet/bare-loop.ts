import { readFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { Agent, request } from 'undici';

// A process of its own: makes the GETs that a plan made, in their order, with the same headers and as many
// in flight, and reads each answer to its end. Nothing is parsed, judged or repeated. What a plan needs beyond
// this is what cyclectl adds.

/** What the loop is given, as a JSON file that its argument names. */
export type BareWork = {
  readonly url: string;
  readonly clientId: string;
  readonly concurrency: number;
  readonly requests: readonly { readonly target: string; readonly account: string | null }[];
};

const work = JSON.parse(await readFile(argv[2] ?? '', 'utf8')) as BareWork;
const dispatcher = new Agent({ connections: work.concurrency, pipelining: 1 });
const authorization = `Bearer ${await signIn()}`;
const queue = work.requests.values();
await Promise.all(Array.from({ length: work.concurrency }, ask));
await dispatcher.close();

async function ask(): Promise<void> {
  for (const { target, account } of queue) {
    const answer = await request(`${work.url}${target}`, {
      dispatcher,
      headers: {
        accept: 'application/json',
        authorization,
        ...(account === null ? {} : { 'X-Service-Account': account }),
      },
    });
    await answer.body.text();
    // A refused export is an answer, too.
    if (answer.statusCode >= 500) throw new Error(`${answer.statusCode} on ${target}`);
  }
}

async function signIn(): Promise<string> {
  const answer = await request(`${work.url}/oauth/token`, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: work.clientId,
      client_secret: process.env.CLIENT_SECRET ?? '',
    }).toString(),
  });
  const { access_token } = (await answer.body.json()) as { access_token: string };
  return access_token;
}
