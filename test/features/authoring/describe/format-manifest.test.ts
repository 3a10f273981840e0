import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../../src/engine/load/parse-documents.ts';
import { resolveDocument } from '../../../../src/engine/validate/resolve-document.ts';
import { formatManifest } from '../../../../src/features/authoring/describe/format-manifest.ts';
import { toVisible } from '../../../../src/kit/text/visible-text.ts';
import type { WrittenAccount } from '../../../../src/model/manifest/manifest.generated.ts';
import { anyCharacter } from '../../../support/values/any-character.ts';

function withTexts(texts: Readonly<Record<string, string>>, name = 'x'): WrittenAccount {
  return {
    apiVersion: 'cyclectl/v1',
    kind: 'Account',
    metadata: { name: 'northwind' },
    spec: {
      id: '8812',
      description: name,
      connectors: { crm: { connector: { name: 'Sample CRM' }, properties: texts } },
      cycles: {
        sync: { from: { template: name }, state: 'paused', steps: { [name]: { fields: texts } } },
      },
    },
  };
}

function readMeaning(file: string): WrittenAccount | undefined {
  const { documents, diagnostics } = parseDocuments('a.yaml', file);
  expect(diagnostics).toEqual([]);
  const [raw] = documents;
  return raw && resolveDocument(raw, 'prod', new Map([['prod', { variables: null }]])).written;
}

const awkward = fc.constantFrom(
  'true',
  '007',
  '1e3',
  '0x1F',
  '1.0',
  'null',
  '~',
  'no',
  'on',
  '',
  ' ',
  ' a',
  'a ',
  'a: b',
  'a #b',
  '- a',
  '[a]',
  '{a}',
  '{{a}}',
  "it's",
  '"',
  '\\',
  '<<',
  '&a',
  '*a',
  '!a',
  '%a',
  '@a',
  '`a`',
  '|',
  '>',
  '? a',
  '---',
  '...',
  'a\nb',
  'a\n',
  '\n',
  'a\r\nb',
  '\t',
  '\0',
  '\u0085',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\u{e0041}',
  '🦊',
  '__proto__',
  'constructor',
  `$${'{x}'}`,
  `$${'{account.id}'}`,
  `$$${'{x}'}`,
  'a'.repeat(300),
  '1\n# b: c',
);
const text = fc.oneof(awkward, fc.string({ unit: 'grapheme' }), fc.string({ unit: anyCharacter }));

describe('a manifest as a file', () => {
  it('reads as what was written, whatever the names and texts of the service are', () => {
    fc.assert(
      fc.property(fc.dictionary(text, text, { noNullPrototype: true }), text, (texts, name) => {
        const written = withTexts(texts, name);
        const file = formatManifest(written, []);
        expect(JSON.stringify(readMeaning(file))).toBe(JSON.stringify(written));
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it('has no sign that a terminal or an editor acts upon, and lets no text out of its comment', () => {
    fc.assert(
      fc.property(text, text, (name, says) => {
        const path = ['spec', 'connectors', 'crm', 'auth'];
        const remark = { topic: 'sign-in', path, text: `About ${says}.`, lines: [says] } as const;
        const written = withTexts({ [name]: name }, name);
        const file = formatManifest(written, [remark]);
        expect(file.replaceAll('\n', '')).toBe(toVisible(file.replaceAll('\n', '')));
        expect(JSON.stringify(readMeaning(file))).toBe(JSON.stringify(written));
      }),
      { seed: 6, numRuns: 300 },
    );
  });
});

describe('a remark', () => {
  const written = withTexts({ region: 'eu' });
  const linesOf = (path: readonly string[]) => {
    const file = formatManifest(written, [{ topic: 'left-out', path, text: 'HERE' }]);
    const lines = file.split('\n');
    const at = lines.findIndex((line) => line.trim() === '# HERE');
    return [lines[at - 1], lines[at], lines[at + 1]];
  };

  it('stands above the key that it is about', () => {
    expect(linesOf(['spec', 'cycles', 'sync', 'state'])).toEqual([
      '      from: {template: x}',
      '      # HERE',
      '      state: paused',
    ]);
  });

  it('is at the end of the map where the key would be', () => {
    expect(linesOf(['spec', 'connectors', 'crm', 'auth'])).toEqual([
      '        region: eu',
      '      # HERE',
      '  cycles:',
    ]);
  });

  it('is at the end of the nearest map where that is not there either', () => {
    expect(linesOf(['spec', 'cycles', 'other', 'steps', 'Save'])[1]).toBe('    # HERE');
    expect(linesOf(['spec', 'retention', 'successHours'])[1]).toBe('  # HERE');
  });
});
