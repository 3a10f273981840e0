import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { addCycleEntry } from '../../../../src/features/authoring/cycle-files/add-cycle-entry.ts';

const head = `# Ours
apiVersion: cyclectl/v1
kind: Account
metadata: {name:   northwind}   # odd spaces
spec:
    id: "n-1"

`;
const entry = { documentIndex: 0, key: 'sync', file: 'cycles/sync.cycle.json' };

function add(text: string, more: Partial<typeof entry> = {}): string {
  const added = addCycleEntry(text, { ...entry, ...more });
  return 'text' in added ? added.text : text;
}

describe('an entry of a cycle', () => {
  it('is two lines at the end of the cycles, and nothing else differs', () => {
    const text = `${head}    cycles:\n      one: # first\n        from: {template: A}\n\n      # the end\n`;
    const added = add(text);
    expect(added.split('\n').filter((line) => !text.split('\n').includes(line))).toEqual([
      '      sync:',
      '        from: {file: cycles/sync.cycle.json}',
    ]);
    expect(add(added)).toBe(added);
  });

  it('comes with its map where there is none', () => {
    expect(add(head.trimEnd())).toBe(
      `${head.trimEnd()}\n    cycles:\n        sync:\n            from: {file: cycles/sync.cycle.json}\n`,
    );
  });

  it('is written into the document that is meant, also where the map is in brackets', () => {
    const text = `${head}---\n${head}    cycles: {}\n`;
    const added = add(text, { documentIndex: 1 });
    expect(added.startsWith(head)).toBe(true);
    expect(parse(added.slice(added.indexOf('---') + 4))).toMatchObject({
      spec: { cycles: { sync: { from: { file: entry.file } } } },
    });
  });

  it('that exists and has another origin is distinguished', () => {
    const text = `${head}    cycles:\n      sync: {from: {template: A}, state: paused}\n`;
    const added = addCycleEntry(text, entry);
    expect(added.kind).toBe('other');
    expect(added.kind === 'other' && parse(added.text)).toMatchObject({
      spec: { cycles: { sync: { from: { file: entry.file }, state: 'paused' } } },
    });
  });

  it('has the steps and the ends of lines of its file, and leaves a comment with what it is about', () => {
    const text = `${head}    cycles:\n        one:\n            from: {template: A}\n            # of one\n`;
    const added = add(text.replaceAll('\n', '\r\n'));
    expect(added).toBe(
      `${text}        sync:\n            from: {file: cycles/sync.cycle.json}\n`.replaceAll(
        '\n',
        '\r\n',
      ),
    );
  });

  it('has no place where an alias stands', () => {
    const text = `${head}    cycles:\n      one: &one\n        from: {template: A}\n      sync: *one\n`;
    expect(addCycleEntry(text, entry)).toEqual({ kind: 'no-place' });
  });

  it('has any key that a person may write', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 10 }), (key) => {
        if (key === '__proto__') return;
        const text = `${head}    cycles:\n      one:\n        from: {template: A}\n`;
        const { spec } = parse(add(text, { key })) as { spec: { cycles: object } };
        expect(Object.keys(spec.cycles)).toContain(key);
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});
