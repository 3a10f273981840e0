import type { Context, Hono } from 'hono';
import type { AppRecord, AppRows } from './app-rows.ts';
import { makePeople } from './people.ts';
import {
  AppRefusal,
  formatJsonError,
  readCount,
  readInstant,
  readJson,
  readText,
  type SampleApp,
} from './sample-app.ts';

/** CRM with contacts: numbered pages, filter by change time, API key in X-Api-Key. */
export const crm: SampleApp = {
  name: 'crm',
  kinds: ['contacts'],
  seed: (rows) => {
    for (const person of makePeople()) {
      rows.add('contacts', 'c-', person);
    }
  },
  readCredential: (context) => context.req.header('X-Api-Key'),
  writeError: formatJsonError,
  addRoutes: (app, open) => {
    app.get('/contacts', (context) => context.json(listContacts(context, open())));
    app.put('/contacts', async (context) => putContact(context, open()));
    addSingle(app, open);
  },
};

function addSingle(app: Hono, open: () => AppRows): void {
  app.get('/contacts/:id', (context) => {
    const contact = open().read('contacts', context.req.param('id'));
    if (contact === undefined) {
      throw new AppRefusal(404, 'There is no such contact.');
    }
    const { id, firstName, lastName, email, company } = contact;
    return context.json({
      Id: id,
      Email: email,
      Name: `${firstName} ${lastName}`.trim(),
      Company: { Name: company },
    });
  });
}

function listContacts(context: Context, rows: AppRows) {
  const sinceMs = readInstant(context, 'modifiedSince');
  const list = context.req.query('list');
  const page = readCount(context, 'page', { standard: 1, most: 1_000_000 });
  const pageSize = readCount(context, 'pageSize', { standard: 10, most: 50 });
  const found = rows
    .list('contacts')
    .filter(
      (each) =>
        Date.parse(String(each.modifiedAt)) >= sinceMs &&
        (list === undefined || each.list === list),
    );
  return {
    page,
    pages: Math.ceil(found.length / pageSize),
    contacts: found.slice((page - 1) * pageSize, page * pageSize).map(toContactJson),
  };
}

function toContactJson(contact: AppRecord) {
  return {
    Contact: {
      Id: contact.id,
      FirstName: contact.firstName,
      LastName: contact.lastName,
      Email: contact.email,
      List: contact.list,
      Note: contact.note ?? null,
      Phones: { mobile: contact.phones ?? [] },
      ModifiedAt: contact.modifiedAt,
    },
  };
}

/** Updates the contact with an email address, or creates it. */
async function putContact(context: Context, rows: AppRows): Promise<Response> {
  const json = await readJson(context);
  const email = readText(json, 'Contact', 'Email');
  if (email === undefined) {
    throw new AppRefusal(422, 'Contact.Email is missing.');
  }
  const known = rows.list('contacts').find((each) => each.email === email);
  const data = {
    firstName: readText(json, 'Contact', 'FirstName') ?? known?.firstName ?? '',
    lastName: readText(json, 'Contact', 'LastName') ?? known?.lastName ?? '',
    note: readText(json, 'Contact', 'Note') ?? known?.note ?? null,
    modifiedAt: new Date(rows.nowMs).toISOString(),
  };
  const kept = rows.transact(() =>
    known === undefined
      ? rows.add('contacts', 'c-', { ...data, email, list: 'Leads', company: '', phones: [] })
      : rows.change('contacts', { ...known, ...data }),
  );
  return context.json({ Contact: { Id: kept.id } }, known === undefined ? 201 : 200);
}
