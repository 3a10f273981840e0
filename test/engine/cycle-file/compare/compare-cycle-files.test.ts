import { describe, expect, it } from 'vitest';
import { compareCycleFiles } from '../../../../src/engine/cycle-file/compare/compare-cycle-files.ts';
import { formatCycleDiff } from '../../../../src/engine/cycle-file/compare/format-cycle-diff.ts';
import type { Json } from '../../../../src/kit/json/json.ts';
import { isStructural } from '../../../../src/model/desired/cycle-file/cycle-file-change.ts';
import { edit, readSample, sampleText } from '../sample-file.ts';

const text = sampleText();

/** What an edit comes to in words, and whether it is of the structure. */
function compare(...edits: readonly (readonly [pointer: string, value: Json | undefined])[]) {
  const changed = edits.reduce((so, [pointer, value]) => edit(so, pointer, value), text);
  const changes = compareCycleFiles(readSample(text), readSample(changed));
  return { words: formatCycleDiff(changes), isStructural: changes.some(isStructural) };
}

describe('two cycle files', () => {
  it('differ in nothing where only the order of their keys differs', () => {
    const reversed = Object.fromEntries(
      Object.entries(JSON.parse(text) as Record<string, Json>).reverse(),
    );
    expect(compareCycleFiles(readSample(text), readSample(JSON.stringify(reversed)))).toEqual([]);
  });

  it('differ in a mapping that the service can write', () => {
    expect(compare(['/Steps/1/CycleFieldMappings/1/Value', 'pending'])).toEqual({
      words: ['field Status of step "Add subscriber": "subscribed" → "pending"'],
      isStructural: false,
    });
  });

  it('differ in a variable and in a setting', () => {
    expect(compare(['/Variables/0/Value', 'eu'], ['/Steps/0/ActionType', 2])).toEqual({
      words: [
        'step "List changed contacts", setting ActionType: 1 → 2',
        'variable "Contacts to Mailer": "step:not one" → "eu"',
      ],
      isStructural: true,
    });
  });

  it('differ by a step that was taken away, with its edges', () => {
    expect(
      compare(
        ['/Edges/1', undefined],
        ['/Steps/2', undefined],
        ['/Steps/0/ActionData/next', 'step:Add subscriber'],
        ['/Steps/1/ActionData/next', 'step:Add subscriber'],
      ).words,
    ).toEqual(
      expect.arrayContaining([
        'step "Tell the others" removed: Add subscriber of Sample Mailer@1.4',
        'edge removed: "Tell the others" no longer runs after "Add subscriber"',
      ]),
    );
  });

  it('know a step under another name by its work and its place, and what names it with it', () => {
    const renamed = text
      .replaceAll('List changed contacts', 'List contacts that changed')
      .replace('"note": "List contacts that changed"', '"note": "List changed contacts"');
    const changes = compareCycleFiles(readSample(text), readSample(renamed));
    expect(formatCycleDiff(changes)).toEqual([
      'step "List changed contacts" is renamed to "List contacts that changed"',
    ]);
  });

  it('show a hostile name as what it is', () => {
    const { words } = compare(['/Steps/1/CycleFieldMappings/1/Value', '\u001b[31m\u202e']);
    expect(words).toEqual([
      'field Status of step "Add subscriber": "subscribed" → "\\u{1b}[31m\\u{202e}"',
    ]);
  });
});
