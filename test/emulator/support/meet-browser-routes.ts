import type { Emulator } from '../../../src/emulator/emulator.ts';
import { askSignInToken, browse, decide, makeLink } from '../resources/consent/browse.ts';
import { type Answer, type Caller, readBody } from './start-emulator.ts';

/** Runs all routes of a consent; returns their statuses. */
export async function meetBrowserRoutes(
  emulator: Emulator,
  caller: Caller,
  note: (name: string, status: number) => void,
): Promise<void> {
  const [mailer] = (await readBody(caller, '/account/connectors')).filter(
    (each: Answer['body']) => each.Name === 'Sample Mailer',
  );
  const targetOrigin = 'https://app.example.com';
  const link = async (more: Record<string, string> = {}) => {
    const { Token: token } = await askSignInToken(caller);
    return { id: String(mailer.Id), token, targetOrigin, ...more };
  };
  const path = '/connectorauth/updateaccountconnectoroauth';
  const links: readonly Record<string, string>[] = [
    {},
    { targetOrigin: '' },
    { token: 'x' },
    { id: '1' },
  ];
  for (const more of links) {
    const values = await link(more);
    const { status } = await browse(emulator, makeLink(values));
    note(`GET ${path}`, status);
    note(`POST ${path}`, (await browse(emulator, path, await link(more))).status);
  }
  const back = async (decision: 'allow' | 'deny', more: Record<string, string> = {}) =>
    decide(emulator, (await browse(emulator, makeLink(await link(more)))).location, decision);
  const wrong = await back('allow');
  wrong.searchParams.set('code', 'x');
  const { body: another } = await caller.call('POST', '/v1.0/connectors/Sample%20Mailer/install', {
    Name: 'another',
  });
  const gone = await back('allow', { id: String(another.Id) });
  await caller.call('DELETE', `/v1.0/account/connectors/${another.Id}`);
  const done = await back('allow');
  const ways = [done, done, await back('allow', { callbackMessage: 'x' }), await back('deny')];
  for (const way of [...ways, wrong, gone]) {
    note('GET /connectorauth/callback', (await browse(emulator, way)).status);
  }
}
