import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Context } from 'hono';
import type { AppRecord, AppRows } from './app-rows.ts';
import { AppRefusal, readCount, readText, type SampleApp } from './sample-app.ts';

const contentType = 'application/xml; charset=utf-8';

/** File store in XML: files in folders, Link headers; user and password, or an API key. */
export const fileStore: SampleApp = {
  name: 'files',
  kinds: ['files'],
  seed: () => undefined,
  readCredential: (context) => {
    const basic = /^Basic (\S+)$/i.exec(context.req.header('Authorization') ?? '')?.[1] ?? '';
    const password = /^[^:]+:(.+)$/s.exec(Buffer.from(basic, 'base64').toString('utf8'))?.[1];
    return password ?? context.req.header('X-Api-Key');
  },
  writeError: (message) => ({ text: toXml({ error: { message } }), contentType }),
  addRoutes: (app, open) => {
    app.put('/files', async (context) => putFile(context, open()));
    app.get('/files', (context) => listFiles(context, open()));
    app.get('/files/:id', (context) => {
      const file = open().read('files', context.req.param('id'));
      if (file === undefined) {
        throw new AppRefusal(404, 'There is no such file.');
      }
      return answer(200, { file: { ...toFileXml(file), content: file.content } });
    });
  },
};

function answer(status: number, data: unknown, headers: Record<string, string> = {}): Response {
  return new Response(toXml(data), {
    status,
    headers: { ...headers, 'Content-Type': contentType },
  });
}

function toXml(data: unknown): string {
  const builder = new XMLBuilder({ suppressEmptyNode: true });
  return `<?xml version="1.0" encoding="UTF-8"?>${builder.build(data)}`;
}

function toFileXml({ id, name, folder, path }: AppRecord) {
  return { id, name, folder, path };
}

/** A page of files; the Link header has the next one. */
function listFiles(context: Context, rows: AppRows): Response {
  const folder = context.req.query('folder');
  const page = readCount(context, 'page', { standard: 1, most: 1_000_000 });
  const pageSize = readCount(context, 'pageSize', { standard: 10, most: 100 });
  const found = rows
    .list('files')
    .filter((each) => folder === undefined || each.folder === joinPath(folder));
  const query = new URLSearchParams(new URL(context.req.url).search);
  query.set('page', String(page + 1));
  const isLast = page * pageSize >= found.length;
  return answer(
    200,
    { files: { file: found.slice((page - 1) * pageSize, page * pageSize).map(toFileXml) } },
    isLast ? {} : { Link: `<?${query}>; rel="next"` },
  );
}

/** Creates a file from `<file>` with a name; overwrites one only if the request says so. */
async function putFile(context: Context, rows: AppRows): Promise<Response> {
  const { name, ...content } = readFile(await context.req.text());
  const plain = readText({ name }, 'name');
  if (plain === undefined) {
    throw new AppRefusal(422, 'The file has no name.');
  }
  const folder = joinPath(context.req.query('root') ?? '', context.req.query('folder') ?? '');
  const path = joinPath(folder, plain);
  const known = rows.list('files').find((each) => each.path === path);
  if (known !== undefined && context.req.query('overwrite')?.toLowerCase() === 'false') {
    throw new AppRefusal(409, 'There is a file of that name.');
  }
  const kept = rows.transact(() =>
    known === undefined
      ? rows.add('files', 'f-', { name: plain, folder, path, content })
      : rows.change('files', { ...known, content }),
  );
  return answer(known === undefined ? 201 : 200, { file: { id: kept.id, path: kept.path } });
}

function readFile(text: string): Record<string, unknown> {
  const file = parseXml(text).file;
  if (typeof file !== 'object' || file === null) {
    throw new AppRefusal(400, 'The body is no XML with a file in it.');
  }
  return { ...file };
}

function parseXml(text: string): Readonly<Record<string, unknown>> {
  const parser = new XMLParser({ ignoreDeclaration: true, parseTagValue: false });
  try {
    return XMLValidator.validate(text) === true ? parser.parse(text) : {};
  } catch {
    // Catch everything, because the parser throws plain errors for deep nesting and growing
    // entities.
    return {};
  }
}

/** Path from its root, without empty or climbing parts. */
function joinPath(...parts: readonly string[]): string {
  const names = parts
    .join('/')
    .split('/')
    .filter((name) => name !== '' && name !== '.' && name !== '..');
  return `/${names.join('/')}`;
}
