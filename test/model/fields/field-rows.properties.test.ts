import { describe, expect, it } from 'vitest';
import { type DiffOptions, diffFields } from '../../../src/engine/diff/fields/diff-fields.ts';
import { type ObjectKind, toFieldPath } from '../../../src/model/address.ts';
import type { FieldRow } from '../../../src/model/fields/field-row.ts';
import type { AppliedValue, LiveValue, PlainValue } from '../../../src/model/fields/field-value.ts';
import { fieldTable, findFieldRow } from '../../../src/model/fields/fields.ts';
import type { ObjectRecord } from '../../../src/model/state/account-state.ts';
import { makeSecrets } from '../../service/open-for-test.ts';
import { listTouches, openConsoleUser } from '../../worlds/console/console-user.ts';
import { openFixture } from '../../worlds/fixture.ts';
import { formatManifestText } from '../../worlds/generate/format-manifest-text.ts';
import { everyRow, everyRowWorld } from '../../worlds/laws/every-row.ts';
import { applyAll, listLeft } from '../../worlds/quickstart.ts';

/** Judges the fields of an object that is ours where it has a record. */
function checkAll(
  kind: ObjectKind,
  sides: Omit<Parameters<typeof diffFields>[1], 'isBound'>,
  judging: DiffOptions,
) {
  return diffFields(kind, { ...sides, isBound: sides.record !== null }, judging);
}

const writable = fieldTable.filter((row) => row.writable === 'always');
const nameRow = ({ kind, path }: FieldRow): string => `${kind} ${path}`;

describe('each row of the field table', () => {
  it('drifts if it changes in the service, and does not after the next apply', async () => {
    const fixture = await openFixture({
      world: everyRowWorld,
      choices: { scheduleReadable: 'yes' },
      manifests: { 'accounts/northwind.yaml': formatManifestText(everyRow) },
      secrets: { SECRET_ONE: 'one-not-a-secret', SECRET_TWO: 'two-not-a-secret' },
    });
    await applyAll(fixture);
    expect(listLeft(await fixture.plan())).toEqual([]);
    const rows = new Set<string>();
    const user = await openConsoleUser(fixture.emulator);
    const count = listTouches(user, everyRow).length;
    for (let index = 0; index < count; index += 1) {
      const touch = listTouches(user, everyRow)[index];
      if (touch === undefined) throw new Error(`There is no touch ${index} any more`);
      const what = `${touch.address}/${touch.path}`;
      expect(await touch.make(), what).toBe(true);
      const [drift] = await fixture.drift();
      const items = drift?.kind === 'read' ? drift.items : [];
      expect(items.map(({ address, path, moved }) => [`${address}/${path}`, moved])).toEqual([
        [what, 'live'],
      ]);
      rows.add(nameRow(findFieldRow(toKind(touch.address), toFieldPath(...split(touch.path)))));
      await applyAll(fixture);
      expect((await fixture.drift())[0], what).toMatchObject({ items: [], manifestMoved: 0 });
      expect(listLeft(await fixture.plan()), what).toEqual([]);
    }
    expect([...rows].sort()).toEqual(writable.map(nameRow).sort());
  }, 120_000);

  // The table of ARCHITECTURE.md, "Three sides of a field": Git, last applied, live; null is not there.
  const table = [
    { says: 'same', sides: [1, 1, 1], comparison: 'same' },
    { says: 'Git moved', sides: [2, 1, 1], comparison: 'git' },
    { says: 'the service moved', sides: [1, 1, 2], comparison: 'live' },
    { says: 'both moved', sides: [1, 2, 3], comparison: 'both' },
    {
      says: 'same, A is brought up',
      sides: [1, 2, 1],
      comparison: 'same',
    },
    {
      says: 'same without state',
      sides: [1, null, 1],
      comparison: 'same',
    },
    {
      says: 'direction unknown',
      sides: [1, null, 2],
      comparison: 'unknown',
    },
  ] as const;

  it.each(table)('is classified as $says if Git, state and service are $sides', (line) => {
    const [git, applied, live] = line.sides;
    for (const row of fieldTable) {
      const field = classify(row, { git, applied, live });
      expect([nameRow(row), field]).toEqual([nameRow(row), line.comparison]);
    }
  });

  it('is new where its object is not there, and no drift', () => {
    for (const row of fieldTable) {
      expect(classify(row, { git: 1, applied: null, live: null })).toBe('new');
    }
  });

  it('is never a verdict where the service does not show it and we last wrote the same', () => {
    for (const row of fieldTable) {
      expect(classify(row, { git: 1, applied: 1, live: 'hidden' })).toEqual('not-readable');
      expect(classify(row, { git: 1, applied: null, live: 'hidden' })).toBe('not-readable');
      expect(classify(row, { git: 2, applied: 1, live: 'hidden' })).toBe('git');
    }
  });
});

describe('a secret', () => {
  it.each(table())('is classified as $says if Git, state and service are $sides', (line) => {
    const [git, applied, live] = line.sides;
    for (const row of fieldTable.filter(({ sensitive }) => sensitive !== 'no')) {
      const field = classify(row, { git, applied, live, isSecret: true });
      expect([nameRow(row), field]).toEqual([nameRow(row), line.comparison]);
    }
  });

  // Without state the difference has no direction unless both are the same: nothing is sent.
  function table() {
    return [
      { says: 'same', sides: [1, 1, 1], comparison: 'same' },
      { says: 'Git moved', sides: [2, 1, 1], comparison: 'git' },
      { says: 'the service moved', sides: [1, 1, 2], comparison: 'live' },
      { says: 'both moved', sides: [1, 2, 3], comparison: 'both' },
      {
        says: 'same without state',
        sides: [1, null, 1],
        comparison: 'same',
      },
      {
        says: 'not readable without state',
        sides: [1, null, 2],
        comparison: 'not-readable',
      },
    ] as const;
  }
});

type Sides = {
  readonly git: number;
  readonly applied: number | null;
  /** Null where the object is not there. */
  readonly live: number | 'hidden' | null;
  readonly isSecret?: boolean;
};

const { fingerprint: print } = makeSecrets({});
const at = { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 2, pointer: '/spec' };

function classify(row: FieldRow, sides: Sides) {
  const path = toFieldPath(...row.path.split('/').map((name) => (name === '*' ? 'a/b' : name)));
  const isSecret = sides.isSecret ?? false;
  const value = isSecret
    ? ({
        kind: 'secret',
        secret: { ref: { env: 'SECRET' }, fingerprint: print(`${sides.git}`) },
      } as const)
    : ({ kind: 'plain', value: toValue(row, sides.git) } as const);
  const applied = toApplied(row, sides.applied, isSecret);
  const record: ObjectRecord | null =
    applied === null
      ? null
      : {
          address: 'a' as ObjectRecord['address'],
          kind: row.kind,
          remoteId: '1',
          applied: { [path]: applied },
          run: null,
        };
  const [field] = checkAll(
    row.kind,
    {
      desired: new Map([[path, { path, value, at }]]),
      live: sides.live === null ? null : new Map([[path, toLive(row, sides.live, isSecret)]]),
      record,
    },
    { fingerprint: print, rewrite: false },
  );
  if (field === undefined) throw new Error('A managed field has no verdict');
  return field.comparison;
}

// Three values that differ for every normaliser.
function toValue(row: FieldRow, which: number): PlainValue {
  if (row.normaliser === 'set') return ['b', `${which}`, 'a'];
  return row.normaliser === 'web-address' ? `https://hooks.example.com/${which}` : `value ${which}`;
}

function toApplied(row: FieldRow, which: number | null, isSecret: boolean): AppliedValue | null {
  if (which === null) return null;
  if (isSecret)
    return { kind: 'secret', written: print(`${which}`), read: print(`${which}`), origin: 'sent' };
  return { kind: 'plain', value: toValue(row, which), origin: 'sent' };
}

function toLive(row: FieldRow, which: number | 'hidden', isSecret: boolean): LiveValue {
  if (which === 'hidden') return { kind: 'not-readable' };
  if (isSecret) return { kind: 'secret', read: print(`${which}`) };
  return { kind: 'plain', value: toValue(row, which) };
}

function toKind(address: string): FieldRow['kind'] {
  if (!address.includes('/')) return 'account';
  return address.includes('/connectors/') ? 'connector' : 'cycle';
}

function split(path: string): string[] {
  return path.split('/').map((name) => name.replaceAll('%2F', '/').replaceAll('%25', '%'));
}
