import type { Context } from 'hono';
import type { AppRecord, AppRows } from './app-rows.ts';
import { isAccessTokenLive } from './authorization-server.ts';
import {
  AppRefusal,
  formatJsonError,
  readCount,
  readJson,
  readText,
  type SampleApp,
} from './sample-app.ts';

/** Mailer with lists and subscribers: cursors, access token of the sample authorization server. */
export const mailer: SampleApp = {
  name: 'mailer',
  kinds: ['lists', 'subscribers'],
  seed: (rows) => {
    rows.add('lists', 'l-', { name: 'News' });
    rows.add('lists', 'l-', { name: 'Offers' });
  },
  readCredential: (context, state) => {
    const token = /^Bearer (\S+)$/i.exec(context.req.header('Authorization') ?? '')?.[1];
    return token !== undefined && isAccessTokenLive(state, token) ? token : undefined;
  },
  writeError: formatJsonError,
  addRoutes: (app, open) => {
    app.get('/lists', (context) =>
      context.json({
        lists: open()
          .list('lists')
          .map(({ id, name }) => ({ Id: id, Name: name })),
      }),
    );
    app.get('/subscribers', (context) => context.json(listSubscribers(context, open())));
    app.post('/subscribers', async (context) => addSubscriber(context, open()));
  },
};

function listSubscribers(context: Context, rows: AppRows) {
  const limit = readCount(context, 'limit', { standard: 10, most: 100 });
  const start = readCursor(context.req.query('cursor'));
  const all = rows.list('subscribers');
  const end = start + limit;
  return {
    subscribers: all.slice(start, end).map(toSubscriberJson),
    next: end < all.length ? Buffer.from(`after ${end}`).toString('base64url') : null,
  };
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) {
    return 0;
  }
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const index = /^after ([0-9]{1,9})$/.exec(text)?.[1];
  if (index === undefined) {
    throw new AppRefusal(400, 'The cursor is none of ours.');
  }
  return Number(index);
}

function toSubscriberJson(subscriber: AppRecord) {
  const { id, email, status, source, listId } = subscriber;
  return {
    Subscriber: {
      Id: id,
      Email: { Address: email },
      Status: status,
      Source: source,
      ListId: listId,
    },
  };
}

/** Adds an address once; a second request answers with the existing one. */
async function addSubscriber(context: Context, rows: AppRows): Promise<Response> {
  const json = await readJson(context);
  const email = readText(json, 'Email', 'Address');
  if (email === undefined || !email.includes('@')) {
    throw new AppRefusal(422, 'Email.Address is no address.');
  }
  const listId = context.req.query('listId') ?? 'l-1';
  if (rows.read('lists', listId) === undefined) {
    throw new AppRefusal(404, 'There is no such list.');
  }
  const known = rows
    .list('subscribers')
    .find((each) => each.email === email && each.listId === listId);
  const kept =
    known ??
    rows.transact(() =>
      rows.add('subscribers', 's-', {
        email,
        listId,
        status: readText(json, 'Status') ?? 'pending',
        source: readText(json, 'Source') ?? null,
        fax: readText(json, 'Fax') ?? null,
      }),
    );
  return context.json({ Subscriber: { Id: kept.id } }, known === undefined ? 201 : 200);
}
