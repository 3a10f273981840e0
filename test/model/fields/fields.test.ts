import { describe, expect, it } from 'vitest';
import { toFieldPath } from '../../../src/model/address.ts';
import { fieldTable, findFieldRow } from '../../../src/model/fields/fields.ts';

describe('fieldTable', () => {
  it('has one row for each path of a kind', () => {
    const names = fieldTable.map((row) => `${row.kind} ${row.path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('names as companions only rows of its own kind', () => {
    for (const row of fieldTable) {
      const paths = fieldTable.filter((item) => item.kind === row.kind).map((item) => item.path);
      expect(paths, row.path).toEqual(expect.arrayContaining([...row.needsWith]));
      expect(row.needsWith, row.path).not.toContain(row.path);
    }
  });

  it('refuses a change of what can be written at creation alone, or replaces for it', () => {
    for (const row of fieldTable) {
      const isFixed = row.onChange === 'refused' || row.onChange === 'replaces';
      expect(isFixed, row.path).toBe(row.writable === 'at-creation');
    }
  });

  it('says of every row what it is called on the wire and where that is from', () => {
    for (const row of fieldTable) {
      expect(row.wire, row.path).not.toHaveLength(0);
      expect(row.source, row.path).toMatch(/SPEC \d|SERVICE A\.\d/);
    }
  });
});

describe('rowOf', () => {
  it('finds each row by its path, with any name in the place of *', () => {
    for (const row of fieldTable) {
      const names = row.path.split('/').map((name) => (name === '*' ? 'a/b %' : name));
      expect(findFieldRow(row.kind, toFieldPath(...names))).toBe(row);
    }
  });

  it('takes a path without a row, or of another kind, for a mistake of ours', () => {
    expect(() => findFieldRow('cycle', toFieldPath('timezone'))).toThrow(/No row/);
    expect(() => findFieldRow('cycle', toFieldPath('variables'))).toThrow(/No row/);
    expect(() => findFieldRow('cycle', toFieldPath('variables', 'a', 'b'))).toThrow(/No row/);
  });
});
