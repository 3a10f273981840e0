import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

// docs/explanation/guarantees.md names a test for each law and contract. A promise whose test is gone is none.

const page = new URL('../../docs/explanation/guarantees.md', import.meta.url);

type Cell = { readonly law: number; readonly contract: string; readonly text: string };

async function readCells(): Promise<Cell[]> {
  const lines = (await readFile(page, 'utf8')).split('\n').filter((line) => line.startsWith('|'));
  const [head = '', , ...rows] = lines;
  const [, ...contracts] = splitRow(head);
  return rows.flatMap((row) => {
    const [law = '', ...cells] = splitRow(row);
    return cells.map((text, index) => ({
      law: Number.parseInt(law, 10),
      contract: contracts[index] ?? '',
      text,
    }));
  });
}

function splitRow(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

it('has a cell for each of the fourteen laws and each contract', async () => {
  const cells = await readCells();
  expect(cells.map(({ law, contract }) => `${law} ${contract}`)).toEqual(
    Array.from({ length: 14 }, (_, index) => index + 1).flatMap((law) => [
      `${law} \`full\``,
      `${law} \`documented\``,
    ]),
  );
});

it('names in each cell a test that is there, or says that it does not promise', async () => {
  for (const { law, contract, text } of await readCells()) {
    const isPromised = /\]\(\S+ "[^"]+"\)/.test(text) || text.startsWith('not promised yet');
    expect(isPromised, `law ${law} in ${contract} names no test`).toBe(true);
  }
});

it('names no test that is not there', async () => {
  const text = (await readFile(page, 'utf8')).replaceAll(/\s+/g, ' ');
  const links = [...text.matchAll(/\]\((\S+) "([^"]+)"\)/g)];
  expect(links.length).toBeGreaterThan(30);
  for (const [, path = '', title = ''] of links) {
    const source = await readFile(new URL(path, page), 'utf8');
    const titles = source.replaceAll(/'\s*\+\s*'/g, '');
    expect(titles.includes(`'${title}'`), `${path} has no test "${title}"`).toBe(true);
  }
});
