import type { Context } from 'hono';
import type { AppRecord, AppRows } from './app-rows.ts';
import {
  AppRefusal,
  formatJsonError,
  readCount,
  readInstant,
  readJson,
  readText,
  type SampleApp,
} from './sample-app.ts';

const orders = 12;
const firstMs = Date.UTC(2026, 0, 5, 9);
const dayMs = 86_400_000;

/** Application that integrations are embedded in: orders, numbered pages, no credentials. */
export const ourApp: SampleApp = {
  name: 'our-app',
  kinds: ['orders'],
  seed: (rows) => {
    for (let index = 0; index < orders; index++) {
      rows.add('orders', 'o-', makeOrder(index));
    }
  },
  readCredential: () => null,
  writeError: formatJsonError,
  addRoutes: (app, open) => {
    app.get('/orders', (context) => context.json(listOrders(context, open())));
    app.post('/orders/mark', async (context) => markOrder(context, open()));
  },
};

function makeOrder(index: number): Readonly<Record<string, unknown>> {
  const lines = Array.from({ length: 1 + (index % 3) }, (_, position) => ({
    product: { sku: `tea-${1 + ((index + position) % 7)}` },
    quantity: 1 + position,
  }));
  return {
    total: 10 + 5 * index,
    state: 'new',
    placedAt: new Date(firstMs + index * dayMs).toISOString(),
    lines,
  };
}

function listOrders(context: Context, rows: AppRows) {
  const fromMs = readInstant(context, 'from');
  const page = readCount(context, 'page', { standard: 1, most: 1_000_000 });
  const batchSize = readCount(context, 'batchSize', { standard: 5, most: 100 });
  const found = rows.list('orders').filter((each) => Date.parse(String(each.placedAt)) >= fromMs);
  return { orders: found.slice((page - 1) * batchSize, page * batchSize) };
}

async function markOrder(context: Context, rows: AppRows): Promise<Response> {
  const json = await readJson(context);
  const state = readText(json, 'order', 'state');
  const order = findOrder(rows, readText(json, 'order', 'id'));
  if (state === undefined) {
    throw new AppRefusal(422, 'order.state is missing.');
  }
  const isDry = readText(json, 'order', 'dryRun')?.toLowerCase() === 'true';
  if (!isDry) {
    rows.transact(() => rows.change('orders', { ...order, state }));
  }
  return context.json({ order: { id: order.id, state: isDry ? order.state : state } });
}

function findOrder(rows: AppRows, id: string | undefined): AppRecord {
  const order = id === undefined ? undefined : rows.read('orders', id);
  if (order === undefined) {
    throw new AppRefusal(404, 'There is no such order.');
  }
  return order;
}
