import { beforeAll, describe, expect, it } from 'vitest';
import { formatListing } from '../../../src/app/output/format-listing.ts';
import { type Text, toPieces } from '../../../src/app/output/terminal.ts';
import { copyExample, type Project } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

async function read(text: Text): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of toPieces(text)) pieces.push(piece);
  return pieces.join('');
}

describe('a list', () => {
  const listing = {
    layOut: (columns: number) => `in ${columns} columns\n`,
    rows: () => [
      ['northwind', '', 'two\n\tlines'],
      ['contoso', 'x', 'red \u001b[31m'],
    ],
  };

  it('is laid out on a terminal', async () => {
    expect(await read(formatListing({ columns: 120 }, listing))).toBe('in 120 columns\n');
  });

  it('is a row per line elsewhere, with tabs between cells that have none', async () => {
    expect(await read(formatListing({ columns: null }, listing))).toBe(
      'northwind\t\ttwo lines\ncontoso\tx\tred \\u{1b}[31m\n',
    );
  });
});

describe('into a pipe', () => {
  let project: Project;

  beforeAll(async () => {
    project = await copyExample('quickstart');
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    await runInProcess(project, 'drift');
  });

  it.each([
    { args: ['history'], cells: 10, has: /^\d{8}T\S+\tapply\tdone: / },
    { args: ['state', 'list'], cells: 4, has: /^northwind\/connectors\/crm\tconnector\t\S+\t$/m },
    { args: ['catalog', 'connectors'], cells: 5, has: /^Sample CRM\t.*API key/m },
    { args: ['catalog', 'templates'], cells: 4, has: /^Contacts to Files\t/m },
    { args: ['consent', '--list'], cells: 6, has: /^northwind\/connectors\/mailer\t/m },
    { args: ['secrets'], cells: 7, has: /\tcurrent$/m },
    { args: ['drift', '--trend'], cells: 5, has: /^2\d{3}-\S+Z\t2\t0\t0\t0$/m },
  ])('$args prints rows alone', async ({ args, cells, has }) => {
    const { exitCode, stdout } = await project.run(...args);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(has);
    for (const line of stdout.split('\n')) expect(line.split('\t'), line).toHaveLength(cells);
  });

  it('an empty list prints nothing', async () => {
    const fresh = await copyExample('quickstart');
    expect(await fresh.run('history')).toMatchObject({ exitCode: 0, stdout: '' });
  });
});
