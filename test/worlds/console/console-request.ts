import type { Emulator } from '../../../src/emulator/emulator.ts';

/** One request of a console user. */
export type ConsoleRequest = {
  readonly method: string;
  readonly path: string;
  readonly account?: string;
  readonly body?: unknown;
};

const origin = 'http://localhost';

/** Changes the service behind our back, in process; fails unless the service says 2xx. */
export async function consoleRequest(emulator: Emulator, asked: ConsoleRequest): Promise<unknown> {
  const { clientId, clientSecret } = emulator.credentials;
  const grant = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  };
  const token = await emulator.fetch(
    new Request(`${origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(grant) }),
  );
  const { access_token: bearer } = (await token.json()) as { access_token: string };
  const answer = await emulator.fetch(
    new Request(`${origin}${asked.path}`, {
      method: asked.method,
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        ...(asked.account === undefined ? {} : { 'X-Service-Account': asked.account }),
      },
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    }),
  );
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${asked.method} ${asked.path}: ${answer.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}
