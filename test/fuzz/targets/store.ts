import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Draw } from '../../worlds/generate/draw.ts';
import { checkEnded, type FuzzTarget } from '../fuzz-case.ts';
import { openFuzzProject } from '../fuzz-project.ts';
import { drawOddValue, mutateBytes, mutateData } from '../mutate.ts';

const store = '.cyclectl/local/store.db';
const commands: readonly (readonly string[])[] = [
  ['plan'],
  ['state', 'list'],
  ['state', 'show', 'northwind'],
  ['history'],
  ['drift'],
  ['resume', '--status'],
  ['undo', '--yes'],
  ['apply', '--yes'],
];

/** Store files that are damaged, of another program, or have invalid records. */
export async function openStoreTarget(): Promise<FuzzTarget> {
  const project = await openFuzzProject();
  await project.run('apply', '--yes');
  const original = await project.read(store);
  const path = join(project.directory, store);
  return {
    feed: async (draw) => {
      // A new file each time: of the former one SQLite may still have a part in memory.
      for (const side of ['', '-wal', '-shm']) await rm(`${path}${side}`, { force: true });
      const isByRows = draw.chance(70);
      await project.write(store, isByRows ? original : mutateStore(draw, original));
      const changed = isByRows ? mutateRow(draw, path) : 'bytes';
      const command = draw.pick(commands);
      return checkEnded(`${command.join(' ')} on ${changed}`, await project.run(...command));
    },
    close: project.close,
  };
}

function mutateStore(draw: Draw, original: Buffer): Uint8Array {
  const page = 4096;
  const bytes = Buffer.from(original);
  const at = () => draw.int(0, Math.floor(bytes.length / page) - 1) * page;
  if (draw.chance(70)) return mutateBytes(draw, bytes);
  // One page in the place of another.
  original.copy(bytes, at(), at(), at() + page);
  return bytes;
}

/** Changes one cell of one row: what is JSON becomes other JSON, which is what the code might trust. */
function mutateRow(draw: Draw, path: string): string {
  const database = new DatabaseSync(path);
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const rows = tables.flatMap(({ name }) =>
      database
        .prepare(`SELECT rowid AS at, * FROM "${name}"`)
        .all()
        .map((row) => ({ table: String(name), row })),
    );
    const { table, row } = draw.pick(rows);
    const column = draw.pick(Object.keys(row).filter((name) => name !== 'at'));
    const cell = mutateCell(draw, row[column]);
    database
      .prepare(`UPDATE "${table}" SET "${column}" = ? WHERE rowid = ?`)
      .run(cell, Number(row.at));
    return `${table}.${column} = ${String(cell).slice(0, 300)}`;
  } catch (error) {
    // A row that the table refuses stays unchanged.
    return `nothing (${String(error).slice(0, 100)})`;
  } finally {
    database.close();
  }
}

function mutateCell(draw: Draw, cell: unknown): string | number {
  if (typeof cell !== 'string') return draw.pick([0, -1, 2 ** 40, 'x', '']);
  if (!/^[[{]/.test(cell))
    return draw.pick(['', 'x', '🙂', '2026-13-45T99:99:99Z', 'a/b/c/d', '{}']);
  const said: unknown = JSON.parse(cell);
  return JSON.stringify(draw.chance(80) ? mutateData(draw, said) : drawOddValue(draw));
}
